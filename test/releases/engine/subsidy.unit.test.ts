import { describe, expect, it } from 'vitest'
import {
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildRecord,
  buildSubsidy,
} from '../../support/record-builder.ts'
import { bill, milli, priced, refusal } from './bill.ts'

/**
 * Free units by billing days (release design 3.5): 25 days 104, 30 days 125, 40 days 167. Rs 7.42 a unit, Rs 80 a kW,
 * 2 kW: the fixed charge is 16000 paise.
 */
const subsidy = buildSubsidy({ 25: '104', 30: '125', 40: '167' })
const row = { energy: buildEnergy('flat', [[null, '7.42']]), fixed: buildFixed('flat', 'kW', [[null, '80']]) }
const record = buildRecord({ rows: [row], rules: { subsidy } })
const load = { connectedLoadMilli: 2000 }

describe('the verified core of the subsidy', () => {
  it.each([
    // days, units, base, energy waived, fixed waived, payable
    [25, '104', 93_168, 77_168, 16_000, 0],
    [30, '0', 16_000, 0, 16_000, 0],
    [30, '125', 108_750, 92_750, 16_000, 0],
    [30, '125.001', 108_751, 92_750, 0, 16_001],
    [30, '200', 164_400, 92_750, 0, 71_650],
    [40, '167', 139_914, 123_914, 16_000, 0],
    [40, '168', 140_656, 123_914, 0, 16_742],
  ] as const)('%s days, %s units: base %s, waived %s + %s, payable %s', (days, units, base, energy, fixed, payable) => {
    const result = priced(record, { ...load, billingDays: days, energyUnitsMilli: milli(units) })
    expect(result).toMatchObject({
      basePaise: base,
      subsidy: { status: 'applied', energyWaivedPaise: energy, fixedWaivedPaise: fixed, amountPaise: energy + fixed },
      finalPaise: payable,
    })
  })

  it('is not evaluated without billing days, and the base tariff is the same with them', () => {
    const without = priced(record, load)
    expect(without).toMatchObject({ subsidy: { status: 'not_evaluated' }, finalPaise: null })
    expect(priced(record, { ...load, billingDays: 30 }).basePaise).toBe(without.basePaise)
  })

  it('does not apply to a category outside the scheme', () => {
    const outside = buildRecord({ rows: [row], rules: { subsidy: { ...subsidy, applies_to: ['OTHER'] } } })
    const result = priced(outside, { ...load, billingDays: 30 })
    expect(result).toMatchObject({ subsidy: { status: 'not_applicable' }, finalPaise: null })
  })

  it.each([0, 24, 31, 60, Number.NaN, 30.5])('refuses %s billing days and names those it supports', (billingDays) => {
    expect(bill(record, { ...load, billingDays })).toMatchObject({
      code: 'UNSUPPORTED_BILLING_DAYS',
      details: { supported: [25, 30, 40] },
    })
  })

  it('waives nothing for a charge that the row does not have', () => {
    const rules = { subsidy }
    const energyOnly = buildRecord({ rows: [{ ...row, fixed: null }], rules })
    expect(priced(energyOnly, { billingDays: 30 })).toMatchObject({
      subsidy: { status: 'applied', energyWaivedPaise: 74_200, fixedWaivedPaise: 0 },
      finalPaise: 0,
    })
    const fixedOnly = buildRecord({ rows: [{ ...row, energy: null }], rules })
    expect(priced(fixedOnly, { ...load, billingDays: 30 })).toMatchObject({
      subsidy: { status: 'applied', energyWaivedPaise: 0, fixedWaivedPaise: 16_000 },
      finalPaise: 0,
    })
  })

  it('is blocked for days whose entitlement is held: the days are known, their units are not', () => {
    const held = { ...subsidy, entitlements: [{ billing_days: 30, units: buildHeldFigure('kWh') }] }
    expect(priced(buildRecord({ rows: [row], rules: { subsidy: held } }), { ...load, billingDays: 30 })).toMatchObject({
      subsidy: { status: 'blocked' },
      finalPaise: null,
    })
  })

  it('is blocked unless the release states that a covered unit and a covered bill cost nothing', () => {
    for (const part of ['energy_within', 'fixed_within'] as const) {
      const unit = part === 'energy_within' ? 'Rs/kWh' : 'Rs'
      for (const figure of [buildFigure('0.50', unit), buildHeldFigure(unit)]) {
        const priceless = buildRecord({ rows: [row], rules: { subsidy: { ...subsidy, [part]: figure } } })
        expect(priced(priceless, { ...load, billingDays: 30 }).subsidy.status).toBe('blocked')
      }
    }
  })

  it('is refused below the floor when its own figures are weaker than the row’s', () => {
    const weak = { ...subsidy, entitlements: [{ billing_days: 30, units: buildFigure('125', 'kWh', 'specimen') }] }
    const specimen = buildRecord({ rows: [row], rules: { subsidy: weak } })
    expect(refusal(specimen, { ...load, billingDays: 30 }, { floor: 'derived' })).toBe('EVIDENCE_BELOW_FLOOR')
    expect(refusal(specimen, load, { floor: 'derived' })).toBe('priced')
  })

  it('covers the first slabs of a telescopic charge, line by line', () => {
    const energy = buildEnergy('telescopic', [
      ['100', '3.05'],
      [null, '4.15'],
    ])
    const stepped = buildRecord({ rows: [{ ...row, energy }], rules: { subsidy } })
    // 100 x 305 + 25 x 415 = 40875 of the 100 x 305 + 100 x 415 = 72000 is waived.
    const result = priced(stepped, { ...load, billingDays: 30, energyUnitsMilli: 200_000 })
    expect(result).toMatchObject({ energyPaise: 72_000, subsidy: { energyWaivedPaise: 40_875 } })
  })
})

describe('an approved exact-month FPPAS', () => {
  const inputs = { ...load, billingDays: 30, billingMonth: '2026-06', energyUnitsMilli: 200_000 }
  const withPeriod = (...periods: Parameters<typeof buildFppas>[]) =>
    buildRecord({ rows: [row], rules: { subsidy, fppas_periods: periods.map((each) => buildFppas(...each)) } })

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
    expect(priced(withPeriod(['10']), { ...inputs, billingDays: null })).toMatchObject({
      fppas: null,
      finalPaise: null,
    })
  })

  it('is judged against the floor where it is applied', () => {
    const specimen = withPeriod([buildFigure('10', 'percent', 'specimen')])
    expect(refusal(specimen, inputs, { floor: 'derived' })).toBe('EVIDENCE_BELOW_FLOOR')
    expect(refusal(specimen, { ...inputs, billingMonth: '2026-07' }, { floor: 'derived' })).toBe('priced')
  })
})
