import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { redisLimiter } from '../../services/api/limits/redis-limiter.ts'
import { keyHash } from '../../services/keys/key-format.ts'
import { limiterRedis, untilReady } from '../../services/platform/redis.ts'
import { likeOf } from './like-answer.ts'

/**
 * The least that an answer of the API takes, whatever it is written with: Node's own server, as many bytes and headers, the
 * hash of the key, the limits. No framework, no validation, no calculation, no log. Arguments: port, Redis.
 */
const [, , port, redisUrl = ''] = process.argv
const ALLOWANCE = { perMinute: 100_000, burst: 100_000 }
const redis = limiterRedis(redisUrl, (error) => console.error(error))
await untilReady(redis)
const admit = redisLimiter(redis, 'least')
const known = new Set<string>()

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const key = String(headers['x-api-key'])
  known.add(keyHash(key))
  admit(key, ALLOWANCE).then(
    ({ admitted }) => {
      const { status, body, rawHeaders } = likeOf(url)
      response.writeHead(admitted ? status : 429, rawHeaders)
      response.end(status === 304 ? undefined : body)
    },
    () => response.destroy(),
  )
}

const server = createServer((request, response) => {
  if (request.url === '/') response.end()
  else if (request.method === 'GET') answer(request, response)
  else request.on('end', () => answer(request, response)).resume()
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
