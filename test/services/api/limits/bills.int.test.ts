import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LocalBills } from '../../../../services/api/limits/local-bills.ts'
import { redisBills } from '../../../../services/api/limits/redis-bills.ts'
import { billViewOf, MINUTE_US } from '../../../../services/api/limits/window.ts'
import { testRedis } from '../../../support/redis.ts'

/** Bills of batches: all of one or nothing, exactly, in Redis and in process (docs/design/contract.md#batches). */

const { url, prefix } = testRedis()
let redis: Redis
beforeAll(() => {
  redis = new Redis(url)
})
afterAll(async () => {
  await redis.quit()
})

test('Redis admits all of a batch or none, to the last bill', async () => {
  const ask = redisBills(redis, prefix)
  const taken = []
  for (const bills of [600, 500, 400, 1, 0]) {
    const { admitted, used } = await ask('exact', bills, 1_000)
    taken.push([bills, admitted, used])
  }
  expect(taken).toEqual([
    [600, true, 600],
    [500, false, 600],
    [400, true, 1_000],
    [1, false, 1_000],
    [0, true, 1_000],
  ])
})

test('Redis says when there is room for as many as were asked for, and not sooner', async () => {
  const ask = redisBills(redis, prefix)
  const at: number[] = []
  for (const bills of [100, 200, 300, 400]) at.push((await ask('room', bills, 1_000)).nowUs)
  for (const [bills, first] of [
    [1, 0],
    [100, 0],
    [101, 1],
    [300, 1],
    [301, 2],
    [600, 2],
    [1_000, 3],
  ] as const) {
    const { admitted, freesAtUs } = await ask('room', bills, 1_000)
    expect([bills, admitted, freesAtUs - MINUTE_US]).toEqual([bills, false, at[first]])
  }
})

test('what asks at once is counted one after the other: never one bill too many', async () => {
  const ask = redisBills(redis, prefix)
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => ask('storm', 1 + (index % 7), 300)))
  const admitted = answers.flatMap(({ admitted: is }, index) => (is ? [1 + (index % 7)] : []))
  expect(admitted.reduce((sum, bills) => sum + bills, 0)).toBe(300)
  const entries = await redis.zrange(`${prefix}:bills:{storm}`, '0', '-1')
  expect(entries).toHaveLength(admitted.length)
  expect(new Set(entries.map((entry) => entry.split(' ')[0])).size, 'each at a time of its own').toBe(entries.length)
})

test('a log lasts no longer than its last entry counts', async () => {
  await redisBills(redis, prefix)('short', 5, 10)
  const left = await redis.pttl(`${prefix}:bills:{short}`)
  expect(left).toBeGreaterThan(55_000)
  expect(left).toBeLessThanOrEqual(61_001)
})

/** The simplest correct implementation: a list of admitted batches. */
function model(limit: number) {
  const entries: { atUs: number; bills: number }[] = []
  return (nowUs: number, bills: number) => {
    const inside = entries.filter(({ atUs }) => atUs > nowUs - MINUTE_US)
    const used = inside.reduce((sum, entry) => sum + entry.bills, 0)
    if (used + bills <= limit) {
      entries.push({ atUs: nowUs, bills })
      return { admitted: true, used: used + bills }
    }
    let freed = 0
    const frees = inside.find((entry) => {
      freed += entry.bills
      return used - freed + bills <= limit
    })
    return { admitted: false, used, freesAtUs: (frees?.atUs ?? 0) + MINUTE_US }
  }
}

test('this process counts as the plain list does, through an hour of batches', () => {
  let nowUs = 0
  const local = new LocalBills(() => nowUs)
  const plain = model(5_000)
  let seed = 7
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const outcomes = new Set<boolean>()
  for (let step = 0; step < 4_000; step += 1) {
    nowUs += next(2_000_000)
    const bills = 1 + next(1_000)
    const expected = plain(nowUs, bills)
    const { admitted, used, freesAtUs } = local.admit('key', bills, 5_000)
    expect({ admitted, used, ...(admitted ? {} : { freesAtUs }) }).toEqual(expected)
    outcomes.add(admitted)
  }
  expect(outcomes).toEqual(new Set([true, false]))
})

test('what was admitted elsewhere counts here, under no earlier time than what stands', () => {
  let nowUs = 1_000_000
  const local = new LocalBills(() => nowUs)
  local.enter('key', 700, 900_000)
  local.enter('key', 200, 800_000)
  expect(local.peek('key', 101, 1_000)).toMatchObject({ admitted: false, used: 900 })
  expect(local.peek('key', 100, 1_000)).toMatchObject({ admitted: true, used: 900 })
  nowUs = 900_000 + MINUTE_US
  expect(local.peek('key', 1_000, 1_000)).toMatchObject({ admitted: true, used: 0 })
})

test('as headers say it: what is left, and whole seconds, at least one', () => {
  const view = billViewOf(1_000, { admitted: false, used: 900, freesAtUs: 5_200_001, nowUs: 5_100_000 })
  expect(view).toEqual({ limit: 1_000, remaining: 100, resetEpoch: 6, retryAfterSeconds: 1, reason: 'bill_limit' })
})
