import { describe, expect, it } from 'vitest'
import { buildEnergy } from '../../../support/record-builder.ts'
import { linesText, milli, priced, recordOfRow } from '../bill.ts'

/** One rate for every unit, one line. */
describe('energy, flat: Rs 7.42 a unit', () => {
  const record = recordOfRow({ energy: buildEnergy('flat', [[null, '7.42']]), fixed: null })

  it.each([
    ['0', 'energy 0 x 7.42 = 0'],
    ['200', 'energy 200 x 7.42 = 148400'],
    ['0.5', 'energy 0.5 x 7.42 = 371'],
    ['104.1', 'energy 104.1 x 7.42 = 77242'], // 77242.2
    ['0.001', 'energy 0.001 x 7.42 = 1'], // 0.742
    ['10000000', 'energy 10000000 x 7.42 = 7420000000'],
  ])('%s units: %s paise', (units, line) => {
    const result = priced(record, { energyUnitsMilli: milli(units) })
    expect(linesText(result)).toEqual([line])
    expect(result.basePaise).toBe(result.energyPaise)
  })
})

describe('energy, flat: half a paisa goes up', () => {
  it.each([
    // rate, units, paise
    ['0.005', '1', 1], // 0.5
    ['0.005', '3', 2], // 1.5
    ['0.0049', '1', 0], // 0.49
    ['0.00499999', '1', 0],
    ['-0.005', '1', 0], // -0.5 goes up to 0, which is not -0
    ['-0.0051', '1', -1], // -0.51
    ['3.055', '0.1', 31], // 30.55
  ])('Rs %s, %s units: %s paise', (rate, units, paise) => {
    const record = recordOfRow({ energy: buildEnergy('flat', [[null, rate]]), fixed: null })
    expect(priced(record, { energyUnitsMilli: milli(units) }).basePaise).toBe(paise)
  })
})
