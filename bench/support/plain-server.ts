import { createServer } from 'node:http'
import fastify from 'fastify'
import { redisLimiter } from '../../services/api/limits/redis-limiter.ts'
import { keyHash } from '../../services/keys/key-format.ts'
import { limiterRedis, untilReady } from '../../services/platform/redis.ts'

/**
 * Servers for comparison with the API. Arguments: `bare` or `least`, port, Redis. `bare` is the same framework: `/`
 * returns a greeting, `/limited` the same behind the API's limits, and `/like` an answer with the status, length and
 * number of headers in its query, which shows the cost of HTTP itself. `least` is Node's own server: the hash of the
 * key, the limits and `/like`, without framework, validation, calculation or log.
 */
const [, , kind, port, redisUrl = ''] = process.argv
const ALLOWANCE = { perMinute: 100_000, burst: 100_000 }
const JSON_TYPE = 'application/json; charset=utf-8'
/** From this size on an answer of the API is bytes, which are sent unchanged. */
const BYTES_FROM = 8_192

type Like = {
  readonly status: number
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  /** These and the body's headers, names and values alternating, which Node writes fastest. */
  readonly rawHeaders: string[]
}
const made = new Map<string, Like>()

function likeOf(url: string): Like {
  const known = made.get(url)
  if (known !== undefined) return known
  const query = new URL(url, 'http://bench').searchParams
  const [status = 0, bytes = 0, count = 0] = ['status', 'bytes', 'headers'].map((name) => Number(query.get(name)))
  const text = 'x'.repeat(bytes)
  const added = Array.from({ length: count }, (_, index) => [`x-like-${index}`, 'x'.repeat(24)] as const)
  const ofBody = ['content-type', JSON_TYPE, 'content-length', String(text.length)]
  const like = {
    status,
    body: text.length < BYTES_FROM ? text : Buffer.from(text),
    headers: Object.fromEntries(added),
    rawHeaders: [...added.flat(), ...(status === 304 ? [] : ofBody)],
  }
  made.set(url, like)
  return like
}

let limiter: Promise<ReturnType<typeof redisLimiter>> | null = null
/** Connects on first use, because the server's start time is measured too. */
async function admitted(key: string): Promise<boolean> {
  limiter ??= (async () => {
    const redis = limiterRedis(redisUrl, (error) => console.error(error))
    await untilReady(redis)
    return redisLimiter(redis, 'bench')
  })()
  return (await (await limiter)(key, ALLOWANCE)).admitted
}

async function bare(): Promise<void> {
  const app = fastify({ logger: false })
  app.get('/', () => ({ hello: 'world' }))
  app.get('/limited', async ({ headers }, reply) =>
    reply.code((await admitted(String(headers['x-api-key']))) ? 200 : 429).send({ hello: 'world' }),
  )
  app.route({
    method: ['GET', 'POST'],
    url: '/like',
    handler: ({ url }, reply) => {
      const { status, body, headers } = likeOf(url)
      reply.code(status).headers(headers)
      return status === 304 ? reply.send() : reply.type(JSON_TYPE).send(body)
    },
  })
  await app.listen({ host: '127.0.0.1', port: Number(port) })
}

function least(): void {
  const known = new Set<string>()
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request
    const answer = (): void => {
      const key = String(headers['x-api-key'])
      known.add(keyHash(key))
      admitted(key).then(
        (within) => {
          const { status, body, rawHeaders } = likeOf(url)
          response.writeHead(within ? status : 429, rawHeaders).end(status === 304 ? undefined : body)
        },
        () => response.destroy(),
      )
    }
    if (url === '/') response.end()
    else if (method === 'GET') answer()
    else request.on('end', answer).resume()
  })
  server.listen(Number(port), '127.0.0.1')
}

process.on('SIGTERM', () => process.exit(0))
if (kind === 'bare') await bare()
else least()
