import { expect, it } from 'vitest'
import { type CategoryParts, figure } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** `The above consumers` are those of the sentence before, as its rule reads it. */

const category = (code: string, label: string): CategoryParts => ({
  subcategory_code: code,
  raw_category_label: label,
  canonical_category_code: label.toLowerCase().replace(' ', '_'),
  layer: 'LT',
})
const CATEGORIES = [category('LT-1', 'LT-1 Homes'), category('LT-2', 'LT-2 Shops'), category('LT-3', 'LT-3 Farms')]
const FIRST = 'LT-1 Homes and LT-2 Shops get a rebate of 3 percent on the energy charge.'

/** What gate 8 expects of a second rule, read from a sentence behind that of the first. */
async function expected(text: string, codes: string, asked = ['', '']): Promise<string[]> {
  const quotes = CATEGORIES.map(
    (each, index) => `The energy charge of ${each.raw_category_label} is Rs ${index + 4}.00 per kWh.`,
  )
  const rows = CATEGORIES.map(
    ({ subcategory_code: code, raw_category_label: label }, index) =>
      `${code},${code},${label},energy,${index + 4}.00,Rs/kWh,"${quotes[index]}"`,
  )
  const rule = (id: string, order: number, to: string, effect: string, value: string): string => `
  - adjustment_id: ${id}
    order: ${order}
    side: base
    description: A rule
    applies_to: [${to}]
    of: [energy]
    cases: [{ case_id: all, ${asked[order - 1]}effect: ${effect}, description: A rule, values: [{ kind: percent, figure: ${value} }] }]`
  const findings = await gateEight({
    printed: { as: 'text', text: [...quotes, `${FIRST} ${text}`].join('\n\n') },
    categories: CATEGORIES,
    rows: `row_id,subcategory_code,label,charge,printed,unit,quote\n${rows.join('\n')}\n`,
    rules: `adjustments:${rule('REBATE', 1, 'LT-1, LT-2', 'subtract', figure('3', 'percent', FIRST))}${rule('SURCHARGE', 2, codes, 'add', figure('5', 'percent', text))}\n`,
  })
  return findings.flatMap(({ expected: said, found }) =>
    found.includes('SURCHARGE')
      ? (/a rule for (\S+) too/u.exec(said)?.[1] ??
        /when: (\S+), as/u.exec(said)?.[1] ??
        /applies_to (\S+)$/u.exec(found)?.[1] ??
        [])
      : [],
  )
}

const PAY = 'The above consumers shall pay a surcharge of 5 percent on the energy charge.'
it.each([
  [PAY, 'LT-1, LT-2', []],
  [PAY, 'LT-1', ['LT-2']],
  [PAY, 'LT-1, LT-2, LT-3', ['LT-3']],
  ['LT-3 Farms shall pay a surcharge of 5 percent on the energy charge.', 'LT-3', []],
])('"%s" read for %s: %j', async (text, codes, found) => {
  expect(await expected(text, codes)).toEqual(found)
})

const LOADED = 'when: "connected_load>10", '
it.each([
  [[LOADED, LOADED], []],
  [[LOADED, ''], ['connected_load>10']],
  [[LOADED, 'when: "connected_load>10 and phase=three", '], []],
])('the rule of the sentence before and that of "%s" ask for %j', async (asked, found) => {
  expect(await expected(PAY, 'LT-1, LT-2', asked)).toEqual(found)
})
