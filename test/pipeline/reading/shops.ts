import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import { readOrder } from '../../mechanisms/support/read-order.ts'
import { sampleMeans } from '../gates/support/sample.ts'

export const SHOPS = 'The fixed charge of LT-II Shops is Rs 90.00 per kW.'
const COLUMNS =
  'row_id,subcategory_code,label,conditions,charge,component,charge_label,when,minimum_of,rates_of,printed,value,unit,quote'

/** What gate 8 expects instead of what it finds in an order of one category, its row of SHOPS, and more rows or rules. */
export async function refused(text: string, rows: readonly string[], rules = 'adjustments: []'): Promise<string[]> {
  const { candidate, findings, source } = await readOrder({
    printed: { as: 'text', text },
    categories: [
      {
        subcategory_code: 'LT-II',
        raw_category_label: 'LT-II Shops',
        canonical_category_code: 'Shops',
        layer: 'LT',
        supply_type: 'lt_metered',
      },
    ],
    rows: `${[COLUMNS, `LT-II,LT-II,LT-II Shops,connection=regular,fixed,,,,,,90.00,,Rs/kW,"${SHOPS}"`, ...rows].join('\n')}\n`,
    rules,
  })
  if (candidate === null || findings.length > 0) throw new Error(JSON.stringify(findings))
  const means = sampleMeans({ pages: async (hash) => (hash === source.sha256 ? source.pages : null) })
  return (await evidenceFigureInQuote.check(candidate, means)).findings.map(({ expected }) => expected)
}

/** A rule by which the shops pay a percentage more of some charges; `more`: the condition or the dates of its case, ending in `, `. */
export const paidMore = (percent: string, of: string, more: string): string => `adjustments:
  - adjustment_id: RULE
    order: 1
    side: base
    description: A rule
    applies_to: [LT-II]
    of: [${of}]
    cases:
      - { case_id: all, ${more}effect: add, description: All, values: [{ kind: percent, figure: ${percent} }] }
`
