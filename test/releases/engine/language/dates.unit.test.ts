import { describe, expect, it } from 'vitest'
import { changesWithin, datesOf, holdsOn, isDated } from '../../../../releases/engine/language/dates.ts'
import { buildInputs } from '../../../support/record-builder.ts'

const dates = (from: string | null, to: string | null) => datesOf({ effective_from: from, effective_to: to })
const on = (effective_on: string) => buildInputs({ effective_on })

describe('dates of a part of a release', () => {
  it.each([
    ['2026-06-30', false, true, false],
    ['2026-07-01', true, true, true],
    ['2026-09-30', true, true, true],
    ['2026-10-01', true, false, false],
  ])('%s: from July %s, to September %s, July to September %s', (day, from, to, both) => {
    expect(holdsOn(dates('2026-07-01', null), on(day))).toBe(from)
    expect(holdsOn(dates(null, '2026-09-30'), on(day))).toBe(to)
    expect(holdsOn(dates('2026-07-01', '2026-09-30'), on(day))).toBe(both)
  })

  it('hold always where there are none, and never for a request without a day where there is one', () => {
    expect(isDated(dates(null, null))).toBe(false)
    expect(holdsOn(dates(null, null), buildInputs())).toBe(true)
    for (const one of [dates('2026-04-01', null), dates(null, '2027-03-31')]) {
      expect(isDated(one)).toBe(true)
      expect(holdsOn(one, buildInputs())).toBe(false)
    }
  })

  it.each([
    ['2026-07-01', '2026-07-31', false], // begins on the first day: it holds on all days
    ['2026-06-30', '2026-07-29', true],
    ['2026-06-02', '2026-07-01', true], // begins on the last day
    ['2026-06-01', '2026-06-30', false],
    ['2026-09-01', '2026-09-30', false], // ends on the last day: it holds on all days
    ['2026-09-02', '2026-10-01', true],
    ['2026-09-30', '2026-10-29', true], // ends on the first day
    ['2026-10-01', '2026-10-31', false],
    ['2026-08-01', '2026-08-31', false],
  ])('July to September changes between %s and %s: %s', (first, last, changes) => {
    expect(changesWithin(dates('2026-07-01', '2026-09-30'), first, last)).toBe(changes)
    expect(changesWithin(dates(null, null), first, last)).toBe(false)
  })
})
