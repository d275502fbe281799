import { describe, expect, it } from 'vitest'
import { buildEnergy, buildFigure, buildFixed, buildHeldFigure, buildSubsidy } from '../../../support/record-builder.ts'
import { bill, priced, recordOf, refusal } from '../bill.ts'

/**
 * Free units by billing days (docs/design/release.md#bihar): 25 days 104, 30 days 125, 40 days 167. Rs 7.42 a unit,
 * Rs 80 a kW, 2 kW: the fixed charge is 16000 paise.
 */
const subsidy = buildSubsidy({ 25: '104', 30: '125', 40: '167' })
const row = { energy: buildEnergy('flat', [[null, '7.42']]), fixed: buildFixed('flat', 'kW', [[null, '80']]) }
const record = recordOf({ rows: [row], rules: { subsidy } })
const load = { connected_load: 2 }

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
    const result = priced(record, { ...load, billing_days: days, energy_units: units })
    expect(result).toMatchObject({
      basePaise: base,
      subsidy: { status: 'applied', energyWaivedPaise: energy, fixedWaivedPaise: fixed, amountPaise: energy + fixed },
      finalPaise: payable,
    })
  })

  it('is not evaluated without billing days, and the base tariff is the same with them', () => {
    const without = priced(record, load)
    expect(without).toMatchObject({ subsidy: { status: 'not_evaluated' }, finalPaise: null })
    expect(priced(record, { ...load, billing_days: 30 }).basePaise).toBe(without.basePaise)
  })

  it('does not apply to a category outside the scheme', () => {
    const outside = recordOf({ rows: [row], rules: { subsidy: { ...subsidy, applies_to: ['OTHER'] } } })
    const result = priced(outside, { ...load, billing_days: 30 })
    expect(result).toMatchObject({ subsidy: { status: 'not_applicable' }, finalPaise: null })
  })

  it.each([0, 24, 31, 60, Number.NaN, 30.5])('refuses %s billing days and names those it supports', (billing_days) => {
    expect(bill(record, { ...load, billing_days })).toMatchObject({
      code: 'UNSUPPORTED_BILLING_DAYS',
      details: { supported: [25, 30, 40] },
    })
  })

  it('waives nothing for a charge that the row does not have', () => {
    const rules = { subsidy }
    const energyOnly = recordOf({ rows: [{ ...row, fixed: null }], rules })
    expect(priced(energyOnly, { billing_days: 30 })).toMatchObject({
      subsidy: { status: 'applied', energyWaivedPaise: 74_200, fixedWaivedPaise: 0 },
      finalPaise: 0,
    })
    const fixedOnly = recordOf({ rows: [{ ...row, energy: null }], rules })
    expect(priced(fixedOnly, { ...load, billing_days: 30 })).toMatchObject({
      subsidy: { status: 'applied', energyWaivedPaise: 0, fixedWaivedPaise: 16_000 },
      finalPaise: 0,
    })
  })

  it('is blocked for days with a held entitlement: the days are known, but not their units', () => {
    const held = { ...subsidy, entitlements: [{ billing_days: 30, units: buildHeldFigure('kWh') }] }
    expect(priced(recordOf({ rows: [row], rules: { subsidy: held } }), { ...load, billing_days: 30 })).toMatchObject({
      subsidy: { status: 'blocked' },
      finalPaise: null,
    })
  })

  it('is blocked unless the release states that a covered unit and a covered bill cost nothing', () => {
    for (const part of ['energy_within', 'fixed_within'] as const) {
      const unit = part === 'energy_within' ? 'Rs/kWh' : 'Rs'
      for (const figure of [buildFigure('0.50', unit), buildHeldFigure(unit)]) {
        const priceless = recordOf({ rows: [row], rules: { subsidy: { ...subsidy, [part]: figure } } })
        expect(priced(priceless, { ...load, billing_days: 30 }).subsidy.status).toBe('blocked')
      }
    }
  })

  it('is refused below the floor when its own figures are weaker than the row’s', () => {
    const weak = { ...subsidy, entitlements: [{ billing_days: 30, units: buildFigure('125', 'kWh', 'specimen') }] }
    const specimen = recordOf({ rows: [row], rules: { subsidy: weak } })
    expect(refusal(specimen, { ...load, billing_days: 30 }, { floor: 'derived' })).toBe('EVIDENCE_BELOW_FLOOR')
    expect(refusal(specimen, load, { floor: 'derived' })).toBe('priced')
  })

  it('covers the first slabs of a telescopic charge, line by line', () => {
    const energy = buildEnergy('telescopic', [
      ['100', '3.05'],
      [null, '4.15'],
    ])
    const stepped = recordOf({ rows: [{ ...row, energy }], rules: { subsidy } })
    // 100 x 305 + 25 x 415 = 40875 of the 100 x 305 + 100 x 415 = 72000 is waived.
    const result = priced(stepped, { ...load, billing_days: 30, energy_units: 200 })
    expect(result).toMatchObject({ energyPaise: 72_000, subsidy: { energyWaivedPaise: 40_875 } })
  })
})
