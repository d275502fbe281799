import { expect, it } from 'vitest'
import { judged } from './invented-order.ts'

/** A table of rebates below a sentence that names two categories: each row is for both of them. */

const FOR = 'HT Industry and EHT Industry get a rebate on the energy charge as shown below:'
const TABLE = `<p>${FOR}</p>
<table><tr><th>Load factor</th><th>Rebate in percent of the energy charge</th></tr>
<tr><td>Above 50% and up to 70%</td><td>2%</td></tr><tr><td>Above 70%</td><td>3%</td></tr></table></body>`
const READING = `  - reading_id: rebates
    source_id: ORDER
    pages: [1]
    table: 2
    columns: { "Rebate in percent of the energy charge": { unit: percent } }
    rows:
      - { label: [Above 50% and up to 70%], of: [], figures: { "Rebate in percent of the energy charge": low } }
      - { label: [Above 70%], of: [], figures: { "Rebate in percent of the energy charge": high } }
`
const rule = (order: number, codes: string, read: string, when: string): string => `
  - adjustment_id: RULE-${order}
    order: ${order}
    side: beside
    description: Rebate
    applies_to: [${codes}]
    of: [energy]
    cases: [{ case_id: all, when: "${when}", effect: subtract, description: Rebate, values: [{ kind: percent, figure: { read: ${read}, grade: order, citations: [ORDER] } }] }]`

it.each([
  ['HT-IND, EHT-IND', 'HT-IND, EHT-IND', []],
  ['HT-IND, EHT-IND', 'HT-IND', [`a rule for eht industry too, as in "${FOR}"`]],
  ['EHT-IND', 'HT-IND, EHT-IND', [`a rule for ht industry too, as in "${FOR}"`]],
])('the first row for %s and the second for %s', async (first, second, expected) => {
  const found = await judged('html', (parts) => {
    parts.page = (html) => html.replace('</body>', TABLE)
    parts.readings += READING
    parts.rules = `adjustments:${rule(1, first, 'low', 'load_factor_percent>50 and load_factor_percent<=70')}${rule(2, second, 'high', 'load_factor_percent>70')}\n`
  })
  const expectedOf = (found.get('evidence.figure_in_quote') ?? []).map((each) => each.expected)
  expect(found.get('intake')).toEqual([])
  expect(expectedOf.filter((each) => each.startsWith('a rule for'))).toEqual(expected)
})
