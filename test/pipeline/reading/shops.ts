import type { CategoryParts } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

export const SHOPS = 'The fixed charge of LT-II Shops is Rs 90.00 per kW.'
export const SHOPS_CATEGORY: CategoryParts = {
  subcategory_code: 'LT-II',
  raw_category_label: 'LT-II Shops',
  canonical_category_code: 'Shops',
  layer: 'LT',
  supply_type: 'lt_metered',
}
const COLUMNS =
  'row_id,subcategory_code,label,conditions,charge,component,charge_label,when,minimum_of,rates_of,printed,value,unit,quote'

/** What gate 8 expects instead of what it finds in an order of one category, its row of SHOPS, and more rows or rules. */
export async function refused(text: string, rows: readonly string[], rules = 'adjustments: []'): Promise<string[]> {
  const findings = await gateEight({
    printed: { as: 'text', text },
    categories: [SHOPS_CATEGORY],
    rows: `${[COLUMNS, `LT-II,LT-II,LT-II Shops,connection=regular,fixed,,,,,,90.00,,Rs/kW,"${SHOPS}"`, ...rows].join('\n')}\n`,
    rules,
  })
  return findings.map(({ expected }) => expected)
}

/** A rule of the shops with one case: `own` is the rest of it, from its effect to the end of the rule. */
export const shopsRule = (of: string, own: string, side: 'base' | 'beside' = 'base'): string => `adjustments:
  - adjustment_id: RULE
    order: 1
    side: ${side}
    description: A rule
    applies_to: [LT-II]
    of: [${of}]
    cases: [{ case_id: all, description: A rule, ${own}
`

/** A rule by which the shops pay a percentage more of some charges; `more`: the condition or the dates of its case, ending in `, `. */
export const paidMore = (percent: string, of: string, more: string): string =>
  shopsRule(of, `${more}effect: add, values: [{ kind: percent, figure: ${percent} }] }]`)
