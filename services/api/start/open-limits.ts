import { limiterRedis, missingDatabase } from '../../platform/redis.ts'
import type { StartRefusal } from '../../platform/start.ts'
import type { Tracing } from '../../platform/tracing.ts'
import { Limiter, type LimiterParts } from '../limits/limiter.ts'
import { LocalBills } from '../limits/local-bills.ts'
import { LocalLimiter } from '../limits/local-limiter.ts'
import { redisBills } from '../limits/redis-bills.ts'
import { limiterNode, redisLimiter } from '../limits/redis-limiter.ts'
import type { Metrics } from '../metrics.ts'
import type { ApiParts } from './api-parts.ts'

const REDIS = { 'db.system.name': 'redis' }

type Means = {
  readonly tracing: Tracing | null
  readonly metrics: Metrics
  readonly steadyMs: () => number
  readonly onRedisError: (error: Error) => void
}

/** The limits of an instance. */
export type Limits = {
  /** Counts in Redis, or in this process while Redis cannot be reached, which it logs. */
  readonly limiter: Limiter
  /** Another one on the same connection, which reports nothing. */
  readonly silent: () => Limiter
  /** One that counts in this process alone. */
  readonly local: () => LocalLimiter
  /** The refusal of a Redis without the database that is asked for; null if it has it, or does not answer in time. */
  readonly refused: Promise<StartRefusal | null>
}

/** Connects to the Redis of the limits; `opened` disconnects. */
export function openLimits(
  { redisUrl, prefix, limiterTimeoutMs, log }: ApiParts,
  { tracing, metrics, steadyMs, onRedisError }: Means,
  opened: AsyncDisposableStack,
): Limits {
  const redis = limiterRedis(redisUrl, onRedisError, limiterTimeoutMs)
  opened.defer(() => redis.disconnect())
  const refused = missingDatabase(redis)
  const nowUs = (): number => Math.round(steadyMs() * 1000)
  const askRedis = redisLimiter(redis, prefix)
  const local = (): LocalLimiter => new LocalLimiter(nowUs)
  const limiting = (onChange: LimiterParts['onChange']): Limiter =>
    new Limiter({
      redis: tracing === null ? askRedis : (...of) => tracing.around('redis', REDIS, () => askRedis(...of)),
      nodeOf: limiterNode(redis, prefix),
      local: local(),
      redisBills: redisBills(redis, prefix),
      localBills: new LocalBills(nowUs),
      nowMs: steadyMs,
      onChange,
    })
  const limiter = limiting((redisDecides, reason) => {
    metrics.limiterRedis.set(redisDecides ? 1 : 0)
    log.warn(
      { redis_decides: redisDecides, ...(reason === null ? {} : { err: reason }) },
      redisDecides
        ? 'limits are counted in Redis again'
        : 'Redis cannot be reached: limits are counted in this process',
    )
  })
  metrics.limiterRedis.set(1)
  return { limiter, silent: () => limiting(() => {}), local, refused }
}
