import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentTimes } from '../../../../services/api/limits/recent-times.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'
import { MINUTE } from './model.ts'

const RUNS = { numRuns: runsOf({ normal: 300, nightly: 20_000 }) }

/** Time since the step before, in microseconds; what is done then; and how much earlier its time is. */
const step = fc.record({
  wait: fc.oneof(fc.constantFrom(0, 1, MINUTE, 2 ** 32 - 1, 2 ** 32), fc.nat(5_000_000)),
  what: fc.constantFrom('insert', 'insert', 'insert', 'insert', 'remove', 'remove an unknown one'),
  early: fc.oneof(fc.constant(0), fc.nat(MINUTE - 1)),
})

test('holds the times of the last minute as a sorted list would', () => {
  forEvery(RUNS, fc.array(step, { maxLength: 200 }), (steps) => {
    let now = 1_700_000_000_000_000
    const times = new RecentTimes()
    let model: number[] = []
    for (const { wait, what, early } of steps) {
      now += wait
      const kept = model.filter((time) => time > now - MINUTE)
      expect(times.forgetUntil(now - MINUTE)).toBe(model.length - kept.length)
      model = kept
      const at = now - early
      if (what === 'insert') {
        const place = model.filter((time) => time <= at).length
        expect(times.insert(at)).toBe(place)
        model.splice(place, 0, at)
      } else {
        const place = what === 'remove' ? model.length >> 1 : model.length
        const known = model[place] ?? now + 1
        expect(times.remove(known)).toBe(model.lastIndexOf(known))
        model = model.toSpliced(model.lastIndexOf(known) === -1 ? model.length : model.lastIndexOf(known), 1)
      }
      expect(Array.from({ length: times.length + 1 }, (_, index) => times.at(index))).toEqual([...model, null])
    }
  })
})
