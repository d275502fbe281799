import { expect, it } from 'vitest'
import type { CalculateBody } from '../../../../releases/engine/request/body.ts'
import { buildAdjustment } from '../../../support/record-builder.ts'
import { recordOf } from '../bill.ts'
import { differing } from '../explain/support.ts'

/** The search for adjustments of the base that a bill prints on its charges: 100 units at Rs 5, and Rs 50. */

type Bill = NonNullable<CalculateBody['actual_bill']>

const onEnergy = (id: string, percent: string, order: number) =>
  buildAdjustment(id, 'percent', [['', 'add', percent]], { order })
const onAny = (id: string, rupees: string, order: number) =>
  buildAdjustment(id, 'per_bill', [['', 'add', rupees]], { order })

function compared(adjustments: ReturnType<typeof buildAdjustment>[], actual_bill: Bill) {
  const { parts } = differing([recordOf({ rules: { adjustments } })], { actual_bill })
  return parts.map(({ status, adjustments: printed }) => [status, printed])
}

it('one without a base is left to the charge that needs it', () => {
  const bill = { energy_charge_paise: 51_000, fixed_charge_paise: 6_000 }
  for (const [first, second] of [
    [1, 2],
    [2, 1],
  ] as const) {
    expect(compared([onEnergy('OWN', '2', first), onAny('FREE', '10', second)], bill)).toEqual([
      ['match', ['OWN']],
      ['match', ['FREE']],
    ])
  }
  const three = [onAny('TEN', '10', 1), onAny('TWENTY', '20', 2), onEnergy('OWN', '2', 3)]
  expect(compared(three, { energy_charge_paise: 52_000, fixed_charge_paise: 7_000 })).toEqual([
    ['match', ['TEN', 'OWN']],
    ['match', ['TWENTY']],
  ])
})

it('a charge that nothing explains takes none from another', () => {
  const bill = { energy_charge_paise: 50_001, fixed_charge_paise: 6_000 }
  expect(compared([onAny('FREE', '10', 1)], bill)).toEqual([
    ['mismatch', []],
    ['match', ['FREE']],
  ])
})

/** 1, 2, 4 … percent of Rs 500: every subset has a sum of its own. */
const doubling = (count: number) =>
  Array.from({ length: count }, (_, at) => onEnergy(`A${at}`, String(2 ** at), at + 1))

it('sixteen on one charge are looked through', () => {
  const all = 50_000 + 500 * (2 ** 16 - 1)
  expect(compared(doubling(16), { energy_charge_paise: all })).toMatchObject([['match', { length: 16 }]])
  expect(compared(doubling(16), { energy_charge_paise: all - 1 })).toEqual([['mismatch', []]])
})

it('more of them leave a charge open instead of a mismatch, without a search', () => {
  const started = process.cpuUsage()
  expect(compared(doubling(30), { energy_charge_paise: 50_001 })).toEqual([['held', []]])
  expect(compared(doubling(30), { energy_charge_paise: 50_000 })).toEqual([['match', []]])
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000)
  const free = Array.from({ length: 5 }, (_, at) => onAny(`F${at}`, '10', at + 1))
  const bill = { energy_charge_paise: 50_001, fixed_charge_paise: 5_000, other_paise: 0, total_paise: 55_001 }
  expect(compared(free, bill)).toEqual([
    ['held', []],
    ['match', []],
    ['held', []],
    ['mismatch', []],
  ])
})
