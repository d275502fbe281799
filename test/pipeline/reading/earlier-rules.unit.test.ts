import { expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { refused, SHOPS } from './shops.ts'

/** A rebate of the energy charge that has an earlier charge in its base. */

const ENERGY = 'The energy charge of LT-II Shops is Rs 7.10 per kWh.'
const EXTRA = 'LT-II Shops pay an extra charge of 5 percent on the energy charge.'
const HIGHER = 'The energy charge of LT-II Shops is higher by 5 percent.'
const REBATE = 'LT-II Shops get a rebate of 2 percent on the energy charge'

/** The number of findings; `of`: the quotes of the two figures. */
const wrong = async (earlier: string, rebate: string, ofEarlier = earlier, ofRebate = REBATE): Promise<number> => {
  const rule = (id: string, order: number, of: string, effect: string, printed: string, text: string): string => `
  - adjustment_id: ${id}
    order: ${order}
    side: base
    description: A rule
    applies_to: [LT-II]
    of: [${of}]
    cases: [{ case_id: all, effect: ${effect}, description: A rule, values: [{ kind: percent, figure: ${figure(printed, 'percent', text)} }] }]`
  const rules = `adjustments:${rule('EXTRA', 1, 'energy', 'add', '5', ofEarlier)}${rule('REBATE', 2, 'energy, EXTRA', 'subtract', '2', ofRebate)}`
  const rows = [`,,,,energy,,,,,,7.10,,Rs/kWh,"${ENERGY}"`]
  const found = await refused(`${SHOPS} ${ENERGY} ${earlier} ${rebate}`, rows, rules)
  return found.filter((each) => each.startsWith('of: without EXTRA')).length
}

it.each([
  [EXTRA, `${REBATE}.`, 1],
  [EXTRA, `${REBATE} with the extra charge.`, 0],
  [EXTRA, `${REBATE}. It is worked out on the energy charge and the extra charge.`, 0],
  [EXTRA, `${REBATE}, the surcharges and the meter rent.`, 0],
  [EXTRA, `${REBATE}, and a surcharge.`, 0],
  [EXTRA, `${REBATE}, if there is no surcharge.`, 1],
  [HIGHER, `${REBATE}.`, 0],
  // The bill that is paid is no base.
  [EXTRA, `${REBATE} if they pay the bill online.`, 1],
  [EXTRA, `${REBATE} for payment of the monthly bill in time.`, 1],
  [EXTRA, `${REBATE} if the bill is paid in time.`, 1],
  [EXTRA, `${REBATE}, that is on the whole bill.`, 0],
])('"%s" and "%s"', async (earlier, rebate, count) => {
  expect(await wrong(earlier, rebate)).toBe(count)
})

const BOTH =
  'LT-II Shops pay an extra charge of 5 percent on the energy charge, and a surcharge of 2 percent on the energy charge'
it.each([
  [`${BOTH}.`, 1],
  [`${BOTH} and the extra charge.`, 0],
])('both in one sentence: "%s"', async (text, count) => {
  const of = (percent: number): string => `of ${percent} percent on the energy charge`
  expect(await wrong(text, '', of(5), of(2))).toBe(count)
})
