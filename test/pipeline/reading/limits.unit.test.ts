import { describe, expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { refused, SHOPS } from './shops.ts'

describe('a sentence of two limits', () => {
  const UP_TO = 'not less than Rs 130 up to 2 kW of load'
  const ABOVE = 'not less than Rs 80 per kW above 2 kW of load'
  const BOTH = `The fixed charges of LT-II Shops are ${UP_TO}, and ${ABOVE}.`
  const least = (id: string, when: string, printed: string, unit: string, quote: string): string =>
    `,,,,${id},other,Monthly minimum,${when},fixed,,${printed},,${unit},"${quote}"`
  const first = least('least', 'connected_load<=2', '130', 'Rs/connection', UP_TO)
  const NOT = '"not" of the sentence declared in readings.yaml (sentences)'

  it('of which each is read by its own charge: passes', async () => {
    const second = least('least-kw', 'connected_load>2', '80', 'Rs/kW', ABOVE)
    expect((await refused(`${SHOPS} ${BOTH}`, [first, second])).filter((each) => each === NOT)).toEqual([])
  })

  it('of which only one is read: refused', async () => {
    expect(await refused(`${SHOPS} ${BOTH}`, [first])).toContain(NOT)
  })
})

it.each([
  [['A', 'B'], []],
  [['A'], ['a cap as A has, of 5 in ']],
])('a limit is of every rule that reads its amount: capped %s', async (capped, findings) => {
  const text = 'Consumers who pay in time get a rebate of 5 percent of the energy charge, limited to Rs 100 per bill.'
  const energy = 'The energy charge of LT-II Shops is Rs 7.10 per kWh.'
  const rule = (id: string, order: number): string => `
  - adjustment_id: ${id}
    order: ${order}
    side: beside
    description: A rebate
    applies_to: [LT-II]
    of: [energy]
    cases: [{ case_id: all, effect: subtract, description: A rebate, when: payment.by_due_date=true, values: [{ kind: percent, figure: ${figure('5', 'percent', 'a rebate of 5 percent of the energy charge')} }] }]${capped.includes(id) ? `\n    cap: { kind: per_bill, figure: ${figure('100', 'Rs', 'limited to Rs 100 per bill')} }` : ''}`
  const rows = [`,,,,energy,,,,,,7.10,,Rs/kWh,"${energy}"`]
  const found = await refused(`${SHOPS} ${energy} ${text}`, rows, `adjustments:${rule('A', 1)}${rule('B', 2)}`)
  expect(found.filter((each) => each.startsWith('a cap')).map((each) => each.slice(0, 24))).toEqual(findings)
})

it.each([
  ['The fixed charges of LT-II Shops shall together not be less than a minimum charge of Rs 275 per kW.', 'Rs/kW'],
  ['The fixed charges of LT-II Shops shall in no case be less than Rs 275 per connection.', 'Rs/connection'],
])('a limit negates nothing: "%s"', async (text, unit) => {
  const found = await refused(`${SHOPS} ${text}`, [`,,,,least,other,Monthly minimum,,fixed,,275,,${unit},"${text}"`])
  expect(found.filter((each) => each.includes('of the sentence declared'))).toEqual([])
})

it.each([
  ['supply_voltage_kv=110', ['>= 110, as in "110 kV and above"']],
  ['supply_voltage_kv>=110', []],
])('"110 kV and above" is not 110 alone: %s', async (when, findings) => {
  const text = 'LT-II Shops that take supply at 110 kV and above get a rebate of 2 percent on the fixed charge.'
  const rules = `
adjustments:
  - adjustment_id: VOLTAGE
    order: 1
    side: base
    description: A rebate
    applies_to: [LT-II]
    of: [fixed]
    cases: [{ case_id: all, when: "${when}", effect: subtract, description: A rebate, values: [{ kind: percent, figure: ${figure('2', 'percent', text)} }] }]`
  const found = await refused(`${SHOPS} ${text}`, [], rules)
  expect(found.filter((each) => each.includes('110'))).toEqual(findings)
})
