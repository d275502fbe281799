import { describe, expect, it } from 'vitest'
import { buildEnergy } from '../../../support/record-builder.ts'
import { linesText, milli, priced, recordOfRow } from '../bill.ts'

/** The slab reached prices every unit, on one line. */
describe('energy, whole: up to 50 units Rs 7.00, above Rs 8.50', () => {
  const record = recordOfRow({
    energy: buildEnergy('whole', [
      ['50', '7.00'],
      [null, '8.50'],
    ]),
    fixed: null,
  })

  it.each([
    ['0', 'energy 0 x 7.00 = 0'],
    ['50', 'energy 50 x 7.00 = 35000'],
    ['50.001', 'energy 50.001 x 8.50 = 42501'], // 42500.85
    ['51', 'energy 51 x 8.50 = 43350'],
  ])('%s units: %s paise', (units, line) => {
    expect(linesText(priced(record, { energyUnitsMilli: milli(units) }))).toEqual([line])
  })
})
