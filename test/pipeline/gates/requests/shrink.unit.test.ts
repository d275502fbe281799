import { expect, it } from 'vitest'
import type { Draft } from '../../../../pipeline/gates/calculation/draft.ts'
import { shrink } from '../../../../pipeline/gates/requests/shrink.ts'

/** A failing request is reduced to the smallest one that still fails. */

const QUANTITIES = new Map([
  ['energy_units', 10_000_000_000],
  ['connected_load', 10_000_000_000],
])
const LARGE: Draft = {
  subcategory_code: 'DOM',
  energy_units: '1234.567',
  connected_load: '9.5',
  area_type: 'rural',
  'payment.digital': true,
  'payment.by_due_date': true,
}
const units = (draft: Draft): number => Number(draft['energy_units'])

it.each<[string, (draft: Draft) => boolean, Draft]>([
  ['whatever is asked', () => true, { subcategory_code: 'DOM', energy_units: '0' }],
  ['from 100.001 on', (draft) => units(draft) > 100, { subcategory_code: 'DOM', energy_units: '100.001' }],
  ['from 0.001 on', (draft) => units(draft) > 0, { subcategory_code: 'DOM', energy_units: '0.001' }],
  [
    'with a part of an object',
    (draft) => draft['payment.digital'] === true,
    { subcategory_code: 'DOM', energy_units: '0', 'payment.digital': true },
  ],
  [
    'with another quantity from 3 on',
    (draft) => Number(draft['connected_load'] ?? 0) >= 3,
    { subcategory_code: 'DOM', energy_units: '0', connected_load: '3' },
  ],
  [
    'nowhere smaller',
    (draft) => Object.keys(draft).length === 6 && units(draft) > 1234.566 && draft['connected_load'] === '9.5',
    LARGE,
  ],
])('that fails %s', (_, fails, smallest) => {
  expect(shrink(LARGE, QUANTITIES, fails)).toEqual(smallest)
})

it('with no more questions than halving takes', () => {
  let asked = 0
  shrink({ subcategory_code: 'DOM', energy_units: '10000000' }, QUANTITIES, (draft) => {
    asked += 1
    return units(draft) >= 4_321
  })
  expect(asked).toBeLessThan(1_500)
})
