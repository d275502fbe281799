import { type Cluster, Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Limiter } from '../../services/api/limits/limiter.ts'
import { LocalBills } from '../../services/api/limits/local-bills.ts'
import { LocalLimiter } from '../../services/api/limits/local-limiter.ts'
import { redisBills } from '../../services/api/limits/redis-bills.ts'
import { limiterNode, redisLimiter } from '../../services/api/limits/redis-limiter.ts'
import { LIMIT_PREFIX, limiterRedis, untilReady } from '../../services/platform/redis.ts'
import { PATIENCE } from '../support/patience.ts'
import { testPipeline } from '../support/pipeline.ts'
import { type LocalCluster, startRedisCluster } from '../support/redis-cluster.ts'
import { skipReason } from '../support/skip.ts'
import { counted, measured } from './support/chaos.ts'

/** Present role of a node of a cluster: `master` or `slave`. */
async function nodeRole(port: number): Promise<string> {
  const node = new Redis({ host: '127.0.0.1', port })
  try {
    return /^role:(\S+)/m.exec(await node.info('replication'))?.[1] ?? 'unknown'
  } finally {
    node.disconnect()
  }
}

/** Limits and queues on a cluster of three masters and three replicas, whole and in parts (docs/design/architecture.md#request-limits). */

const INSTANCES = 2
const ALLOWANCE = { perMinute: 20, burst: 20 }
const PLENTY = { perMinute: 100_000, burst: 100_000 }
/** Long enough that a busy machine does not look like a lost Redis. */
const PATIENT_MS = 20_000

type Instance = { readonly redis: ReturnType<typeof limiterRedis>; readonly limiter: Limiter; redisDecides: boolean }
let cluster: LocalCluster | null
const instances: Instance[] = []
beforeAll(async () => {
  cluster = await startRedisCluster(() => {})
  if (cluster === null) return
  for (let index = 0; index < INSTANCES; index += 1) instances.push(await newInstance(cluster.url))
})
beforeEach(() => skipReason(cluster === null, 'no valkey-server or redis-server of version 7 or later on PATH'))
afterAll(async () => {
  for (const { redis } of instances) redis.disconnect()
  await cluster?.stop()
})

async function newInstance(url: string): Promise<Instance> {
  const redis = limiterRedis(url, () => {}, PATIENT_MS)
  await untilReady(redis, 60_000)
  const steadyMs = (): number => performance.timeOrigin + performance.now()
  const limiter = new Limiter({
    redis: redisLimiter(redis, LIMIT_PREFIX),
    nodeOf: limiterNode(redis, LIMIT_PREFIX),
    local: new LocalLimiter(() => Math.round(steadyMs() * 1_000)),
    redisBills: redisBills(redis, LIMIT_PREFIX),
    localBills: new LocalBills(() => Math.round(steadyMs() * 1_000)),
    nowMs: steadyMs,
    onChange: (redisDecides) => {
      instance.redisDecides = redisDecides
    },
  })
  const instance: Instance = { redis, limiter, redisDecides: true }
  return instance
}

test('bills of a batch are counted by the node of their key, as one for all instances', async () => {
  const [one, other] = instances
  const admitted = []
  for (const [instance, bills] of [
    [one, 600],
    [other, 401],
    [other, 400],
    [one, 1],
  ] as const) {
    admitted.push((await instance!.limiter.admitBills('key_bills', bills, 1_000)).admitted)
  }
  expect(admitted).toEqual([true, false, true, false])
})

let lastKey = 0
/** Key ids, `each` of them on every master. */
function keysOfEachMaster(each: number): Map<string, string[]> {
  const [first] = instances
  const nodeOf = limiterNode(first!.redis, LIMIT_PREFIX)
  const byNode = new Map<string, string[]>()
  while (byNode.size < 3 || [...byNode.values()].some((keys) => keys.length < each)) {
    lastKey += 1
    const key = `k${lastKey}`
    byNode.set(nodeOf(key), [...(byNode.get(nodeOf(key)) ?? []), key])
  }
  return new Map([...byNode].map(([node, keys]) => [node, keys.slice(0, each)]))
}

/** Number of requests that each instance admits if all are sent at once. */
async function admitted(key: string, requests: number): Promise<number[]> {
  return Promise.all(
    instances.map(async ({ limiter }) => {
      const answers = await Promise.all(Array.from({ length: requests }, () => limiter.admit(key, ALLOWANCE)))
      return answers.filter((answer) => answer.admitted).length
    }),
  )
}
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Sends requests with a key of the node until the cluster counts it again for every instance. */
async function untilCounted(keys: readonly string[]): Promise<void> {
  await vi.waitUntil(async () => {
    for (const { limiter } of instances) for (const key of keys) await limiter.admit(key, PLENTY)
    return instances.every(({ redisDecides }) => redisDecides)
  }, PATIENCE)
}

test('every master counts its own keys, and two instances together admit exactly the allowance of each', async () => {
  const byNode = keysOfEachMaster(8)
  expect(byNode.size).toBe(3)
  const counts = await Promise.all([...byNode.values()].flat().map((key) => admitted(key, ALLOWANCE.burst)))
  expect(counts.map(sum)).toEqual(counts.map(() => ALLOWANCE.burst))
  expect(instances.map(({ redisDecides }) => redisDecides)).toEqual([true, true])
})

test('a node that knows the script is asked by its hash, in one step', async () => {
  const redis = instances[0]?.redis as Cluster
  const evals = async (): Promise<number> => {
    const infos = await Promise.all(redis.nodes('master').map((node) => node.info('commandstats')))
    return sum(infos.map((info) => Number(/cmdstat_eval:calls=(\d+)/.exec(info)?.[1] ?? 0)))
  }
  const keys = [...keysOfEachMaster(8).values()].flat()
  const ask = (): Promise<unknown> => Promise.all(keys.map((key) => instances[0]?.limiter.admit(key, PLENTY)))
  await ask()
  const before = await evals()
  await ask()
  expect((await evals()) - before).toBe(0)
})

describe('a master is killed', () => {
  test('keys of the others are counted on, its own by each instance until a replica has taken over', async () => {
    const byNode = keysOfEachMaster(3)
    const [[lost = '', [half = '', fresh = '', probe = ''] = []] = [], ...others] = [...byNode]
    const usedBefore = sum(await admitted(half, 5))
    expect(usedBefore).toBe(10)
    const master = cluster?.nodes.find(({ port }) => lost.endsWith(`:${port}`))
    await master?.kill()
    counted('killed')
    const ofOthers = await Promise.all(others.map(async ([, [key = '']]) => sum(await admitted(key, 20))))
    expect(ofOthers, 'never over while counters are kept').toEqual([20, 20])
    const away = await admitted(fresh, 20)
    for (const count of away)
      expect(count, 'while Redis is away an instance admits one allowance at most').toBeLessThanOrEqual(20)

    const began = performance.now()
    await untilCounted([probe])
    measured(`a replica counts after ${Math.round(performance.now() - began)} ms`)
    const usedAfter = sum(await admitted(half, 20))
    expect(usedBefore + usedAfter, 'after a loss at most one allowance more in a window').toBeLessThanOrEqual(40)
    const freshAfter = sum(await admitted(fresh, 20))
    expect(sum(away) + freshAfter).toBeLessThanOrEqual(40)
    measured(
      `admitted in one window: ${usedBefore + usedAfter} across the failover, ${sum(away) + freshAfter} begun in it`,
    )

    // A returning node is a replica of the one that took over.
    await master?.start()
    await vi.waitUntil(async () => (await nodeRole(master?.port ?? 0)) === 'slave', PATIENCE)
    const again = [...keysOfEachMaster(2).values()].flat()
    expect((await Promise.all(again.map((key) => admitted(key, 20)))).map(sum)).toEqual(again.map(() => 20))
  })
})

test('emptied, each instance still knows what it admitted itself', async () => {
  const [[key = ''] = []] = [...keysOfEachMaster(1).values()]
  const before = sum(await admitted(key, 20))
  for (const { port } of cluster?.nodes ?? []) {
    const node = new Redis({ host: '127.0.0.1', port })
    if ((await nodeRole(port)) === 'master') await node.flushall()
    node.disconnect()
  }
  const after = await admitted(key, 20)
  expect(before).toBe(20)
  expect(sum(after), 'one allowance more, and not one for each instance').toBeLessThanOrEqual(20)
})

test('a gate run ends on a cluster', async () => {
  const pipeline = await testPipeline({ redis: { url: cluster?.url ?? '', prefix: '{pramaan_test}' } })
  const worker = await pipeline.work()
  expect((await pipeline.run(await pipeline.folder())).status).toBe('released')
  await worker.close()
  await pipeline.close()
})

test('a worker that is given one node of a cluster does not start, and says what to give it', async () => {
  const url = `redis://127.0.0.1:${cluster?.nodes[0]?.port}`
  const pipeline = await testPipeline({ redis: { url, prefix: '{pramaan_test}' } })
  await expect(pipeline.work()).rejects.toThrow(/REDIS_URL names one node of a cluster: name several/)
  await pipeline.close()
})

test('with the whole cluster gone each instance counts one allowance on its own, and answers at once', async () => {
  const [[used = '', fresh = ''] = []] = [...keysOfEachMaster(2).values()]
  expect(sum(await admitted(used, 20))).toBe(20)
  for (const node of cluster?.nodes ?? []) await node.kill()
  const lost = await admitted(fresh, 30)
  expect(lost).toEqual([20, 20])
  for (const count of await admitted(used, 30)) expect(count).toBeLessThanOrEqual(20)
})
