import { once } from 'node:events'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { clusterNodes } from './redis-address.ts'
import { StartRefusal } from './start.ts'

/**
 * The three kinds of Redis clients (docs/design/architecture.md#redis-clients). Each has a name for the server, and an
 * error handler from the start: an error event without a listener would end the process. Several URLs mean a cluster.
 */

/** Key prefix of BullMQ; in braces, so that all keys of a queue are on one cluster node. */
export const QUEUE_PREFIX = '{pramaan}'
/**
 * Key prefix of limits; without braces, so that a cluster distributes them by the id of the API key, which is in
 * braces.
 */
export const LIMIT_PREFIX = 'pramaan'

type OnError = (error: Error) => void
type Options = Omit<RedisOptions, 'replyMapping'>

function client(
  url: string,
  name: string,
  onError: OnError,
  options: Options,
  onCluster: typeof ASKED_AGAIN_BRIEFLY | Record<never, never>,
) {
  const named = { connectionName: `pramaan-${name}`, ...options }
  const nodes = clusterNodes(url)
  const redis =
    nodes === null ? new Redis(url, named) : new Cluster([...nodes.addresses], clusterOptions(nodes, named, onCluster))
  redis.on('error', onError)
  return redis
}

/** How often a client refreshes the map of slots, in addition to redirections. */
const SLOTS_REFRESH_MS = 2_000

function clusterOptions(
  { login }: { readonly login: Options },
  { retryStrategy: _ofNodes, enableOfflineQueue = true, ...options }: Options,
  more: typeof ASKED_AGAIN_BRIEFLY | Record<never, never>,
) {
  return {
    redisOptions: { ...login, ...options },
    enableOfflineQueue,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    clusterRetryStrategy: (times: number) => Math.min(50 * 2 ** times, 1_000),
    ...more,
  }
}

/** For BullMQ workers, which block and wait for the server indefinitely. */
export function workerRedis(url: string, onError: OnError): Redis | Cluster {
  return client(url, 'worker', onError, { maxRetriesPerRequest: null }, {})
}

/** Commands fail immediately instead of waiting, and are never resent after an outage. */
const FAIL_FAST = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 500,
  retryStrategy: (times: number) => Math.min(50 * 2 ** times, 1_000),
} as const

/** A command for a node that is gone, or no longer has the key, is retried briefly. */
const ASKED_AGAIN_BRIEFLY = {
  maxRedirections: 3,
  retryDelayOnFailover: 50,
  retryDelayOnClusterDown: 50,
  retryDelayOnTryAgain: 20,
} as const

/** For the relay and other producers: if a queue is unreachable, it is an error now, not a pending promise. */
export function producerRedis(url: string, onError: OnError): Redis | Cluster {
  return client(url, 'producer', onError, { ...FAIL_FAST, commandTimeout: 5_000 }, {})
}

/**
 * For the limiter: Redis answers within this many milliseconds, or the in-process limiter decides. A server that is
 * gone is noticed immediately; the timeout is for a slow one. If it is too short, instances that share limits admit
 * double: at 50 ms, two of them on two overloaded cores admitted 40 requests instead of 20.
 */
export function limiterRedis(url: string, onError: OnError, commandTimeout = 500): Redis | Cluster {
  const told = (error: Error): void => {
    const refusal = ofMissingDatabase(error)
    if (refusal !== null) redis.disconnect()
    onError(refusal ?? error)
  }
  const redis = client(url, 'limiter', told, { ...FAIL_FAST, commandTimeout }, ASKED_AGAIN_BRIEFLY)
  return redis
}

/**
 * If an error says that the server has no database with the number in REDIS_URL, the refusal with the remedy. The client
 * would go on in database 0, where others may count.
 */
function ofMissingDatabase(error: Error & { command?: { readonly name: string } }): StartRefusal | null {
  if (error.command?.name !== 'select') return null
  return new StartRefusal('SETTINGS_WRONG', `REDIS_URL: ${error.message}: correct the number at its end`)
}

const DATABASE_PATIENCE_MS = 1_000

/** The refusal of a server that has no such database; null if it has, or does not answer in time. */
export async function missingDatabase(redis: Redis | Cluster): Promise<StartRefusal | null> {
  if (redis.status === 'ready') return null
  const ready = once(redis, 'ready', { signal: AbortSignal.timeout(DATABASE_PATIENCE_MS) })
  return ready.then(() => null, ofMissingDatabase)
}

/** Resolves when the client can send commands; rejects if it does not connect in time. */
export async function untilReady(redis: Redis | Cluster, timeoutMs = 5_000): Promise<void> {
  if (redis.status === 'ready') return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('Redis did not become ready in time')), timeoutMs)
  redis.once('ready', resolve)
  await promise.finally(() => {
    clearTimeout(timer)
    redis.off('ready', resolve)
  })
}

/**
 * A worker's requirements for Redis. BullMQ loses jobs under any policy but noeviction, on any node; and a client of
 * one cluster node cannot reach the keys of the others. Throws StartRefusal with the remedy
 * (docs/design/architecture.md#redis-clients).
 */
export async function requireFitForQueues(redis: Redis | Cluster): Promise<void> {
  const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis]
  for (const node of nodes) {
    if (!(redis instanceof Cluster) && /^cluster_enabled:1/m.test(await node.info('cluster'))) {
      throw new StartRefusal(
        'SETTINGS_WRONG',
        'REDIS_URL names one node of a cluster: name several nodes, with commas between them',
      )
    }
    await node.select(node.options.db ?? 0).catch((error: Error) => {
      throw ofMissingDatabase(error) ?? error
    })
    const reply = (await node.config('GET', 'maxmemory-policy')) as unknown
    const policy = Array.isArray(reply) ? reply[1] : (reply as Record<string, string> | null)?.['maxmemory-policy']
    if (policy === 'noeviction') continue
    throw new StartRefusal(
      'SETTINGS_WRONG',
      `Redis evicts keys (maxmemory-policy ${String(policy)}): jobs and locks could vanish. Set maxmemory-policy noeviction.`,
    )
  }
}
