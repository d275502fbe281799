import { describe, expect, it } from 'vitest'
import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'
import { refused, SHOPS, shopsRule } from './shops.ts'

/** Amounts of which one is chosen, and the bill that a surcharge is levied on. */

const found = (text: string, of: string, own: string): Promise<string[]> =>
  refused(`${SHOPS} ${text}`, [], shopsRule(of, `effect: add, ${own}] }]`, 'beside'))

describe('the higher of two amounts', () => {
  const FIRST = 'LT-II Shops shall pay a surcharge of 5% of the bill'
  const LAST = 'or Rs 50, whichever is higher.'
  const FIVE = `{ kind: percent, figure: ${figure('5', 'percent', FIRST)} }`
  const FIFTY = `{ kind: per_bill, figure: ${figure('50', 'Rs', LAST)} }`
  it.each([
    ['both, of which the greatest is taken', `pick: greatest, values: [${FIVE}, ${FIFTY}`, []],
    [
      'the second alone',
      `values: [${FIFTY}`,
      [expect.stringContaining('pick, a cap or a floor, as in "whichever is higher"')],
    ],
  ])('%s', async (_, own, findings) => {
    expect(await found(`${FIRST} ${LAST}`, 'bill', own)).toEqual(findings)
  })

  it('may be chosen by a quantity that the rule reads', async () => {
    const text =
      'LT-II Shops shall pay a surcharge of Rs 5.00 per kW of the connected load or 2 kW, whichever is higher.'
    const rule = shopsRule(
      '',
      `effect: add, values: [{ kind: per_unit, per: load, figure: ${figure('5.00', 'Rs/kW', text)} }] }]`,
      'beside',
    )
    const quantities = `quantities: [{ quantity_id: load, unit: kW, description: A load, formula: "max(connected_load, 2)", evidence: ${printedAs(text)} }]\n`
    const all = await refused(`${SHOPS} ${text}`, [], quantities + rule)
    expect(all.filter((each) => each.startsWith('pick'))).toEqual([])
  })
})

describe('an amount or the bill itself, whichever is lower', () => {
  type Limit = readonly [limit: 'cap' | 'floor', kind: string, unit: string, of?: string]
  const read = (text: string, [limit, kind, unit, of = 'bill']: Limit): Promise<string[]> => {
    const bill = JSON.stringify({ ...JSON.parse(figure('100', unit, text)), printed: 'bill', value: '100' })
    const own = `values: [{ kind: per_bill, figure: ${figure('100', 'Rs', text)} }] }]\n    ${limit}: { kind: ${kind}, figure: ${bill} }`
    return refused(`${SHOPS} ${text}`, [], shopsRule(of, `effect: subtract, ${own}`, 'beside'))
  }
  it.each([
    'LT-II Shops shall get a rebate of Rs 100 or the actual bill, whichever is lower.',
    'A rebate of Rs 100 or the amount of the bill, whichever is less, is allowed to LT-II Shops.',
    'LT-II Shops shall get a rebate of the total bill amount or Rs 100, whichever is less.',
  ])('has a cap, which is all of the bill: "%s"', async (text) => {
    expect(await read(text, ['cap', 'percent', 'percent'])).toEqual([])
    for (const [wrong, expected] of [
      [['floor', 'percent', 'percent'], 'a cap of kind percent, for the bill itself'],
      [['cap', 'factor', 'percent'], 'a cap of kind percent, for the bill itself'],
      [['cap', 'per_bill', 'Rs'], 'printed_unit percent, for the bill itself'],
      [['cap', 'percent', 'percent', 'fixed'], 'the fixed charge in its sentence, or not in of'],
    ] satisfies [Limit, string][])
      expect(await read(text, wrong)).toContain(expected)
  })

  it.each([
    'LT-II Shops shall get a rebate of Rs 100 or the actual bill, whichever is higher.',
    'LT-II Shops shall get a rebate of Rs 100 on the bill.',
  ])('is said by no other words: "%s"', async (text) => {
    expect(await read(text, ['cap', 'percent', 'percent'])).toContain('bill as a whole number in the quote')
  })
})

it.each([
  ['bill', []],
  ['base_tariff', ['of: bill, as in "on the amount of the bill"']],
])('a surcharge levied on the amount of the bill is of: [%s]', async (of, findings) => {
  const text = 'A surcharge shall be levied on the amount of the bill at 5% in LT-II Shops.'
  expect(await found(text, of, `values: [{ kind: percent, figure: ${figure('5', 'percent', text)} }`)).toEqual(findings)
})

describe('the billable demand of all consumers', () => {
  const rate = (name: string, amount: string): string => `The demand charge of ${name} is Rs ${amount} per kVA.`
  const ofBoth = async (who: string, per: string): Promise<string[]> => {
    const text = `${who} the billable demand during a month shall be the recorded demand or 75% of the contract demand, whichever is higher.`
    const findings = await gateEight({
      printed: { as: 'text', text: [rate('HT-1 Mills', '400.00'), rate('HT-2 Halls', '380.00'), text].join('\n\n') },
      categories: ['HT-1 Mills', 'HT-2 Halls'].map((label) => ({
        subcategory_code: label.slice(0, 4),
        raw_category_label: label,
        canonical_category_code: label.slice(5),
        required_inputs: ['recorded_demand_kva', 'contract_demand_kva'],
      })),
      rows: `row_id,subcategory_code,label,charge,per,printed,unit,quote
HT-1,HT-1,HT-1 Mills,fixed,billable_demand,400.00,Rs/kVA,${rate('HT-1 Mills', '400.00')}
HT-2,HT-2,HT-2 Halls,fixed,${per},380.00,Rs/kVA,${rate('HT-2 Halls', '380.00')}
`,
      rules: `quantities:
  - quantity_id: billable_demand
    unit: kVA
    description: Billable demand
    formula: "max(recorded_demand_kva, share * contract_demand_kva)"
    figures: [{ figure_id: share, figure: ${figure('75', 'percent', text)} }]
    evidence: ${printedAs(text)}
adjustments: []
`,
    })
    return findings.map(({ expected }) => expected)
  }

  it('is that of every row that is charged by a demand', async () => {
    expect(await ofBoth('For all consumers', 'billable_demand')).toEqual([])
    for (const per of ['recorded_demand_kva', 'contract_demand_kva'])
      expect(await ofBoth('For all consumers', per)).toEqual([
        expect.stringContaining('the charge of HT-2 by it too, as in "For all consumers'),
      ])
  })

  it('may be that of some of them', async () => {
    expect(await ofBoth('For consumers of HT-1 Mills', 'recorded_demand_kva')).toEqual([])
  })
})
