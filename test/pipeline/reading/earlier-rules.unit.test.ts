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
  [EXTRA, `${REBATE} and the penal charges.`, 0],
  [HIGHER, `${REBATE}.`, 0],
  // The bill that is paid is no base.
  [EXTRA, `${REBATE} if they pay the bill online.`, 1],
  [EXTRA, `${REBATE} for payment of the monthly bill in time.`, 1],
  [EXTRA, `${REBATE} if the bill is paid in time.`, 1],
  [EXTRA, `${REBATE}, allowed in the monthly bill.`, 1],
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

/** What is found of an amount for each unit, and of a rebate of the energy charge with it or without it. */
const ofPart = async (said: string, of: string, side = 'base'): Promise<string[]> => {
  const text = `An amount of 80 paise per unit shall be paid by LT-II Shops, and ${said}.`
  const own = figure('80', 'P/kWh', text)
    .replace('"value":"80"', '"value":"0.8"')
    .replace('"unit":"P/kWh"', '"unit":"Rs/kWh"')
  const rule = (id: string, order: number, of: string, effect: string, value: string): string => `
  - adjustment_id: ${id}
    order: ${order}
    side: ${side}
    description: A rule
    applies_to: [LT-II]
    of: [${of}]
    cases: [{ case_id: all, effect: ${effect}, description: A rule, values: [{ ${value} }] }]`
  const rules = `adjustments:${rule('EXTRA', 1, '', 'add', `kind: per_unit, per: energy_units, figure: ${own}`)}${rule('REBATE', 2, of, 'subtract', `kind: percent, figure: ${figure('2', 'percent', REBATE)}`)}`
  const rows = [`,,,,energy,,,,,,7.10,,Rs/kWh,"${ENERGY}"`]
  const found = await refused(`${SHOPS} ${ENERGY} ${text} ${REBATE}.`, rows, rules)
  return found.filter((each) => !each.includes('declared')).map((each) => each.split(/, (?:as|which) "/u)[0] ?? '')
}

it.each([
  ['it forms part of the energy charge', 'energy, EXTRA', []],
  ['it forms part of the energy charge', 'energy', ['of: EXTRA too']],
  ['it is included in the energy charge', 'energy', ['of: EXTRA too']],
  ['it does not form part of the energy charge', 'energy', []],
  ['it does not form part of the energy charge', 'energy, EXTRA', ['of: without EXTRA']],
  ['it is in addition to the energy charge', 'energy', []],
])('an amount of which %s, and a rebate of %s', async (said, of, expected) => {
  expect(await ofPart(said, of)).toEqual(expected)
})

it('what is part of a charge is no line beside the base tariff', async () => {
  expect(await ofPart('it forms part of the energy charge', 'energy, EXTRA', 'beside')).toEqual(['side: base'])
})
