import { Redis, type RedisOptions } from 'ioredis'

/**
 * The three kinds of Redis clients (docs/design/architecture.md#redis-clients). Each names itself to the server, and
 * each has its error handler from the start: an error event without a listener would end the process.
 */

/** Key prefix of BullMQ and of limits; in braces, so that a Redis cluster keeps what belongs together. */
export const REDIS_PREFIX = '{pramaan}'

type OnError = (error: Error) => void

function client(url: string, name: string, onError: OnError, options: Omit<RedisOptions, 'replyMapping'>): Redis {
  const redis = new Redis(url, { connectionName: `pramaan-${name}`, ...options })
  redis.on('error', onError)
  return redis
}

/** For BullMQ workers: they block and wait for the server for as long as it takes. */
export function workerRedis(url: string, onError: OnError): Redis {
  return client(url, 'worker', onError, { maxRetriesPerRequest: null })
}

/** Commands that fail at once rather than wait, and that are never sent again after an outage. */
const FAIL_FAST = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 500,
  retryStrategy: (times: number) => Math.min(50 * 2 ** times, 1_000),
} as const

/** For the relay and other producers: a queue that cannot be reached is an error now, not a promise for later. */
export function producerRedis(url: string, onError: OnError): Redis {
  return client(url, 'producer', onError, { ...FAIL_FAST, commandTimeout: 5_000 })
}

/**
 * For the limiter: the answer comes within this many milliseconds or the in-process limiter decides. A server that is gone
 * is noticed at once; the wait is for one that is only slow, and giving that one up too soon lets instances that count
 * together admit double: at 50 ms two of them on two overloaded cores admitted 40 requests in place of 20.
 */
export function limiterRedis(url: string, onError: OnError, commandTimeout = 500): Redis {
  return client(url, 'limiter', onError, { ...FAIL_FAST, commandTimeout })
}

/** Resolves when the client can take commands; rejects when it does not come up in time. */
export async function untilReady(redis: Redis, timeoutMs = 5_000): Promise<void> {
  if (redis.status === 'ready') return
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => done(new Error('Redis did not become ready in time')), timeoutMs)
    const ready = (): void => done(null)
    const done = (error: Error | null): void => {
      clearTimeout(timer)
      redis.off('ready', ready)
      if (error === null) resolve()
      else reject(error)
    }
    redis.once('ready', ready)
  })
}

/** BullMQ loses jobs under any other policy: a worker refuses to start (docs/design/architecture.md#redis-clients). */
export async function requireNoEviction(redis: Redis): Promise<void> {
  const reply = (await redis.config('GET', 'maxmemory-policy')) as unknown
  const policy = Array.isArray(reply) ? reply[1] : (reply as Record<string, string> | null)?.['maxmemory-policy']
  if (policy === 'noeviction') return
  throw new Error(
    `Redis evicts keys (maxmemory-policy ${String(policy)}): jobs and locks could vanish. Set maxmemory-policy noeviction.`,
  )
}
