import { describe, expect, it } from 'vitest'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import {
  buildAdjustment,
  buildCharge,
  buildEnergy,
  buildFixed,
  buildWheeling,
  type RecordParts,
} from '../../../support/record-builder.ts'
import { licensees, linesOf, priced, recordOf } from '../bill.ts'

/** 100 units: energy 50000, wheeling 10000, fixed 5000, other 700, minimum 0 of 1000; beside 300. */
const ROW = {
  energy: buildEnergy('flat', [[null, '5']]),
  wheeling: buildWheeling('1'),
  fixed: buildFixed('flat', 'connection', [[null, '50']]),
  more: [
    buildCharge('rent', 'flat', 'connection', [[null, '7']]),
    buildCharge('least', 'flat', 'connection', [[null, '60']], { minimum_of: ['fixed'] }),
    buildCharge('duty', 'flat', 'connection', [[null, '3']], { side: 'beside' }),
  ],
}
const record = (adjustments: Adjustment[], parts: RecordParts = {}) =>
  recordOf({ rows: [ROW], rules: { adjustments }, ...parts })
const tenPercent = (id: string, parts: Partial<Adjustment> = {}) =>
  buildAdjustment(id, 'percent', [['', 'add', '10']], parts)

describe('the base of an adjustment', () => {
  it.each([
    [['energy'], 5000],
    [['wheeling'], 1000],
    [['fixed'], 500],
    [['other'], 70],
    [['minimum'], 100], // Rs 60 less Rs 50
    [['energy', 'fixed'], 5500],
    [['rent'], 70],
    [['least'], 100],
    [['base_tariff'], 6670],
    [['energy', 'rent'], 5070],
  ])('of %s: %s paise', (of, paise) => {
    expect(priced(record([tenPercent('A', { of })])).adjustmentsPaise).toBe(paise)
  })

  it.each([
    [['duty'], 30],
    [['base_tariff'], 6670],
    [['bill'], 6700],
  ])('beside, of %s: %s paise', (of, paise) => {
    const { beside, basePaise } = priced(record([tenPercent('A', { of, side: 'beside' })]))
    expect(beside?.lines.at(-1)?.amountPaise).toBe(paise)
    expect(basePaise).toBe(66_700)
  })

  it('two adjustments are each taken of the charges, never of each other', () => {
    const twice = [tenPercent('A'), tenPercent('B', { order: 2 })]
    expect(linesOf(record(twice)).slice(-2)).toEqual(['A 500 x 10 = 5000', 'B 500 x 10 = 5000'])
  })

  it('unless one names the other, or all that stands before it', () => {
    const first = tenPercent('A', { order: 1 })
    const of = (...names: string[]) => linesOf(record([first, tenPercent('B', { order: 2, of: names })])).at(-1)
    expect(of('A')).toBe('B 50 x 10 = 500')
    expect(of('energy', 'A')).toBe('B 550 x 10 = 5500')
    expect(of('base_tariff')).toBe('B 717 x 10 = 7170')
  })

  it('runs in the order of `order`, not of the record, and those of the base before all beside', () => {
    const adjustments = [
      tenPercent('LAST', { order: 3, of: ['base_tariff'] }),
      tenPercent('BESIDE', { order: 1, side: 'beside', of: ['bill'] }),
      tenPercent('FIRST', { order: 2, of: ['base_tariff'] }),
    ]
    const { lines, beside } = priced(record(adjustments))
    // 66700 + 6670 = 73370, + 7337 = 80707, + 300 beside = 81007
    expect(lines.slice(-2).map(({ step, amountPaise }) => [step.id, amountPaise])).toEqual([
      ['FIRST', 6670],
      ['LAST', 7337],
    ])
    expect(beside?.lines.map(({ step, amountPaise }) => [step.id, amountPaise])).toEqual([
      ['duty', 300],
      ['BESIDE', 8101],
    ])
  })

  it('is of lines as already rounded', () => {
    const rows = [
      {
        energy: buildEnergy('telescopic', [
          ['1', '0.005'],
          [null, '0.005'],
        ]),
        fixed: null,
      },
    ]
    // Two lines of half a paisa are a paisa each: 100 percent of them is 2.
    const all = buildAdjustment('A', 'percent', [['', 'add', '100']])
    expect(priced(record([all], { rows }), { energy_units: 2 }).adjustmentsPaise).toBe(2)
  })
})

describe('to whom an adjustment applies', () => {
  it('is the categories that it names', () => {
    const parts = { rows: [ROW, { ...ROW, row_id: 'SHOP', subcategory_code: 'SHOP' }] }
    const of = record([tenPercent('A', { applies_to: ['SHOP'] })], parts)
    expect(priced(of).adjustmentsPaise).toBeNull()
    expect(priced(of, { subcategory_code: 'SHOP' }).adjustmentsPaise).toBe(5000)
  })

  it('is every licensee, or those that it names; none where none is known', () => {
    const of = record([tenPercent('A', { licensees: ['BR_NORTH'] })], { licensees: licensees('BR_NORTH', 'BR_SOUTH') })
    expect(priced(of, { licensee_code: 'BR_NORTH' }).adjustmentsPaise).toBe(5000)
    expect(priced(of, { licensee_code: 'BR_SOUTH' }).adjustmentsPaise).toBeNull()
    expect(priced(of).adjustmentsPaise).toBeNull()
  })
})
