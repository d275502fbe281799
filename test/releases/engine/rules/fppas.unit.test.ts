import { describe, expect, it } from 'vitest'
import {
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildSubsidy,
} from '../../../support/record-builder.ts'
import { licensees, priced, recordOf, refusal } from '../bill.ts'

/** Rs 7.42 a unit, Rs 80 a kW of 2 kW, 125 free units: 200 units are 148400 + 16000, less 92750. */
const subsidy = buildSubsidy({ 30: '125' })
const row = { energy: buildEnergy('flat', [[null, '7.42']]), fixed: buildFixed('flat', 'kW', [[null, '80']]) }
const load = { connected_load: 2 }

describe('an approved exact-month FPPAS', () => {
  const inputs = { ...load, billing_days: 30, billing_month: '2026-06', energy_units: 200 }
  const withPeriod = (...periods: Parameters<typeof buildFppas>[]) =>
    recordOf({ rows: [row], rules: { subsidy, fppas_periods: periods.map((each) => buildFppas(...each)) } })

  it.each([
    ['percent of energy', '10', {}, 14_840],
    ['percent of energy and fixed', '10', { basis: ['energy', 'fixed'] }, 16_440],
    ['rupees a unit', '0.35', { value_unit: 'paise_per_unit' }, 7000],
    ['a rebate', '-10', {}, -14_840],
    ['more than half a paisa', '0.0005', {}, 1],
    ['less than half a paisa of a rebate', '-0.00033', {}, 0],
  ] as const)('%s: %s is one line, rounded once, before the subsidy', (_what, value, parts, paise) => {
    const result = priced(withPeriod([value, parts as never]), inputs)
    expect(result.fppas?.[0]?.amountPaise).toBe(paise)
    expect(result.finalPaise).toBe(71_650 + paise)
    expect(result.basePaise).toBe(164_400)
  })

  it.each([
    ['another month', { recovery_month: '2026-07' }],
    ['historical evidence', { status: 'historical_evidence' }],
    ['a specimen', { status: 'specimen' }],
    ['another licensee', { licensee_code: 'BR_NBPDCL' }],
    ['another category', { applies_to: ['OTHER'] }],
  ] as const)('%s adds nothing', (_what, parts) => {
    expect(priced(withPeriod(['10', parts as never]), inputs)).toMatchObject({ fppas: null, finalPaise: 71_650 })
  })

  it('adds nothing where the subsidy was not evaluated', () => {
    expect(priced(withPeriod(['10']), { ...inputs, billing_days: undefined })).toMatchObject({
      fppas: null,
      finalPaise: null,
    })
  })

  it('is judged against the floor where it is applied', () => {
    const specimen = withPeriod([buildFigure('10', 'percent', 'specimen')])
    expect(refusal(specimen, inputs, { floor: 'derived' })).toBe('EVIDENCE_BELOW_FLOOR')
    expect(refusal(specimen, { ...inputs, billing_month: '2026-07' }, { floor: 'derived' })).toBe('priced')
  })
})

/** If the release finds it by the bill's own date, no entitlement is needed (Gujarat). */
describe('an FPPAS by the date of the bill', () => {
  const byDate = (...periods: Parameters<typeof buildFppas>[]) =>
    recordOf({
      rows: [row],
      licensees: licensees('BR_NORTH', 'BR_SOUTH'),
      rules: { fppas_month: 'billing_date', fppas_periods: periods.map((each) => buildFppas(...each)) },
    })
  const paise = (of: ReturnType<typeof byDate>, body: Parameters<typeof priced>[1] = {}) =>
    priced(of, { ...load, energy_units: 100, ...body }).fppas?.map(({ amountPaise }) => amountPaise) ?? null

  it.each([
    ['2026-05-31', null],
    ['2026-06-01', [7420]],
    ['2026-06-30', [7420]],
    ['2026-07-01', null],
  ])('%s: %s', (billing_date, expected) => {
    expect(paise(byDate(['10']), { billing_date })).toEqual(expected)
  })

  it('without a date the stated month counts, and without either none applies', () => {
    expect(paise(byDate(['10']), { billing_month: '2026-06' })).toEqual([7420])
    expect(paise(byDate(['10']))).toBeNull()
  })

  it('only the first of each kind applies, and never one of another month', () => {
    const of = byDate(
      ['10', { period_id: 'A', kind: 'base' }],
      ['20', { period_id: 'B', kind: 'base' }],
      ['-1', { period_id: 'C', kind: 'periodic' }],
      ['40', { period_id: 'D', kind: 'periodic', recovery_month: '2026-07' }],
    )
    expect(paise(of, { billing_date: '2026-06-15' })).toEqual([7420, -742])
  })

  it('all of them or none: one that is held leaves no sum, and no other takes its place', () => {
    const held = byDate(
      [buildHeldFigure('percent'), { period_id: 'A', kind: 'base' }],
      ['20', { period_id: 'B', kind: 'base' }],
      ['-1', { period_id: 'C', kind: 'periodic' }],
    )
    expect(paise(held, { billing_date: '2026-06-15' })).toBeNull()
  })

  it('of a licensee is for its own customers', () => {
    const of = byDate(['10', { licensee_code: 'BR_NORTH' }])
    const body = { billing_date: '2026-06-15' }
    expect(paise(of, { ...body, licensee_code: 'BR_NORTH' })).toEqual([7420])
    expect(paise(of, { ...body, licensee_code: 'BR_SOUTH' })).toBeNull()
    expect(paise(of, body)).toBeNull()
  })
})
