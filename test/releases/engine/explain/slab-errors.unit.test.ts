import { expect, test } from 'vitest'
import { wrongSlabEdges } from '../../../../releases/engine/explain/slab-errors.ts'
import type { Charge } from '../../../../releases/record/charge.ts'
import { quoteOnSheet } from '../../../support/figure-builder.ts'
import { buildAdjustment, buildEnergy, buildFigure, buildProration } from '../../../support/record-builder.ts'
import { recordOf } from '../bill.ts'
import { namedOf, triedOf } from './support.ts'

/** Slabs applied differently from the schedule: to 50 at Rs 3, to 100 at Rs 4, above at Rs 6. */

const SLABS = [
  ['50', '3'],
  ['100', '4'],
  [null, '6'],
] as const
const ELSEWHERE = [
  ['40', '1'],
  ['90', '1'],
  [null, '1'],
] as const
const record = recordOf({
  rows: [
    { energy: buildEnergy('telescopic', SLABS), fixed: null },
    { row_id: 'OTHER', subcategory_code: 'COM', energy: buildEnergy('telescopic', ELSEWHERE), fixed: null },
  ],
})
const tried = (energy_units: number, energy_charge_paise: number) =>
  triedOf(wrongSlabEdges, [record], { energy_units, actual_bill: { energy_charge_paise } })

// 120 units are 150 + 200 + 120 = Rs 470.
test.each([
  ['all at the first rate', 36_000, 'energy charge all at the rate of the slab from 0 to 50'],
  ['all at the second rate', 48_000, 'energy charge all at the rate of the slab from 50 to 100'],
  ['all at the last rate', 72_000, 'energy charge all at the rate of the slab from 100'],
  ['edges of another row', 50 * 0 + 40 * 300 + 50 * 400 + 30 * 600, 'energy charge with slab limits at 40, 90'],
  [
    'edges for half a month',
    25 * 300 + 25 * 400 + 70 * 600,
    'energy charge with slab limits at 25, 50, as for half a month',
  ],
  ['edges for two months', 100 * 300 + 20 * 400, 'energy charge with slab limits at 100, 200, as for two months'],
  ['no first edge', 100 * 400 + 20 * 600, 'energy charge without the slab limit at 50'],
  ['no second edge', 50 * 300 + 70 * 400, 'energy charge without the slab limit at 100'],
  ['an edge a unit lower', 49 * 300 + 51 * 400 + 20 * 600, 'energy charge with the slab limit at 50 put at 49'],
  ['an edge a unit higher', 50 * 300 + 51 * 400 + 19 * 600, 'energy charge with the slab limit at 100 put at 101'],
  ['an edge that is likely', 35 * 300 + 65 * 400 + 20 * 600, 'energy charge with the slab limit at 50 put at 35'],
])('%s', (_, paise, says) => {
  expect(namedOf([record], { energy_units: 120, actual_bill: { energy_charge_paise: paise } })).toContainEqual([
    `wrong_slab_edges: ${says}`,
    paise - 47_000,
  ])
})

test('limits of a prorated bill are for its days, and are named as printed', () => {
  const days = recordOf({
    rows: [{ energy: buildEnergy('telescopic', SLABS), fixed: null }],
    rules: { proration: [buildProration()] },
  })
  // 240 units in 60 days: 100 at Rs 3, 100 at Rs 4, 40 at Rs 6.
  const twoMonths = { energy_units: 240, bill_period: { from: '2026-05-02', to: '2026-06-30' } }
  const named = (energy_charge_paise: number) =>
    namedOf([days], { ...twoMonths, actual_bill: { energy_charge_paise } }).map(([says]) => says)
  expect(named(70 * 300 + 130 * 400 + 40 * 600)).toContain(
    'wrong_slab_edges: energy charge with the slab limit at 50 put at 35',
  )
  expect(named(240 * 400)).toContain('wrong_slab_edges: energy charge all at the rate of the slab from 50 to 100')
  expect(named(100 * 300 + 140 * 400)).toContain('wrong_slab_edges: energy charge without the slab limit at 100')
})

test('tries what comes near to the bill and nothing else, to a paisa a slab and one more', () => {
  const all = 'energy charge all at the rate of the slab from 50 to 100'
  for (const off of [-4, -1, 1, 4]) expect(tried(120, 48_000 + off), String(off)).toContain(all)
  for (const off of [-5, 5]) expect(tried(120, 48_000 + off), String(off)).not.toContain(all)
  expect(tried(120, 999_999_937)).toEqual([])
})

test('a unit that lies in no other slab by a moved edge gives nothing to try', () => {
  expect(tried(120, 47_000)).toEqual([])
  expect(tried(30, 9_001)).toEqual(expect.arrayContaining(['energy charge with the slab limit at 50 put at 49']))
})

test('of the whole method, all edges and the other method are tried, single edges are not', () => {
  const whole = recordOf({ rows: [{ energy: buildEnergy('whole', SLABS), fixed: null }] })
  const bill = (paise: number) =>
    triedOf(wrongSlabEdges, [whole], { energy_units: 60, actual_bill: { energy_charge_paise: paise } })
  expect(bill(18_000)).toEqual([
    'energy charge all at the rate of the slab from 0 to 50',
    'energy charge with slab limits at 100, 200, as for two months',
  ])
  expect(bill(36_000)).toEqual([
    'energy charge all at the rate of the slab from 100',
    'energy charge with slab limits at 25, 50, as for half a month',
  ])
})

test('rates taken from another row are there when its own slabs are altered', () => {
  const energy = buildEnergy('telescopic', SLABS)
  const rates_of = { row_id: 'OTHER', charge_id: 'energy', multiple: buildFigure('1.5', 'times') }
  const lent = {
    ...energy,
    charge_id: 'lent',
    component: 'other',
    steps: [],
    rates_of,
  } satisfies Partial<Charge> as Charge
  const taken = recordOf({
    rows: [
      { energy, fixed: null, more: [lent] },
      { row_id: 'OTHER', subcategory_code: 'COM', energy: buildEnergy('telescopic', ELSEWHERE), fixed: null },
    ],
  })
  expect(namedOf([taken], { energy_units: 120, actual_bill: { energy_charge_paise: 36_000 } })).toContainEqual([
    'wrong_slab_edges: energy charge all at the rate of the slab from 0 to 50',
    -11_000,
  ])
})

test('two rows that take rates of each other, each for another charge, are each there once', () => {
  const taking = (row_id: string, charge_id: string) =>
    ({
      ...buildEnergy('telescopic', SLABS),
      charge_id: 'lent',
      component: 'other',
      steps: [],
      rates_of: { row_id, charge_id, multiple: buildFigure('1.5', 'times') },
    }) satisfies Partial<Charge> as Charge
  const energy = buildEnergy('telescopic', SLABS)
  const mutual = recordOf({
    rows: [
      { row_id: 'OWN', energy, fixed: null, more: [taking('OTHER', 'energy')] },
      { row_id: 'OTHER', subcategory_code: 'COM', energy, fixed: null, more: [taking('OWN', 'energy')] },
    ],
  })
  expect(namedOf([mutual], { energy_units: 120, actual_bill: { energy_charge_paise: 36_000 } })).toContainEqual([
    'wrong_slab_edges: energy charge all at the rate of the slab from 0 to 50',
    -11_000,
  ])
})

test('an edge that is a quantity is not moved, but all units may be at one rate', () => {
  const energy = buildEnergy('telescopic', [
    ['contract_demand_kva', '3'],
    [null, '4'],
  ])
  const bill = { energy_units: 120, contract_demand_kva: 50, actual_bill: { energy_charge_paise: 36_000 } }
  const dependent = recordOf({ rows: [{ energy, fixed: null }] })
  expect(triedOf(wrongSlabEdges, [dependent], bill)).toEqual(['energy charge all at Rs 3'])
  expect(namedOf([dependent], bill)).toContainEqual(['wrong_slab_edges: energy charge all at Rs 3', -7_000])
})

test('a charge of one step has no slabs to take otherwise', () => {
  const flat = recordOf({ rows: [{ energy: buildEnergy('flat', [[null, '3']]), fixed: null }] })
  expect(triedOf(wrongSlabEdges, [flat], { actual_bill: { energy_charge_paise: 30_001 } })).toEqual([])
})

test('two slabs are enough to be applied wrongly', () => {
  const two = recordOf({
    rows: [
      {
        energy: buildEnergy('telescopic', [
          ['50', '3'],
          [null, '6'],
        ]),
        fixed: null,
      },
    ],
  })
  const says = 'wrong_slab_edges: energy charge all at the rate of the slab from 50'
  const billed = namedOf([two], { energy_units: 120, actual_bill: { energy_charge_paise: 72_000 } })
  expect(billed).toContainEqual([says, 72_000 - 57_000])
})

test('slabs that an adjustment reads stay: a release with one slab would not compile', () => {
  const part = {
    charge_id: 'energy',
    quantity: 'energy_units',
    by: 'top_of_steps',
    evidence: quoteOnSheet('the last units'),
  } as const
  const peak = buildAdjustment('PEAK', 'percent', [['', 'add', '10']], { part })
  const read = recordOf({
    rows: [{ energy: buildEnergy('telescopic', SLABS), fixed: null }],
    rules: { adjustments: [peak] },
  })
  const named = (paise: number) => namedOf([read], { energy_units: 120, actual_bill: { energy_charge_paise: paise } })
  expect(named(72_000)).toContainEqual(['wrong_slab_edges: energy charge all at Rs 6', 25_000])
  expect(named(50 * 300 + 70 * 400)).toEqual([])
})
