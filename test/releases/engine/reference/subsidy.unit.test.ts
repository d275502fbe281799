import { describe, expect, it } from 'vitest'
import type { ReferenceAnswer } from '../../../../releases/engine/reference/result.ts'
import type { Subsidy } from '../../../../releases/record/rules.ts'
import {
  buildChosen,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildRecord,
  buildSteps,
  buildSubsidy,
  buildWheeling,
} from './builder.ts'
import { answer } from './support.ts'

const subsidy = buildSubsidy({ 25: '104', 30: '125', 40: '167' })
const flat = { energy: buildEnergy('flat', [[null, '7.42']]), fixed: buildFixed('flat', null, [[null, '80']]) }
const record = buildRecord({ rows: [flat], rules: { subsidy } })

describe('the subsidy', () => {
  it('waives the energy it covers and no fixed charge above the entitlement: 125 × 742 = 92,750', () => {
    const bill = answer(record, { energy_units: 200, billing_days: 30 })
    // 200 × 742 = 148,400 and 8,000 fixed
    expect(bill.baseTariffPaise).toBe(156_400)
    expect(bill.subsidyPaise).toBe(92_750)
    expect(bill.finalPayablePaise).toBe(63_650)
  })

  it('waives the whole bill at the entitlement itself', () => {
    const bill = answer(record, { energy_units: 125, billing_days: 30 })
    expect([bill.baseTariffPaise, bill.subsidyPaise, bill.finalPayablePaise]).toEqual([100_750, 100_750, 0])
  })

  it('asks for the fixed charge a thousandth above it: 125.001 × 742 = 92,750.742, up to 92,751', () => {
    const bill = answer(record, { energy_units: 125.001, billing_days: 30 })
    expect([bill.subsidyPaise, bill.finalPayablePaise]).toEqual([92_750, 8_001])
  })

  it.each([
    [25, 104],
    [30, 125],
    [40, 167],
  ])('covers in %i billing days %i units', (billing_days, units) => {
    const bill = answer(record, { energy_units: 300, billing_days })
    expect(bill.subsidyPaise).toBe(units * 742)
  })

  it('is not evaluated without billing days', () => {
    const bill = answer(record, { energy_units: 100 })
    expect([bill.subsidyPaise, bill.fppasPaise, bill.finalPayablePaise]).toEqual([null, null, null])
  })

  it('does not apply to a category outside the scheme, which accepts billing days anyway', () => {
    const outside = buildRecord({
      rows: [flat],
      rules: { subsidy: buildSubsidy({ 30: '125' }, { applies_to: ['OTHER'] }) },
    })
    const bill = answer(outside, { billing_days: 30 })
    expect([bill.subsidyPaise, bill.finalPayablePaise]).toEqual([null, null])
  })

  it('prices the covered units as the schedule does, slab by slab: 100 × 3 + 25 × 4.50 = 412.50', () => {
    const energy = buildEnergy('telescopic', [
      ['100', '3'],
      [null, '4.5'],
    ])
    const telescopic = buildRecord({ rows: [{ ...flat, energy }], rules: { subsidy } })
    expect(answer(telescopic, { energy_units: 200, billing_days: 30 }).subsidyPaise).toBe(41_250)
  })

  it('prices the covered units of a whole charge in the slab that they themselves reach: 125 × 3 = 375.00', () => {
    const energy = buildEnergy('whole', [
      ['150', '3'],
      [null, '4.5'],
    ])
    const whole = buildRecord({ rows: [{ ...flat, energy }], rules: { subsidy } })
    expect(answer(whole, { energy_units: 200, billing_days: 30 }).subsidyPaise).toBe(37_500)
  })

  it('takes off neither wheeling nor adjustments: 100 × 1.47 = 147.00 and 3 % of 742.00 = 22.26 stay', () => {
    const rich = buildRecord({
      rows: [{ ...flat, wheeling: buildWheeling('1.47') }],
      rules: { subsidy, adjustments: [buildChosen('factor', 'tod_period', [['peak', 'add', '103']])] },
    })
    const bill = answer(rich, { energy_units: 100, billing_days: 30, tod_period: 'peak' })
    expect(bill.subsidyPaise).toBe(74_200 + 8_000)
    expect(bill.finalPayablePaise).toBe(14_700 + 2_226)
  })

  it('is null where no slab prices the units it covers, and the base stands: slabs from 50, 40 free units', () => {
    const [, above] = buildSteps([
      ['50', '3'],
      [null, '4.5'],
    ])
    const energy = buildEnergy('whole', [], { steps: [above!] })
    const gapped = buildRecord({ rows: [{ ...flat, energy }], rules: { subsidy: buildSubsidy({ 30: '40' }) } })
    const bill = answer(gapped, { energy_units: 60, billing_days: 30 })
    expect([bill.baseTariffPaise, bill.subsidyPaise, bill.finalPayablePaise]).toEqual([35_000, null, null])
  })

  it('waives no fixed charge if the row has none', () => {
    const energyOnly = buildRecord({ rows: [{ ...flat, fixed: null }], rules: { subsidy } })
    expect(answer(energyOnly, { energy_units: 10, billing_days: 30 }).finalPayablePaise).toBe(0)
  })
})

describe('a subsidy that is blocked', () => {
  const scheme = buildSubsidy({ 25: '104', 30: '125' })
  const billWith = (parts: Partial<Subsidy>, holds: string[] = []) =>
    answer(
      buildRecord({ rows: [flat], rules: { subsidy: { ...scheme, ...parts } } }),
      { energy_units: 100, billing_days: 30 },
      { holds },
    )
  const isBlocked = (bill: ReferenceAnswer) => {
    expect([bill.baseTariffPaise, bill.subsidyPaise, bill.finalPayablePaise]).toEqual([82_200, null, null])
  }

  it.each(['rules/subsidy', 'rules'])('by a hold on %s leaves the base and gives no payable', (path) => {
    isBlocked(billWith({}, [path]))
  })

  it('does not count for the grade, and no FPPAS of the month is used', () => {
    const rules = {
      subsidy: { ...scheme, energy_within: buildFigure('0.00', 'Rs/kWh', 'specimen') },
      fppas_periods: [buildFppas(buildFigure('10', 'percent', 'derived'))],
    }
    const priced = { energy_units: 100, billing_days: 30, billing_month: '2026-06' }
    const open = answer(buildRecord({ rows: [flat], rules }), priced)
    const held = answer(buildRecord({ rows: [flat], rules }), priced, { holds: ['rules/subsidy'] })
    expect([open.grade, open.fppasPaise]).toEqual(['specimen', 7_420])
    expect([held.grade, held.fppasPaise]).toEqual(['transcription', null])
  })

  it('by a held entitlement of the days asked for does so, and one of other days does not', () => {
    const held = buildHeldFigure('kWh')
    const [of25, of30] = scheme.entitlements
    isBlocked(billWith({ entitlements: [of25!, { ...of30!, units: held }] }))
    expect(billWith({ entitlements: [{ ...of25!, units: held }, of30!] }).subsidyPaise).toBe(82_200)
  })

  it.each(['energy_within', 'fixed_within'] as const)('by %s that is held or not exactly 0 does so', (name) => {
    for (const figure of [buildHeldFigure('Rs'), buildFigure('0.01', 'Rs'), buildFigure('-0.01', 'Rs')]) {
      isBlocked(billWith({ [name]: figure }))
    }
    expect(billWith({ [name]: buildFigure('0', 'Rs') }).subsidyPaise).toBe(82_200)
  })
})
