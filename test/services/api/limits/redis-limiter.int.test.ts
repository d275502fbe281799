import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redisLimiter } from '../../../../services/api/limits/redis-limiter.ts'
import { viewOf } from '../../../../services/api/limits/window.ts'
import { limiterRedis, untilReady } from '../../../../services/platform/redis.ts'
import { testRedis } from '../../../support/redis.ts'
import { runsOf } from '../../../support/tier.ts'
import { BURST, MINUTE, Model } from './model.ts'

/** The script in a real server, with that server's clock. Histories are written before, in the script's format. */

const RUNS = { numRuns: runsOf({ normal: 60, nightly: 2_000 }) }
const PATIENCE_MS = 20_000
const { url, prefix } = testRedis()
let admin: Redis
let limiters: ReturnType<typeof limiterRedis>[]
beforeAll(async () => {
  admin = new Redis(url)
  limiters = [1, 2].map(() => limiterRedis(url, () => {}, PATIENCE_MS))
  await Promise.all(limiters.map((redis) => untilReady(redis)))
})
afterAll(() => {
  for (const redis of [admin, ...limiters]) redis.disconnect()
})

let lastKey = 0
function freshKey(): { id: string; stored: string } {
  lastKey += 1
  return { id: `k${lastKey}`, stored: `${prefix}:limit:{k${lastKey}}` }
}

async function serverNowUs(): Promise<number> {
  const [seconds, micros] = await admin.time()
  return Number(seconds) * 1e6 + Number(micros)
}

async function storedTimes(key: string): Promise<number[]> {
  const found = await admin.zrange(key, '0', '-1')
  return found.map(Number)
}

const allowance = fc.record({ perMinute: fc.integer({ min: 1, max: 10 }), burst: fc.integer({ min: 1, max: 5 }) })
const ages = fc.array(fc.integer({ min: 1, max: 75_000_000 }), { maxLength: 14 })

test('decides as the model does, whatever went before, and counts as it does', async () => {
  const admit = redisLimiter(limiters[0]!, prefix)
  await fc.assert(
    fc.asyncProperty(allowance, ages, fc.integer({ min: 1, max: 6 }), async (limits, history, requests) => {
      const { id, stored } = freshKey()
      const now = await serverNowUs()
      const times = [...new Set(history)].sort((a, b) => b - a).map((age) => now - age)
      for (const time of times) await admin.zadd(stored, String(time), String(time))
      let model = new Model(times)
      for (let index = 0; index < requests; index += 1) {
        const before = await storedTimes(stored)
        const step = await admit(id, limits)
        expect(step.admitted).toBe(model.wouldAdmit(step.nowUs, limits))
        const after = await storedTimes(stored)
        const kept = before.filter((time) => time > step.nowUs - MINUTE)
        expect(after.slice(0, kept.length)).toEqual(kept)
        expect(after.length).toBe(kept.length + (step.admitted ? 1 : 0))
        model = new Model(after)
        expect([step.usedMinute, step.usedBurst]).toEqual([
          model.used(step.nowUs, MINUTE),
          model.used(step.nowUs, BURST),
        ])
        if (step.admitted) continue
        const view = viewOf(limits, step)
        const frees = view.reason === 'burst_limit' ? step.burstFreesAtUs : step.minuteFreesAtUs
        expect([model.wouldAdmit(frees, limits), model.wouldAdmit(frees - 1, limits)]).toEqual([true, false])
      }
    }),
    RUNS,
  )
})

test('two instances at once admit together what the limit allows, and not one more', async () => {
  const admits = limiters.map((redis) => redisLimiter(redis, prefix))
  const { id, stored } = freshKey()
  const limits = { perMinute: 60, burst: 20 }
  const steps = await Promise.all(Array.from({ length: 80 }, (_, index) => admits[index % 2]!(id, limits)))
  expect(steps.filter(({ admitted }) => admitted)).toHaveLength(20)
  expect(await admin.zcard(stored)).toBe(20)
  expect(
    steps
      .filter(({ admitted }) => admitted)
      .map(({ usedBurst }) => usedBurst)
      .sort((a, b) => a - b),
  ).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})

test('requests of one turn of the event loop go to Redis as one command, up to 64 of them', async () => {
  const own = limiterRedis(url, () => {}, PATIENCE_MS)
  try {
    await untilReady(own)
    const admit = redisLimiter(own, prefix)
    const commandsFor = async (requests: number): Promise<number> => {
      let sent = 0
      const send = own.sendCommand.bind(own)
      const counting = (...command: Parameters<Redis['sendCommand']>): unknown => {
        sent += 1
        return send(...command)
      }
      Object.assign(own, { sendCommand: counting })
      const asked = Array.from({ length: requests }, () => admit(freshKey().id, { perMinute: 5, burst: 5 }))
      const admissions = await Promise.all(asked).finally(() => Object.assign(own, { sendCommand: send }))
      expect(admissions.every(({ admitted, usedMinute }) => admitted && usedMinute === 1)).toBe(true)
      return sent
    }
    // The first request of a connection may send the script itself after its hash.
    await commandsFor(1)
    expect([await commandsFor(1), await commandsFor(64), await commandsFor(65)]).toEqual([1, 1, 2])
  } finally {
    own.disconnect()
  }
})

test('requests of one microsecond are all counted', async () => {
  const admit = redisLimiter(limiters[0]!, prefix)
  const { id, stored } = freshKey()
  await Promise.all(Array.from({ length: 300 }, () => admit(id, { perMinute: 1_000, burst: 1_000 })))
  expect(await admin.zcard(stored)).toBe(300)
})

test('a key that is not used any more is forgotten by the server itself', async () => {
  const admit = redisLimiter(limiters[0]!, prefix)
  const { id, stored } = freshKey()
  await admit(id, { perMinute: 1, burst: 1 })
  const [left] = [await admin.pttl(stored)]
  expect(left).toBeGreaterThan(55_000)
  expect(left).toBeLessThanOrEqual(61_000)
  await admit(id, { perMinute: 1, burst: 1 })
  expect(await admin.pttl(stored), 'a refused request does not keep it').toBeLessThanOrEqual(left!)
})
