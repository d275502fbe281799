import { describe, expect, it } from 'vitest'
import type { FppasPeriod } from '../../../../releases/record/rules.ts'
import { buildEnergy, buildFppas, buildHeldFigure, buildRecord, buildSubsidy } from './builder.ts'
import { answer } from './support.ts'

/** 200 units at 7.42 are 148,400 paise, fixed 5,000; the subsidy takes 125 × 742 = 92,750: 60,650 to pay. */
const withPeriods = (...periods: FppasPeriod[]) =>
  buildRecord({
    rows: [{ energy: buildEnergy('flat', [[null, '7.42']]) }],
    rules: { subsidy: buildSubsidy({ 30: '125' }), fppas_periods: periods },
  })
const JUNE = { energy_units: 200, billing_days: 30, billing_month: '2026-06' }

describe('FPPAS', () => {
  it('adds a percent of the components it names, before the subsidy: 1.25 % of 148,400 = 1,855', () => {
    const bill = answer(withPeriods(buildFppas('1.25')), JUNE)
    expect(bill.fppasPaise).toBe(1_855)
    expect(bill.finalPayablePaise).toBe(60_650 + 1_855)
    expect(bill.baseTariffPaise).toBe(153_400)
  })

  it('sums the named components before the one rounding: 0.013 % of 153,400 = 19.942, up to 20', () => {
    expect(answer(withPeriods(buildFppas('0.013', { basis: ['energy', 'fixed'] })), JUNE).fppasPaise).toBe(20)
  })

  it('adds rupees per unit: 200 × 0.075 = 15.00', () => {
    expect(answer(withPeriods(buildFppas('0.075', { value_unit: 'paise_per_unit' })), JUNE).fppasPaise).toBe(1_500)
  })

  it('may be taken off: −1.25 %', () => {
    expect(answer(withPeriods(buildFppas('-1.25')), JUNE).fppasPaise).toBe(-1_855)
  })

  it('applies in its own recovery month alone', () => {
    const record = withPeriods(buildFppas('1.25'))
    for (const billing_month of ['2026-04', '2026-05', '2026-07', null]) {
      const bill = answer(record, { ...JUNE, billing_month })
      expect([bill.fppasPaise, bill.finalPayablePaise]).toEqual([null, 60_650])
    }
  })

  it.each(['historical_evidence', 'specimen'] as const)('never applies a period of status %s', (status) => {
    expect(answer(withPeriods(buildFppas('1.25', { status })), JUNE).fppasPaise).toBeNull()
  })

  it('does not apply where the billing days were not evaluated', () => {
    expect(answer(withPeriods(buildFppas('1.25')), { ...JUNE, billing_days: null }).fppasPaise).toBeNull()
  })

  it("applies to one licensee's period only for that licensee", () => {
    const record = withPeriods(buildFppas('1.25', { licensee_code: 'BR_NBPDCL' }))
    expect(answer(record, { ...JUNE, licensee_code: 'BR_NBPDCL' }).fppasPaise).toBe(1_855)
    expect(answer(record, { ...JUNE, licensee_code: 'BR_SBPDCL' }).fppasPaise).toBeNull()
    expect(answer(record, JUNE).fppasPaise).toBeNull()
  })

  it('applies one period of each kind, the first that fits, each line rounded for itself: 19.292 + 19.292 is 19 + 19', () => {
    const kinds = [null, 'base', 'periodic'] as const
    const periods = kinds.flatMap((kind, index) => [
      buildFppas('0.013', { kind, period_id: `P${index}` }),
      buildFppas('9', { kind, period_id: `LATER${index}` }),
    ])
    const bill = answer(withPeriods(...periods), JUNE)
    expect([bill.fppasPaise, bill.finalPayablePaise]).toEqual([57, 60_650 + 57])
    expect(answer(withPeriods(...periods.slice(2, 5)), JUNE).fppasPaise).toBe(38)
  })

  it('is unknown, and the payable with it, when a period that applies is held: by its figure or by a hold', () => {
    const other = buildFppas('1', { kind: 'base', period_id: 'BASE' })
    const held = buildFppas(buildHeldFigure('percent'), { kind: 'periodic' })
    const figureHeld = answer(withPeriods(other, held), JUNE)
    const onHold = answer(withPeriods(other), JUNE, { holds: ['rules/fppas_periods/BASE'] })
    for (const bill of [figureHeld, onHold]) {
      expect([bill.baseTariffPaise, bill.subsidyPaise]).toEqual([153_400, 92_750])
      expect([bill.fppasPaise, bill.finalPayablePaise]).toEqual([null, null])
    }
    expect(answer(withPeriods(other, held), { ...JUNE, billing_month: '2026-07' }).finalPayablePaise).toBe(60_650)
  })

  it('is unknown when one that applies names a withheld component, in percent or per unit', () => {
    for (const value_unit of ['percent', 'paise_per_unit'] as const) {
      const held = { path: 'rows/ROW/fixed', reason: 'not published' }
      const withheld = (basis: FppasPeriod['basis']) => ({
        ...withPeriods(buildFppas('1', { value_unit, basis })),
        component_holds: [held],
      })
      expect(answer(withheld(['energy', 'fixed']), JUNE).fppasPaise).toBeNull()
      expect(answer(withheld(['energy']), JUNE).fppasPaise).not.toBeNull()
    }
  })

  it('by billing date applies to any category without an entitlement, and gives no payable for it', () => {
    const periods = [buildFppas('1.25', { applies_to: ['DOM'] })]
    const record = buildRecord({
      rows: [{ energy: buildEnergy('flat', [[null, '7.42']]) }, { row_id: 'SHOP', subcategory_code: 'SHOP' }],
      rules: { fppas_periods: periods, fppas_month: 'billing_date' },
    })
    const bill = answer(record, { energy_units: 200, billing_month: '2026-06' })
    expect([bill.fppasPaise, bill.finalPayablePaise]).toEqual([1_855, null])
    expect(answer(record, { energy_units: 200, billing_month: '2026-07' }).fppasPaise).toBe(1_855)
    expect(
      answer(record, { energy_units: 200, billing_month: '2026-06' }, { date: '2026-07-01' }).fppasPaise,
    ).toBeNull()
    expect(answer(record, { subcategory_code: 'SHOP', billing_month: '2026-06' }).fppasPaise).toBeNull()
  })

  it('applies to the categories it lists', () => {
    expect(answer(withPeriods(buildFppas('1.25', { applies_to: ['OTHER', 'DOM'] })), JUNE).fppasPaise).toBe(1_855)
    expect(answer(withPeriods(buildFppas('1.25', { applies_to: ['OTHER'] })), JUNE).fppasPaise).toBeNull()
  })
})
