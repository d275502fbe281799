import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LocalLimiter } from '../../../../services/api/limits/local-limiter.ts'
import { viewOf } from '../../../../services/api/limits/window.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'
import { BURST, MINUTE, Model, mostInWindow } from './model.ts'

const RUNS = { numRuns: runsOf({ normal: 150, nightly: 20_000 }) }

const allowance = fc.record({ perMinute: fc.integer({ min: 1, max: 12 }), burst: fc.integer({ min: 1, max: 6 }) })
/** Times between requests, including those at the edge of a window. */
const gap = fc.oneof(
  fc.constantFrom(2 ** 32 - 1, 2 ** 32, 2 ** 32 + BURST, 2 ** 33 + 1),
  fc.constantFrom(0, 1, BURST - 1, BURST, BURST + 1, MINUTE - 1, MINUTE, MINUTE + 1),
  fc.integer({ min: 0, max: 2_000_000 }),
  fc.integer({ min: 0, max: 30_000_000 }),
)
const START = 1_700_000_000_000_000

function run(
  gaps: readonly number[],
  visit: (now: number, step: ReturnType<LocalLimiter['admit']>) => void,
  limits: {
    perMinute: number
    burst: number
  },
): number[] {
  let now = START
  const limiter = new LocalLimiter(() => now)
  const admitted: number[] = []
  for (const wait of gaps) {
    now += wait
    const step = limiter.admit('key', limits)
    if (step.admitted) admitted.push(now)
    visit(now, step)
  }
  return admitted
}

test('admits exactly what the model admits, and counts as it does', () => {
  forEvery(RUNS, allowance, fc.array(gap, { maxLength: 60 }), (limits, gaps) => {
    const model = new Model()
    run(
      gaps,
      (now, step) => {
        expect(step.admitted).toBe(model.admit(now, limits))
        expect([step.usedMinute, step.usedBurst]).toEqual([model.used(now, MINUTE), model.used(now, BURST)])
      },
      limits,
    )
  })
})

test('no ten seconds admit more than the burst, and no minute more than the minute', () => {
  forEvery(RUNS, allowance, fc.array(gap, { maxLength: 60 }), (limits, gaps) => {
    const admitted = run(gaps, () => {}, limits)
    expect(mostInWindow(admitted, BURST)).toBeLessThanOrEqual(limits.burst)
    expect(mostInWindow(admitted, MINUTE)).toBeLessThanOrEqual(limits.perMinute)
  })
})

test('refused requests consume nothing: without them the same ones are admitted', () => {
  forEvery(RUNS, allowance, fc.array(gap, { maxLength: 60 }), (limits, gaps) => {
    const admitted = run(gaps, () => {}, limits)
    const alone = run(
      admitted.map((time, index) => time - (admitted[index - 1] ?? START)),
      () => {},
      limits,
    )
    expect(alone).toEqual(admitted)
  })
})

test('after the stated wait a request is admitted, and not a microsecond earlier', () => {
  forEvery(RUNS, allowance, fc.array(gap, { maxLength: 60 }), (limits, gaps) => {
    const model = new Model()
    run(
      gaps,
      (now, step) => {
        model.admit(now, limits)
        const view = viewOf(limits, step)
        expect(view.retryAfterSeconds).toBeGreaterThanOrEqual(1)
        expect(view.resetEpoch * 1e6).toBeGreaterThanOrEqual(now)
        expect(view.remaining).toBe(
          Math.min(limits.perMinute - model.used(now, MINUTE), limits.burst - model.used(now, BURST)),
        )
        expect(view.limit).toBe(view.reason === 'burst_limit' ? limits.burst : limits.perMinute)
        if (step.admitted) return
        const frees = view.reason === 'burst_limit' ? step.burstFreesAtUs : step.minuteFreesAtUs
        expect([model.wouldAdmit(frees, limits), model.wouldAdmit(frees - 1, limits)]).toEqual([true, false])
        expect(now + view.retryAfterSeconds * 1e6).toBeGreaterThanOrEqual(frees)
        expect(view.resetEpoch).toBe(Math.ceil(frees / 1e6))
      },
      limits,
    )
  })
})

test('a dry run gives the same result and changes nothing', () => {
  forEvery(RUNS, allowance, fc.array(gap, { maxLength: 40 }), (limits, gaps) => {
    let now = START
    const [asking, plain] = [new LocalLimiter(() => now), new LocalLimiter(() => now)]
    for (const wait of gaps) {
      now += wait
      const said = asking.peek('key', limits).admitted
      expect(asking.peek('key', limits).admitted).toBe(said)
      expect(asking.admit('key', limits)).toEqual(plain.admit('key', limits))
      expect(plain.peek('key', limits).usedBurst).toBeLessThanOrEqual(limits.burst)
      expect(said || asking.peek('key', limits).admitted === false).toBe(true)
    }
  })
})

test('keys do not share, and long logs are cut without being forgotten', () => {
  let now = START
  const limiter = new LocalLimiter(() => now)
  const limits = { perMinute: 1_200, burst: 1_200 }
  const model = new Model()
  for (let index = 0; index < 4_000; index += 1) {
    now += 48_000
    expect(limiter.admit('busy', limits).admitted).toBe(model.admit(now, limits))
    model.times.splice(
      0,
      model.times.findIndex((time) => time > now - MINUTE),
    )
  }
  expect(limiter.admit('idle', limits).usedMinute).toBe(1)
})

test('requests admitted elsewhere count from when they were asked for, in whatever order they are entered', () => {
  forEvery(
    RUNS,
    allowance,
    fc.array(fc.nat(9_999_999), { maxLength: 12 }),
    fc.nat(60_000_000),
    (limits, ages, wait) => {
      let now = START
      const limiter = new LocalLimiter(() => now)
      for (const age of ages) limiter.enter('key', now - age)
      const model = new Model(ages.map((age) => START - age))
      now += wait
      const step = limiter.admit('key', limits)
      expect([step.usedMinute, step.usedBurst, step.admitted]).toEqual([
        model.used(now, MINUTE) + (step.admitted ? 1 : 0),
        model.used(now, BURST) + (step.admitted ? 1 : 0),
        model.wouldAdmit(now, limits),
      ])
    },
  )
})

test('keeps at most ten thousand keys, and drops the least recently used', () => {
  const limiter = new LocalLimiter(() => START)
  const one = { perMinute: 1, burst: 1 }
  const admits = (key: string): boolean => limiter.admit(key, one).admitted
  expect([admits('first'), admits('second')]).toEqual([true, true])
  for (let index = 2; index < 10_000; index += 1) limiter.admit(`other ${index}`, one)
  expect(admits('first'), 'all ten thousand are counted').toBe(false)
  limiter.admit('one more', one)
  expect([admits('first'), admits('second')], 'the first was used since the second').toEqual([false, true])
})
