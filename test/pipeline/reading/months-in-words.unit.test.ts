import { describe, expect, it } from 'vitest'
import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** The months of a fuel adjustment and the end of a year of solar credits, in the words of an invented order. */

const ENERGY = 'The energy charge of LT-1 Homes is Rs 4.00 per kWh.'

/** What gate 8 finds wrong with a month of some rules. */
async function found(text: string, rules: string, periods = 0): Promise<string[]> {
  const findings = await gateEight({
    printed: { as: 'text', text: `${ENERGY}\n\n${text}` },
    release: {
      declared: { schedule_rows: 1, supported_subcategories: 1, licensees: 0, districts: 0, fppas_periods: periods },
    },
    categories: [{ subcategory_code: 'LT-1', raw_category_label: 'LT-1 Homes', layer: 'LT' }],
    rows: `row_id,subcategory_code,label,charge,printed,unit,quote\nLT-1,LT-1,LT-1 Homes,energy,4.00,Rs/kWh,"${ENERGY}"\n`,
    rules: `adjustments: []\n${rules}`,
  })
  return findings.flatMap(({ expected }) =>
    /month|number of the rule|^served|in its citations/u.test(expected) ? expected : [],
  )
}

describe('a fuel adjustment', () => {
  const BOTH = 'The FPPAS of 5 percent of the energy charge for April 2026 shall be recovered in June 2026.'
  const COMMA = 'The FPPAS for April, 2026 is 5 percent of the energy charge and is billed in the month of June, 2026.'
  const QUARTER =
    'FPPAS of 5 percent of the energy charge, for April to June 2026, is levied in the bills of August 2026.'
  const ONE = 'FPPAS of 5 percent of the energy charge for the billing month of June 2026.'
  const NOW = 'FPPAS of 5 percent of the energy charge payable for April 2026 in June 2026.'
  const SHORT = "FPPAS of 5 percent of the energy charge for April-2026, in the bills of Jun'26."
  const LATER = 'FPPAS for April 2026 is 5 percent of the energy charge. Month of recovery: June 2026.'
  const LONG =
    'FPPAS of 5 percent of the energy charge for April and May 2026 is recovered from August 2026 to October 2026.'
  const DAYS =
    'FPPAS of 5 percent of the energy charge from 1 April 2026 to 30 April 2026 is recovered in the bills of June 2026.'
  const NONE = 'FPPAS of 5 percent of the energy charge is payable.'
  it.each([
    [BOTH, '2026-04', '2026-06', ''],
    [BOTH, '2026-06', '2026-04', 'recovery_month as in "recovered in June 2026"'],
    [BOTH, '2026-04', '2026-07', 'recovery_month as in "recovered in June 2026"'],
    [BOTH, '2026-05', '2026-06', 'the months of its citations: not 2026-05'],
    [COMMA, '2026-04', '2026-06', ''],
    [COMMA, '2026-06', '2026-04', 'recovery_month as in "billed in the month of June, 2026"'],
    [QUARTER, '2026-04', '2026-08', ''],
    [QUARTER, '2026-04', '2026-06', 'recovery_month as in "in the bills of August 2026"'],
    [ONE, '2026-04', '2026-06', ''],
    [ONE, '2026-04', '2026-07', 'the months of its citations: not 2026-04 and 2026-07'],
    [ONE, '2026-06', '2026-07', 'the months of its citations: not 2026-07'],
    [NOW, '2026-04', '2026-06', ''],
    [SHORT, '2026-04', '2026-06', ''],
    [SHORT, '2026-06', '2026-04', `recovery_month as in "in the bills of Jun'26."`],
    [LATER, '2026-04', '2026-06', ''],
    [LATER, '2026-06', '2026-04', 'recovery_month as in "Month of recovery: June 2026"'],
    [LONG, '2026-04', '2026-09', ''],
    [LONG, '2026-04', '2026-11', 'recovery_month as in "recovered from August 2026 to October 2026"'],
    [LONG, '2026-06', '2026-09', 'the months of its citations: not 2026-06'],
    [DAYS, '2026-04', '2026-06', ''],
    [NONE, '2026-04', '2026-06', 'a month in its citations in the record'],
  ])('"%s": costs of %s, recovered in %s', async (text, period, recovered, expected) => {
    const rules = `fppas_periods:
  - period_id: P1
    kind: null
    period: "${period}"
    recovery_month: "${recovered}"
    licensee_code: null
    status: approved_exact_month
    value_unit: percent
    basis: [energy]
    applies_to: [LT-1]
    figure: ${figure('5', 'percent', text)}
`
    expect([...new Set(await found(text, rules, 1))]).toEqual(expected === '' ? [] : [expected])
  })
})

describe('a year of solar credits', () => {
  const CARRIED = 'Credits of a month are carried to the next one.'
  it.each([
    [`${CARRIED} They lapse on 31 March.`, '03', 0],
    [`${CARRIED} They lapse at the end of the financial year.`, '03', 0],
    [`${CARRIED} They lapse at the end of the financial year.`, '09', 1],
    [`${CARRIED} They lapse on 30 September.`, '09', 0],
    [`${CARRIED} They lapse on 30 September.`, '03', 1],
    [`${CARRIED} They lapse at the end of the FY.`, '03', 0],
    [`${CARRIED} They lapse on the first day of October.`, '09', 0],
    [`${CARRIED} They lapse later.`, '03', 1],
    // No month: `decision` and `may`.
    [`${CARRIED} By this decision, they may lapse later.`, '12', 1],
    [`${CARRIED} By this decision, they may lapse later.`, '05', 1],
  ])('"%s": ends in month %s', async (text, month, count) => {
    const rules = `solar:
  - arrangement: net_metering
    licensees: []
    name: Net metering
    citation: An order
    closing: carried
    year_end_month: "${month}"
    closing_at_year_end: lapses
    grade: order
    evidence: ${printedAs(text)}
    disclosures: []
`
    expect(await found(text, rules)).toHaveLength(count)
  })
})
