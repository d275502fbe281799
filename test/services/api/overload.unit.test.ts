import { expect, test } from 'vitest'
import { delayMeter } from '../../../services/api/overload.ts'

/** A histogram of perf_hooks as far as it is read, filled by hand: lengths of ticks in milliseconds. */
function histogram() {
  const lengths: number[] = []
  return {
    tick: (...ms: number[]) => void lengths.push(...ms),
    get count() {
      return lengths.length
    },
    get mean() {
      return (lengths.reduce((sum, ms) => sum + ms, 0) / lengths.length) * 1e6
    },
  }
}

test('an empty histogram, whose mean is NaN, is no delay', () => {
  expect(delayMeter(histogram())()).toBe(0)
})

test('a loop in time has no delay, whether its ticks are early or exact', () => {
  const ticks = histogram()
  const measure = delayMeter(ticks)
  ticks.tick(10, 10, 10)
  expect(measure()).toBe(0)
  ticks.tick(9, 9)
  expect(measure()).toBe(0)
})

test('a loop that is blocked in every turn is as late as its turns are long', () => {
  const ticks = histogram()
  const measure = delayMeter(ticks)
  for (const turns of [1, 2, 3]) {
    for (let turn = 0; turn < turns; turn += 1) ticks.tick(1_510)
    expect(measure()).toBeCloseTo(1_500)
  }
})

test('one stall among ticks in time is spread over them', () => {
  const ticks = histogram()
  const measure = delayMeter(ticks)
  ticks.tick(...Array.from({ length: 99 }, () => 10), 1_210)
  expect(measure()).toBeCloseTo(12)
})

test('each measure is of the time since the one before alone', () => {
  const ticks = histogram()
  const measure = delayMeter(ticks)
  ticks.tick(5_010)
  expect(measure()).toBeCloseTo(5_000)
  ticks.tick(10, 10)
  expect(measure()).toBeCloseTo(0)
  ticks.tick(210, 210)
  expect(measure()).toBeCloseTo(200)
})

test('without a tick since the last measure that one stays', () => {
  const ticks = histogram()
  const measure = delayMeter(ticks)
  ticks.tick(1_510)
  expect([measure(), measure()].map(Math.round)).toEqual([1_500, 1_500])
})
