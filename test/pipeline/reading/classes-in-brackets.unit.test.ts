import { describe, expect, it } from 'vitest'
import { type CategoryParts, figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** Duties by classes that divide into others: `LT-1` is both `LT-1 (a)` and `LT-1 (b)`. */

const category = (code: string, label: string): CategoryParts => ({
  subcategory_code: code,
  raw_category_label: label,
  canonical_category_code: code,
  layer: 'LT',
  supply_type: 'lt_metered',
})
const CATEGORIES = [
  category('HOMES', 'LT-1 (a) Homes in villages'),
  category('FLATS', 'LT-1 (b) Flats'),
  category('SHOPS', 'LT-2 Shops'),
  category('WELLS', 'LT-5 (a) Wells'),
  category('PUMPS', 'LT-5 (b) Pumps'),
]
const FIVE = 'Electricity duty shall be levied at 5% of the bill on consumers of LT-1'
const OTHERS = 'and at 7.5% of the bill on all other consumers.'
const EXEMPT = 'It shall not be levied on consumers of LT-5.'

/** What gate 8 finds of categories where these have the two duties. */
async function found(five: readonly string[], others: readonly string[], exempt = EXEMPT): Promise<string[]> {
  const rows = CATEGORIES.map(({ subcategory_code: code, raw_category_label: label }, index) => {
    const text = `The fixed charge of ${label} is Rs ${index + 60}.00 per kW.`
    return { text, row: `${code},${code},"${label}",fixed,${index + 60}.00,Rs/kW,"${text}"` }
  })
  const rule = (id: string, order: number, codes: readonly string[], printed: string, quote: string): string => `
  - adjustment_id: ${id}
    order: ${order}
    side: beside
    description: Electricity duty
    applies_to: [${codes.join(', ')}]
    of: [bill]
    cases: [{ case_id: all, effect: add, description: Electricity duty, values: [{ kind: percent, figure: ${figure(printed, 'percent', quote)} }] }]`
  const findings = await gateEight({
    printed: { as: 'text', text: [...rows.map((each) => each.text), `${FIVE} ${OTHERS} ${exempt}`].join('\n\n') },
    categories: CATEGORIES,
    rows: `row_id,subcategory_code,label,charge,printed,unit,quote\n${rows.map(({ row }) => row).join('\n')}\n`,
    rules: `quantities: []
facts: [{ fact_id: EXEMPT, group: duty, key: exempt, applies_to: others, period: FY 2026-27, text: Some pay none, grade: order, evidence: ${printedAs(exempt)} }]
adjustments:${rule('FIVE', 1, five, '5', FIVE)}${rule('OTHERS', 2, others, '7.5', OTHERS)}
`,
  })
  return findings
    .map(({ expected, found }) => `${expected} | ${found}`)
    .flatMap((each) => /a rule (?:for \S+(?= too)|without [A-Z, ]+(?=,))|applies_to \S+$/u.exec(each)?.[0] ?? [])
}
const HOMES = ['HOMES', 'FLATS']

describe('a class and all others', () => {
  it('has all of its classes, and the others but those whom a sentence behind leaves out', async () => {
    expect(await found(HOMES, ['SHOPS'])).toEqual([])
  })

  it.each([
    ['one of its classes among the others', ['HOMES'], ['FLATS', 'SHOPS'], 'applies_to FLATS'],
    ['one of its classes left out', ['HOMES'], ['SHOPS'], 'a rule for FLATS'],
    ['another class', ['HOMES', 'FLATS', 'SHOPS'], ['SHOPS'], 'applies_to SHOPS'],
    ['those who are exempt', HOMES, ['SHOPS', 'WELLS', 'PUMPS'], 'a rule without WELLS, PUMPS'],
    ['some of those who are exempt', HOMES, ['SHOPS', 'PUMPS'], 'a rule without PUMPS'],
    ['both exchanged', ['SHOPS'], HOMES, 'applies_to SHOPS'],
  ] as const)('is refused with %s', async (_, five, others, expected) => {
    expect(await found(five, others)).toContain(expected)
  })

  it('has a rule for those whom the sentence behind leaves out of something else', async () => {
    expect(await found(HOMES, ['SHOPS'], 'Meter rent is not charged to LT-5.')).toContain('a rule for WELLS')
  })
})
