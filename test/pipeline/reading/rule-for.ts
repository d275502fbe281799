import { type CategoryParts, figure, type Order } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

export const category = (
  code: string,
  label: string,
  sort: string,
  layer: 'LT' | 'HT' | 'EHT' | 'any' = 'LT',
): CategoryParts => ({
  subcategory_code: code,
  raw_category_label: label,
  canonical_category_code: sort,
  layer,
  supply_type: 'lt_metered',
})

/** Labels with the level of supply; the conditions name them without it. */
export const LEVELS = [
  category('LIFE-LINE', 'LT Life Line', 'domestic'),
  category('DOMESTIC', 'LT Domestic', 'domestic'),
  category('COMMERCIAL', 'LT Commercial', 'commercial'),
  category('PUBLIC-LIGHTING', 'LT Public Lighting', 'public_lighting'),
  category('WATER-WORKS', 'Water Works & Pumping', 'water'),
]

/**
 * Findings about categories, for a rule that a sentence states, applied to some of the categories: unless said otherwise, of 2 percent. `furtherFor`: whom a
 * second rule is for that reads the same sentence and asks for more.
 */
export async function foundFor(
  categories: readonly CategoryParts[],
  text: string,
  codes: string,
  value = `kind: percent, figure: ${figure('2', 'percent', text)}`,
  furtherFor = '',
): Promise<string[]> {
  const rule = (id: string, to: string, when: string): string => `
  - adjustment_id: ${id}
    order: ${id.length}
    side: beside
    description: A rule
    applies_to: [${to}]
    of: [bill]
    cases: [{ case_id: all, ${when}effect: add, description: A rule, values: [{ ${value} }] }]`
  const further = furtherFor === '' ? '' : rule('FURTHER', furtherFor, 'when: "payment.digital=true", ')
  const rows = categories.map(({ subcategory_code: code, raw_category_label: label }, index) => ({
    text: `The fixed charge of ${label} is Rs ${index + 60}.00 per kW.`,
    row: (quote: string): string => `${code},${code},"${label}",fixed,${index + 60}.00,Rs/kW,"${quote}"`,
  }))
  const order: Order = {
    printed: { as: 'text', text: [...rows.map((each) => each.text), text].join('\n\n') },
    categories,
    rows: `row_id,subcategory_code,label,charge,printed,unit,quote\n${rows.map((each) => each.row(each.text)).join('\n')}\n`,
    rules: `adjustments:${rule('RULE', codes, '')}${further}\n`,
  }
  const findings = await gateEight(order)
  return findings
    .map(({ expected, found }) => `${expected} | ${found}`)
    .flatMap((each) => /a rule for (\S+(?: \S+){0,3}) too|applies_to ([\w.-]+)$/u.exec(each)?.slice(1).join('') ?? [])
}

export const pay = (who: string): string => `${who} pay a surcharge of 2 percent of the bill.`
