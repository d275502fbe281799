import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forEvery } from '../support/for-every.ts'
import { runsOf } from '../support/tier.ts'
import { BIHAR, compared, MSEDCL, monthsFrom } from './solar-ask.ts'

describe('laws of a comparison', () => {
  const RUNS = { numRuns: runsOf({ normal: 400, nightly: 5_000 }) }
  const exact = (milli: number): string => `${Math.floor(milli / 1000)}.${String(milli % 1000).padStart(3, '0')}`
  const month = fc
    .record({ generation: fc.nat(2_000_000), part: fc.nat(1000), more: fc.nat(2_000_000) })
    .map(({ generation, part, more }) => {
      const exported = Math.floor((generation * part) / 1000)
      return [exact(generation - exported + more), exact(generation), exact(exported)] as const
    })
  const months = fc.array(month, { minLength: 1, maxLength: 12 }).map((units) => monthsFrom('2026-04', units))
  const milli = (text: string): number => Math.round(Number(text) * 1000)

  it.each([BIHAR, MSEDCL])('before reads no solar input, and units are conserved: $state_code', (body) => {
    forEvery(RUNS, months, fc.nat(500_000), (periods, drawn) => {
      // Maharashtra settles what is left in March, so nothing is carried into April.
      const opening = body.state_code === 'MH' ? 0 : drawn
      const data = compared({ ...body, periods, opening_credit_units: exact(opening) })
      const none = periods.map((period) => ({ ...period, generation_units: 0, export_units: 0 }))
      expect(compared({ ...body, periods: none }).before).toEqual(data.before)
      let credit = opening
      for (const line of data.after.periods) {
        expect(milli(line.credit_in)).toBe(credit)
        credit = milli(line.credit_out)
        expect(milli(line.credit_in) + milli(line.exported_units)).toBe(milli(line.credit_used) + credit)
        expect(milli(line.imported_units)).toBe(milli(line.credit_used) + milli(line.billed_units))
      }
      expect(milli(data.closing_credit.units)).toBe(credit)
      expect(data.saving_paise).toBe(data.before.total_paise - data.after.total_paise)
      expect(data.saving_paise).toBeGreaterThanOrEqual(0)
    })
  })
})
