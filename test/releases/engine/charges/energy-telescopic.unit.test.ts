import { describe, expect, it } from 'vitest'
import { buildEnergy } from '../../../support/record-builder.ts'
import { linesText, milli, priced, recordOfRow, refusal } from '../bill.ts'

/** Each slab's share at its own rate, one line a slab. Bounds are inclusive above: 100 units are in "51-100". */
describe('energy, telescopic: to 50 at Rs 3.05, to 100 at 3.50, above at 4.15', () => {
  const record = recordOfRow({
    energy: buildEnergy('telescopic', [
      ['50', '3.05'],
      ['100', '3.50'],
      [null, '4.15'],
    ]),
    fixed: null,
  })

  it.each([
    ['0', ['energy 0 x 3.05 = 0'], 0],
    ['50', ['energy 50 x 3.05 = 15250'], 15_250],
    ['50.001', ['energy 50 x 3.05 = 15250', 'energy 0.001 x 3.50 = 0'], 15_250],
    ['100', ['energy 50 x 3.05 = 15250', 'energy 50 x 3.50 = 17500'], 32_750],
    ['100.5', ['energy 50 x 3.05 = 15250', 'energy 50 x 3.50 = 17500', 'energy 0.5 x 4.15 = 208'], 32_958],
    ['120', ['energy 50 x 3.05 = 15250', 'energy 50 x 3.50 = 17500', 'energy 20 x 4.15 = 8300'], 41_050],
  ])('%s units: %s', (units, lines, paise) => {
    const result = priced(record, { energyUnitsMilli: milli(units) })
    expect(linesText(result)).toEqual(lines)
    expect(result.energyPaise).toBe(paise)
  })
})

describe('energy, telescopic, that ends', () => {
  it('refuses what lies above its last slab', () => {
    const record = recordOfRow({ energy: buildEnergy('telescopic', [['30', '3']]) })
    expect(refusal(record, { energyUnitsMilli: 30_000 })).toBe('priced')
    expect(refusal(record, { energyUnitsMilli: 30_001 })).toBe('CATEGORY_NOT_APPLICABLE')
  })
})
