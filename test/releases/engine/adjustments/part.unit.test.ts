import { describe, expect, it } from 'vitest'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import { quoteOnSheet } from '../../../support/figure-builder.ts'
import { buildAdjustment, buildEnergy, type RecordParts } from '../../../support/record-builder.ts'
import { linesOf, priced, recordOfRow } from '../bill.ts'

const SLABS = buildEnergy('telescopic', [
  ['100', '5'],
  [null, '7'],
])

/** A tenth of what falls on the units of the peak zone. */
function record(by: 'top_of_steps' | 'average_rate' | null, energy = SLABS, parts: RecordParts = {}) {
  const part: Adjustment['part'] = {
    charge_id: 'energy',
    quantity: 'energy_by_zone.peak',
    by,
    evidence: by === null ? null : quoteOnSheet('peak units are the last units'),
  }
  const peak = buildAdjustment('PEAK', 'percent', [['', 'add', '10']], { part })
  return recordOfRow({ energy, fixed: null }, { zones: ['peak', 'rest'], rules: { adjustments: [peak] }, ...parts })
}
const body = (units: number, peak: number) => ({
  energy_units: units,
  energy_by_zone: { peak, rest: String(units - peak) },
})

describe('the part of a stepped charge', () => {
  it.each([
    // 120 units are 50000 + 14000 paise.
    [120, 40, 2400], // less 80 x 500 = 40000: 24000
    [120, 20, 1400],
    [120, 120, 6400],
    [120, 0, 0],
    [80, 40, 2000],
  ])('top_of_steps: %s units, %s of them at peak: %s paise', (units, peak, paise) => {
    expect(priced(record('top_of_steps'), body(units, peak)).adjustmentsPaise).toBe(paise)
  })

  it.each([
    [120, 40, 2133], // 64000 x 40 / 120 = 21333.33
    [120, 120, 6400],
    [120, 0, 0],
    [0, 0, 0],
  ])('average_rate: %s units, %s of them at peak: %s paise', (units, peak, paise) => {
    expect(priced(record('average_rate'), body(units, peak)).adjustmentsPaise).toBe(paise)
  })

  it('shows the base in rupees, exact', () => {
    expect(linesOf(record('average_rate'), body(120, 40)).at(-1)).toBe('PEAK 640/3 x 10 = 2133')
    expect(linesOf(record('top_of_steps'), body(120, 40)).at(-1)).toBe('PEAK 240 x 10 = 2400')
  })

  it('top_of_steps is of rounded lines', () => {
    const energy = buildEnergy('telescopic', [
      ['1', '0.005'],
      [null, '0.005'],
    ])
    const all = record('top_of_steps', energy)
    const full = { ...all.rules.adjustments[0]!, cases: buildAdjustment('', 'percent', [['', 'add', '100']]).cases }
    // Two lines of half a paisa are 2 paise, less the first of 1.
    const result = priced({ ...all, rules: { ...all.rules, adjustments: [full] } }, body(2, 1))
    expect(result.adjustmentsPaise).toBe(1)
  })
})

describe('the part of a flat charge', () => {
  it('is rate times part, unrounded', () => {
    const energy = buildEnergy('flat', [[null, '7.777']])
    // 777.7 x 3 / 10 = 233.31
    expect(linesOf(record(null, energy), body(100, 3)).at(-1)).toBe('PEAK 23.331 x 10 = 233')
    expect(priced(record(null, energy), body(0, 0)).adjustmentsPaise).toBe(0)
  })
})
