import { describe, expect, it } from 'vitest'
import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { refused, SHOPS, shopsRule } from './shops.ts'

/** What a definition calls a charge is no condition on it, and does not answer for the words of its sentence. */
it.each([
  ['Energy charge', ['women']],
  ['Energy charge of shops run by women', ['women']],
  ['Energy charge (women)', ['women']],
  ['Women charge', []],
])('shops run by women, under the label "%s"', async (label, words) => {
  const text = 'LT-II Shops run by women pay an energy charge of Rs 3.00 per unit.'
  const found = await refused(`${SHOPS} ${text}`, [`,,,,energy,,${label},,,,3.00,,Rs/kWh,"${text}"`])
  const unread = found.flatMap((each) => /^a condition for "([^"]*)"/u.exec(each)?.[1] ?? [])
  expect(unread.flatMap((each) => each.split(', ')).filter((each) => each === 'women')).toEqual(words)
})

it('has the words before and behind an `and` of its own', async () => {
  const text = 'LT-II Shops pay operation and maintenance charges of Rs 20.00 per month.'
  const label = 'Operation and maintenance charges'
  expect(await refused(`${SHOPS} ${text}`, [`,,,,rent,other,${label},,,,20.00,,Rs/connection,"${text}"`])).toEqual([])
})

describe('a subsidy', () => {
  const rule = (text: string, effect: string): string => {
    const value = `{ kind: per_unit, per: energy_units, figure: ${figure('1.50', 'Rs/kWh', text)} }`
    return shopsRule('', `effect: ${effect}, values: [${value}] }]`, 'beside')
  }
  const GIVEN = 'The State Government gives LT-II Shops a subsidy of Rs 1.50 per unit.'
  const CROSS = 'LT-II Shops pay a cross subsidy surcharge of Rs 1.50 per unit.'
  it.each([
    [GIVEN, 'subtract', []],
    [GIVEN, 'add', [expect.stringMatching(/^an amount that is deducted/u)]],
    ['LT-II Shops using up to and including 100 units get a subsidy of Rs 1.50 per unit.', 'subtract', []],
    ['Subsidy at the rate of Rs 1.50 per unit is given to LT-II Shops by the Government.', 'subtract', []],
    ['The Government of the State provides a subsidy of Rs 1.50 per unit to LT-II Shops.', 'subtract', []],
    ['The Government of the State has granted a subsidy of Rs 1.50 per unit to LT-II Shops.', 'subtract', []],
    ['A subsidy at Rs 1.50 per unit is provided by the Government to LT-II Shops.', 'subtract', []],
    ['For LT-II Shops the Government subsidy shall be Rs 1.50 per unit.', 'subtract', []],
    ['LT-II Shops are given Rs 1.50 per unit as subsidy by the State Government.', 'subtract', []],
    ['The subsidy for LT-II Shops is Rs 1.50 per unit.', 'subtract', []],
    ['LT-II Shops are given a subsidy of Rs 1.50 per unit under section 65 of the Act.', 'subtract', []],
    [
      'LT-II Shops getting the subsidy from the State Government get a rebate of Rs 1.50 per unit.',
      'subtract',
      [expect.stringMatching(/^a condition for "subsidy/u)],
    ],
    [CROSS, 'add', []],
    [CROSS, 'subtract', [expect.stringMatching(/^an amount that is added/u)]],
  ])('"%s": %s', async (text, effect, expected) => {
    const found = await refused(`${SHOPS} ${text}`, [], rule(text, effect))
    expect(found.filter((each) => /an amount that is|condition for/u.test(each))).toEqual(expected)
  })

  it('of those who are in a government office is for them alone', async () => {
    const text = 'LT-II Shops in government offices get a subsidy of Rs 1.50 per unit.'
    expect((await refused(`${SHOPS} ${text}`, [], rule(text, 'subtract'))).join()).toContain('government')
  })
})

describe('the units beyond a share', () => {
  const TEXT = 'LT-II Shops get a rebate of Rs 0.50 per unit on the units consumed above 50 percent load factor.'
  it.each([
    ['energy_units - energy_units * 50 / max(50, load_factor_percent)', 0],
    ['energy_units * 50 / max(50, load_factor_percent)', 1],
  ])('are not %s', async (formula, count) => {
    const value = `{ kind: per_unit, per: above, figure: ${figure('0.50', 'Rs/kWh', TEXT)} }`
    const rules = `
quantities:
  - { quantity_id: above, unit: kWh, description: Units above, formula: "${formula}", evidence: ${printedAs(TEXT)} }
${shopsRule('', `effect: subtract, values: [${value}] }]`)}`
    const found = await refused(`${SHOPS} ${TEXT}`, [], rules)
    expect(found.filter((each) => each.startsWith('a quantity or part that is'))).toHaveLength(count)
  })
})
