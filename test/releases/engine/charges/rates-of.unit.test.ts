import { describe, expect, it } from 'vitest'
import type { Charge } from '../../../../releases/record/charge.ts'
import { buildEnergy, buildFigure } from '../../../support/record-builder.ts'
import { linesOf, priced, recordOf, recordOfRow, refusal } from '../bill.ts'

const slabs = buildEnergy('telescopic', [
  ['100', '3.35'],
  [null, '5.15'],
])

/** Temporary supply at one and a half times the rates of regular supply. */
const multiplied = (multiple: string, grade: 'order' | 'specimen' = 'order'): Charge => ({
  ...slabs,
  steps: [],
  rates_of: { row_id: 'ROW', charge_id: 'energy', multiple: buildFigure(multiple, 'times', grade) },
})
const record = (charge: Charge) =>
  recordOf({
    rows: [
      { energy: slabs, fixed: null },
      { row_id: 'TEMP', subcategory_code: 'TEMP', energy: charge, fixed: null },
    ],
  })

describe('the rates of another charge, multiplied', () => {
  it('are exact, and the line shows the multiplied rate', () => {
    expect(linesOf(record(multiplied('1.5')), { subcategory_code: 'TEMP', energy_units: 101 })).toEqual([
      'energy 100 x 5.025 = 50250',
      'energy 1 x 7.725 = 773', // 772.5
    ])
  })

  it('are rounded once, on the line: 1.333 times Rs 3.35 is 4.46555', () => {
    expect(linesOf(record(multiplied('1.333')), { subcategory_code: 'TEMP', energy_units: 3 })).toEqual([
      'energy 3 x 4.46555 = 1340', // 1339.665
    ])
  })

  it('rest on both figures: the weaker grade counts, and the multiple is shown', () => {
    const specimen = record(multiplied('1.5', 'specimen'))
    expect(refusal(specimen, { subcategory_code: 'TEMP' }, { floor: 'derived' })).toBe('EVIDENCE_BELOW_FLOOR')
    const { lines } = priced(record(multiplied('1.5')), { subcategory_code: 'TEMP' })
    expect(lines[0]?.step.rate).toMatchObject({
      grade: 'transcription',
      evidence: { quote: '3.35 Rs/kWh', multiple: { quote: '1.5 times', grade: 'order' } },
    })
  })

  it('of a multiple of a multiple multiply both', () => {
    const twice = { ...multiplied('2'), rates_of: { ...multiplied('2').rates_of!, row_id: 'TEMP' } }
    const chain = recordOf({
      rows: [
        { energy: slabs, fixed: null },
        { row_id: 'TEMP', subcategory_code: 'TEMP', energy: multiplied('1.5'), fixed: null },
        { row_id: 'LAST', subcategory_code: 'LAST', energy: twice, fixed: null },
      ],
    })
    expect(linesOf(chain, { subcategory_code: 'LAST', energy_units: 1 })).toEqual(['energy 1 x 10.05 = 1005'])
  })

  it.each(['rows/ROW/energy', 'rows/TEMP/energy', 'rows/TEMP'])('are held with %s', (path) => {
    const body = { subcategory_code: 'TEMP' }
    expect(refusal(record(multiplied('1.5')), body, { holds: [path] })).toBe('RATE_NOT_VERIFIED')
  })

  it('a hold on the multiplied charge leaves the one multiplied', () => {
    expect(refusal(record(multiplied('1.5')), {}, { holds: ['rows/TEMP/energy'] })).toBe('priced')
  })

  it('may be of the same row', () => {
    const night = { ...multiplied('0.5'), charge_id: 'night', component: 'other' as const, per: 'energy_kwh' }
    expect(linesOf(recordOfRow({ energy: slabs, fixed: null, more: [night] }), { energy_kwh: 4 })).toEqual([
      'energy 100 x 3.35 = 33500',
      'night 4 x 1.675 = 670',
    ])
  })
})
