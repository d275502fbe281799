import { describe, expect, it } from 'vitest'
import { figure, type Order } from '../../mechanisms/support/order.ts'
import { gateEightOfTables } from './read-tables.ts'

/** Percentages of the energy charge by hours of the day, in one table for the summer and one for the winter. */

const RATE = 'The energy charge of HV-2 Mills is Rs 7.00 per kVAh.'
const HOURS = ['05:00 hrs - 11:00 hrs', '23:00 hrs - 05:00 hrs']
const table = (head: string, cells: readonly string[]): string =>
  `<table><tr><th>${head}: Hours</th><th>% of Energy Charges</th></tr>${HOURS.map((hours, at) => `<tr><td>${hours}</td><td>${cells[at]}</td></tr>`).join('')}</table>`
const PRINTED = `<!doctype html><html><body><p>${RATE}</p><p>The following rates shall apply to HV-2 Mills.</p>
${table('Summer Months (April to September)', ['(-) 15%', '0%'])}
${table('Winter Months (October to March)', ['0%', '(-) 15%'])}
</body></html>`
const READINGS = `readings:
${['summer', 'winter']
  .map(
    (season, at) => `  - reading_id: ${season}
    source_id: ORDER
    pages: [1]
    table: ${at + 1}
    columns: { "% of Energy Charges": { unit: percent } }
    rows:
${HOURS.map((hours, row) => `      - { label: ["${hours}"], of: [], figures: { "% of Energy Charges": ${season}-${row} } }`).join('\n')}
`,
  )
  .join('')}`
const rule = (zone: string, row: number, effects: readonly [string, string]): string => `
  - adjustment_id: TOD-${row}
    order: ${row + 1}
    side: base
    description: Hours of the day
    applies_to: [HV-2]
    of: [energy]
    part: { charge_id: energy, quantity: energy_by_zone.${zone} }
    stands_for: time_of_day
    cases:
      - { case_id: summer, effective_from: 2026-04-01, effective_to: 2026-09-30, effect: ${effects[0]}, description: Summer, values: [{ kind: percent, figure: { read: summer-${row}, grade: order, citations: [ORDER] } }] }
      - { case_id: winter, effective_from: 2026-10-01, effective_to: 2027-03-31, effect: ${effects[1]}, description: Winter, values: [{ kind: percent, figure: { read: winter-${row}, grade: order, citations: [ORDER] } }] }`
const RULES = `adjustments:${rule('h05_11', 0, ['subtract', 'add'])}${rule('h23_05', 1, ['add', 'subtract'])}
`
const ORDER: Order = {
  printed: { as: 'html', text: PRINTED },
  release: { zones: ['h05_11', 'h23_05', 'others'] },
  categories: [{ subcategory_code: 'HV-2', raw_category_label: 'HV-2 Mills' }],
  rows: `row_id,charge,printed,unit,quote\nHV-2,energy,7.00,Rs/kVAh,${RATE}\n`,
}
const found = async (rules: string): Promise<string[]> =>
  (await gateEightOfTables({ ...ORDER, rules }, READINGS)).map(({ expected }) => expected)
const swapped = (text: string, one: string, other: string): string =>
  text.replaceAll(one, '#').replaceAll(other, one).replaceAll('#', other)

it('are read for the months above their table and the hours of their row', async () => {
  expect(await found(RULES)).toEqual([])
})

it.each([
  [
    'the seasons',
    swapped(
      RULES,
      'effective_from: 2026-04-01, effective_to: 2026-09-30',
      'effective_from: 2026-10-01, effective_to: 2027-03-31',
    ),
    'served in the months of "April to September"',
  ],
  [
    'the hours',
    swapped(RULES, 'h05_11', 'h23_05'),
    'h23_05 of energy_by_zone, as the record reads it, or a condition, zone or row of h05_11',
  ],
  ['an addition and a deduction', swapped(RULES, 'add', 'subtract'), 'effect subtract, as in the cell "(-) 15%"'],
])('%s may not be exchanged', async (_, rules, expected) => {
  expect(rules).not.toBe(RULES)
  expect(await found(rules)).toContainEqual(expect.stringContaining(expected))
})

it('are no share of the charge itself where a cell has a sign', async () => {
  const rules = RULES.replace('kind: percent, figure: { read: summer-0', 'kind: factor, figure: { read: summer-0')
  expect(await found(rules)).toContain('kind percent, as in the cell "(-) 15%"')
})

describe('a rebate on the units of some hours', () => {
  const ofSentence = async (sentence: string): Promise<string[]> => {
    const printed = { as: 'html', text: PRINTED.replace('</p><p>', `</p><p>${sentence}</p><p>`) } as const
    const rules = RULES.replace(
      'adjustments:',
      `adjustments:
  - adjustment_id: REBATE
    order: 9
    side: base
    description: A rebate
    applies_to: [HV-2]
    of: [energy]
    part: { charge_id: energy, quantity: energy_by_zone.h23_05 }
    cases: [{ case_id: all, effect: subtract, description: A rebate, values: [{ kind: percent, figure: ${figure('5', 'percent', sentence)} }] }]`,
    )
    return (await gateEightOfTables({ ...ORDER, printed, rules }, READINGS)).map(({ expected }) => expected)
  }
  it.each([
    ['HV-2 Mills get a rebate of 5% on the energy charge from 2300 hrs to 0500 hrs.', []],
    [
      'HV-2 Mills get a rebate of 5% on the energy charge from 0500 hrs to 1100 hrs.',
      ['h23_05 of energy_by_zone, as the record reads it, or a condition, zone or row of h05_11'],
    ],
    [
      'HV-2 Mills get a rebate of 5% on the energy charge.',
      ['hours of the day in its citations in the record, as its rule asks'],
    ],
  ])('"%s"', async (sentence, findings) => {
    expect(await ofSentence(sentence)).toEqual(findings)
  })
})
