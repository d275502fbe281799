import fastify from 'fastify'
import { redisLimiter } from '../../services/api/limits/redis-limiter.ts'
import { limiterRedis, untilReady } from '../../services/platform/redis.ts'
import { JSON_TYPE, likeOf } from './like-answer.ts'

/**
 * What everything about the API is compared with: the same framework with one route and nothing else. Arguments: port, Redis.
 * `/like` says what HTTP itself costs of an answer: it takes any body, does nothing, and sends what its query describes.
 * `/limited` is the first route behind the API's limits and nothing else of it.
 */
const app = fastify({ logger: false })
app.get('/', () => ({ hello: 'world' }))

app.route({
  method: ['GET', 'POST'],
  url: '/like',
  handler: ({ url }, reply) => {
    const { status, body, headers } = likeOf(url)
    reply.code(status).headers(headers)
    return status === 304 ? reply.send() : reply.type(JSON_TYPE).send(body)
  },
})

const [, , port, redisUrl = ''] = process.argv
const ALLOWANCE = { perMinute: 100_000, burst: 100_000 }
let limiter: Promise<ReturnType<typeof redisLimiter>> | null = null
async function connect(): Promise<ReturnType<typeof redisLimiter>> {
  const redis = limiterRedis(redisUrl, (error) => console.error(error))
  await untilReady(redis)
  return redisLimiter(redis, 'bare')
}
app.get('/limited', async ({ headers }, reply) => {
  // Only when it is asked: what a start takes is measured as well.
  limiter ??= connect()
  const admit = await limiter
  const { admitted } = await admit(String(headers['x-api-key']), ALLOWANCE)
  return reply.code(admitted ? 200 : 429).send({ hello: 'world' })
})

await app.listen({ host: '127.0.0.1', port: Number(port) })
process.on('SIGTERM', () => {
  app.close().finally(() => process.exit(0))
})
