import { describe, expect, it } from 'vitest'
import { buildAdjustment, buildRecord } from '../../../support/record-builder.ts'
import { linesText, milli, priced } from '../bill.ts'

/** Rupees a unit, added or taken off (railway traction: above or below its base voltage). */
describe('step: Rs 0.345 a unit taken off above the base voltage, added below', () => {
  const rts = buildAdjustment('step', 'rts_voltage_mode', [
    ['at_base', 'none', null],
    ['above_base', 'subtract', '0.345'],
    ['below_base', 'add', '0.345'],
  ])
  const record = buildRecord({ rules: { adjustments: [rts] } })

  it.each([
    ['below_base', '1000', 'adjustment 1000 x 0.345 = 34500'],
    ['above_base', '1000', 'adjustment 1000 x 0.345 = -34500'],
    ['below_base', '1', 'adjustment 1 x 0.345 = 35'], // 34.5 goes up
    ['above_base', '1', 'adjustment 1 x 0.345 = -34'], // -34.5 goes up
    ['above_base', '0', 'adjustment 0 x 0.345 = 0'],
  ])('%s, %s units: %s paise', (rtsVoltageMode, units, line) => {
    const result = priced(record, { rtsVoltageMode, energyUnitsMilli: milli(units) })
    expect(linesText(result)[2]).toBe(line)
    expect(Object.is(result.adjustmentsPaise, -0)).toBe(false)
  })

  it('at the base voltage changes nothing and is no line', () => {
    const result = priced(record, { rtsVoltageMode: 'at_base' })
    expect(result.adjustmentsPaise).toBeNull()
    expect(result.lines).toHaveLength(2)
  })
})
