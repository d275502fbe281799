import { describe, expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { refused, SHOPS, shopsRule } from './shops.ts'

/** A quantity and the rule that reads it, from one sentence. */

const SENTENCE = 'LT-II Shops get a rebate of Rs 3.00 per kW on 80 percent of the connected load.'
const found = (amount: string, per: string, text = SENTENCE, quote = SENTENCE): Promise<string[]> =>
  refused(
    `${SHOPS}\n\n${text}`,
    [],
    `${shopsRule('fixed', `effect: subtract, values: [{ kind: per_unit, per: ${per}, figure: ${figure(amount, 'Rs/kW', quote)} }] }]`)}
quantities:
  - quantity_id: load_share
    unit: kW
    description: The load of the rebate
    formula: share * connected_load
    figures: [{ figure_id: share, figure: ${figure('80', 'percent', SENTENCE)} }]
`,
  )

describe('the sentence of a figure of a quantity', () => {
  it('may have the numbers of the rule that reads the quantity', async () => {
    expect(await found('3.00', 'load_share')).toEqual([])
  })

  it('has numbers of nobody if the rule reads something else', async () => {
    const expected = ['3.00', '80'].map((number) => `${number} of the quote as a number of the rule, or declared`)
    expect(await found('3.00', 'connected_load')).toEqual(expected)
  })

  it('has a number of nobody if the rule has another one', async () => {
    const other = 'The rebate is Rs 4.00 per kW.'
    const expected = ['3.00 of the quote as a number of the rule, or declared']
    expect(await found('4.00', 'load_share', `${SENTENCE} ${other}`, other)).toEqual(expected)
  })
})
