import { describe, expect, it } from 'vitest'
import { CompileError } from '../../../releases/engine/charges/rate.ts'
import { compilePlan } from '../../../releases/engine/compile/plan.ts'
import { MAX_QUANTITY_MILLI } from '../../../releases/engine/types.ts'
import {
  buildAdjustment,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildRecord,
  buildSubsidy,
  type RecordParts,
} from '../../support/record-builder.ts'
import { priced, recordOfRow } from './bill.ts'

function refused(parts: RecordParts, path: string): void {
  const record = buildRecord(parts)
  expect(() => compilePlan(record)).toThrow(CompileError)
  expect(() => compilePlan(record)).toThrow(path)
}

describe('what the engine does not have is an error when the release is compiled, not a guess when it is used', () => {
  it('a flat charge of two steps', () => {
    const energy = buildEnergy('flat', [
      ['50', '3'],
      [null, '4'],
    ])
    refused({ rows: [{ energy }] }, 'rows/ROW/energy')
  })

  it('a charge by bands that does not say what it is banded by', () => {
    refused({ rows: [{ fixed: buildFixed('band', 'connection', [[null, '50']]) }] }, 'rows/ROW/fixed')
  })

  it('a slab bound finer than a thousandth', () => {
    refused({ rows: [{ energy: buildEnergy('telescopic', [['50.0001', '3']]) }] }, 'rows/ROW/energy')
  })

  it('a rate in another unit than its charge is counted in', () => {
    const inWatts = buildEnergy('flat', [[null, buildFigure('5', 'Rs/kVAh')]])
    refused({ rows: [{ energy: inWatts }] }, 'rows/ROW/energy/0')
    const percent = buildFixed('flat', 'kW', [[null, buildFigure('5', 'percent')]])
    refused({ rows: [{ fixed: percent }] }, 'rows/ROW/fixed/0')
  })

  it('an adjustment or an FPPAS in another unit than its kind', () => {
    const factor = buildAdjustment('factor', 'tod_period', [['peak', 'add', buildFigure('103', 'Rs/kWh')]])
    refused({ rules: { adjustments: [factor] } }, 'rules/adjustments/ADJ-TOD_PERIOD/peak')
    const step = buildAdjustment('step', 'rts_voltage_mode', [['above_base', 'add', buildFigure('1', 'percent')]])
    refused({ rules: { adjustments: [step] } }, 'rules/adjustments/ADJ-RTS_VOLTAGE_MODE/above_base')
    const period = buildFppas(buildFigure('1', 'percent'), { value_unit: 'paise_per_unit' })
    refused({ rules: { fppas_periods: [period] } }, 'rules/fppas_periods/FPPAS-2026-04')
  })

  it('an entitlement in anything but units', () => {
    const subsidy = buildSubsidy({ 30: '125' })
    const entitlements = [{ billing_days: 30, units: buildFigure('125', 'Rs') }]
    refused({ rules: { subsidy: { ...subsidy, entitlements } } }, 'rules/subsidy/entitlements/30')
  })

  it('an option or an entitlement that stands twice', () => {
    const twice = buildAdjustment('factor', 'tod_period', [
      ['peak', 'add', '103'],
      ['peak', 'add', '104'],
    ])
    refused({ rules: { adjustments: [twice] } }, 'ADJ-TOD_PERIOD')
    const subsidy = buildSubsidy({ 30: '125' })
    const entitlements = [...subsidy.entitlements, ...subsidy.entitlements]
    refused({ rules: { subsidy: { ...subsidy, entitlements } } }, 'rules/subsidy/entitlements/30')
  })
})

describe('amounts stay safe integers for the largest accepted input', () => {
  it('a rate that could leave them is refused', () => {
    refused({ rows: [{ energy: buildEnergy('flat', [[null, '9007.2']]) }] }, 'rows/ROW/energy/0')
  })

  it('a percentage of an amount that could leave them is refused, though each alone is small', () => {
    const energy = buildEnergy('flat', [[null, '9000']])
    const row = { energy, fixed: null }
    const tod = buildAdjustment('factor', 'tod_period', [['peak', 'add', '103.25']])
    refused({ rows: [row], rules: { adjustments: [tod] } }, 'ADJ-TOD_PERIOD/peak')
    refused({ rows: [row], rules: { fppas_periods: [buildFppas('103.25')] } }, 'FPPAS-2026-04')
  })

  it('the largest that is accepted is exact to the paisa', () => {
    const energy = buildEnergy('flat', [[null, '7.4251']])
    const result = priced(recordOfRow({ energy, fixed: null }), { energyUnitsMilli: MAX_QUANTITY_MILLI - 1 })
    // 9,999,999.999 x 742.51 = 7,425,099,999.25749 paise.
    expect(result.energyPaise).toBe(7_425_099_999)
  })
})
