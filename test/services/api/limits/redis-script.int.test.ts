import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, expect, test } from 'vitest'
import { ADMIT_SCRIPT } from '../../../../services/api/limits/redis-limiter.ts'
import { testRedis } from '../../../support/redis.ts'
import { runsOf } from '../../../support/tier.ts'
import { BURST, MINUTE, Model, mostInWindow } from './model.ts'

/** The script in a real server, with the test's clock, which may stop and be set back. */

const { url, prefix } = testRedis()
const redis = new Redis(url)
afterAll(() => redis.disconnect())

const CLOCK = "call('TIME')"
const script = ADMIT_SCRIPT.replace(CLOCK, '{tonumber(ARGV[#ARGV - 1]), tonumber(ARGV[#ARGV])}')
const START = 1_790_000_000_000_000

type Limits = { readonly perMinute: number; readonly burst: number }

/** Admits several keys in one step. Returns for each request: `admitted used usedBurst freesMinute freesBurst`. */
async function ask(keys: readonly string[], { perMinute, burst }: Limits, now: number): Promise<number[][]> {
  const allowances = keys.flatMap(() => [perMinute, burst])
  const clock = [Math.floor(now / 1e6), now % 1e6]
  const answer = (await redis.eval(script, keys.length, ...keys, MINUTE, BURST, ...allowances, ...clock)) as string
  const [at, ...numbers] = answer.split(' ').map(Number)
  expect([at, numbers.length]).toEqual([now, 5 * keys.length])
  return keys.map((_, index) => numbers.slice(5 * index, 5 * index + 5))
}

/** Microseconds from now until enough entries have left a window for one more. */
function freesIn(model: Model, window: number, room: number, now: number): number {
  const counted = model.times.filter((time) => time > now - window).sort((a, b) => a - b)
  const leaves = counted[Math.max(0, counted.length - room)]
  return leaves === undefined ? 0 : leaves + window - now
}

const steps = fc.array(
  fc.record({
    wait: fc.oneof(
      fc.constantFrom(0, 1, MINUTE, MINUTE - 1, MINUTE + 1, BURST, BURST - 1, BURST + 1),
      fc.integer({ min: 0, max: 30_000_000 }),
      fc.integer({ min: -80_000_000, max: -1 }),
    ),
    asked: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 25 },
)
const limits = fc.record({ perMinute: fc.integer({ min: 1, max: 12 }), burst: fc.integer({ min: 1, max: 8 }) })

test('admits, counts and predicts like the model, with a clock that stops, jumps and goes back', async () => {
  expect(script).not.toContain(CLOCK)
  let run = 0
  await fc.assert(
    fc.asyncProperty(limits, steps, async (limits, history) => {
      run += 1
      const keys = [0, 1, 2].map((key) => `${prefix}:script:{${run}}:${key}`)
      const models = keys.map(() => new Model())
      const admittedAt = keys.map((): number[] => [])
      let now = START
      for (const { wait, asked } of history) {
        now += wait
        const answers = await ask(
          asked.map((key) => keys[key]!),
          limits,
          now,
        )
        for (const [index, key] of asked.entries()) {
          const model = models[key]!
          const admitted = model.wouldAdmit(now, limits)
          // Two requests in the same microsecond are distinguished: the later one is last.
          if (admitted) model.times.push(model.times.includes(now) ? Math.max(...model.times) + 1 : now)
          if (admitted) admittedAt[key]!.push(now)
          expect(answers[index]).toEqual([
            admitted ? 1 : 0,
            model.used(now, MINUTE),
            model.used(now, BURST),
            freesIn(model, MINUTE, limits.perMinute, now),
            freesIn(model, BURST, limits.burst, now),
          ])
          model.times.splice(0, model.times.length, ...model.times.filter((time) => time > now - MINUTE))
        }
      }
      if (history.some(({ wait }) => wait < 0)) return
      for (const times of admittedAt) {
        expect(mostInWindow(times, MINUTE)).toBeLessThanOrEqual(limits.perMinute)
        expect(mostInWindow(times, BURST)).toBeLessThanOrEqual(limits.burst)
      }
    }),
    { numRuns: runsOf({ normal: 80, nightly: 3_000 }) },
  )
})
