import { describe, expect, it } from 'vitest'
import { type CategoryParts, figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** Conditions of supply of an invented schedule, each in a clause of several sentences. */

const CATEGORIES: readonly CategoryParts[] = [
  ['LT-5', 'LT-5 Workshops', 'LT'] as const,
  ['LT-7', 'LT-7 Temporary Supply', 'LT'] as const,
  ['HT-1', 'HT-1 Water Works', 'HT'] as const,
  ['HT-2', 'HT-2 Mills', 'HT'] as const,
].map(([code, label, layer]) => ({
  subcategory_code: code,
  raw_category_label: label,
  canonical_category_code: label.replace(/^\S+ /u, '').toLowerCase().replaceAll(' ', '_'),
  layer,
  supply_type: `${layer.toLowerCase()}_metered`,
}))
const SELECTORS = [
  { selector: 'capacitors', words: ['installed', 'not_installed'], description: 'Capacitors' },
  { selector: 'season', words: ['in_season', 'off_season', 'not_seasonal'], description: 'The season' },
]

/** What gate 8 finds in an order with these terms, whose rows are charged per kVA of `per`, the contract demand unless said otherwise. */
async function found(text: string, rules: string, per: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const rows = CATEGORIES.map(({ subcategory_code: code, raw_category_label: label }, index) => {
    const quote = `The demand charge of ${label} is Rs.${index + 60}.00 per kVA.`
    const by = per[code] ?? 'contract_demand_kva'
    return { quote, row: `${code},${code},"${label}",fixed,${by},${index + 60}.00,Rs/kVA,"${quote}"` }
  })
  const findings = await gateEight({
    printed: { as: 'text', text: [...rows.map(({ quote }) => quote), text].join('\n\n') },
    release: { selectors: SELECTORS },
    categories: CATEGORIES,
    rows: `row_id,subcategory_code,label,charge,per,printed,unit,quote\n${rows.map(({ row }) => row).join('\n')}\n`,
    rules,
  })
  return findings.map((each) => `${each.expected} | ${each.found}`)
}

const inSection = (quotation: string): string => quotation.replace('{', '{ "section": "para 19", ')

const rule = (codes: string, own: string, more = '    of: []\n', side = 'base'): string => `adjustments:
  - adjustment_id: RULE
    order: 1
    side: ${side}
    description: A rule
    applies_to: [${codes}]
${more}    cases: [{ case_id: all, description: A rule, ${own} }]
`

describe('a sentence that names nobody', () => {
  const INSTALL = '19. Consumers of LT-5 with a load of 5 kW and above shall install capacitors.'
  const DUE = 'If capacitors are not installed, a surcharge of Rs.0.60 per kWh shall be levied.'
  const surcharge = (codes: string, when = ''): string =>
    rule(
      codes,
      `when: "selectors.capacitors=not_installed${when}", effect: add, values: [{ kind: per_unit, per: energy_units, figure: ${inSection(figure('0.60', 'Rs/kWh', DUE))} }]`,
    ) +
    `facts:
  - { fact_id: WHO, group: surcharge, key: capacitors, applies_to: LT-5, period: FY 2026-27, grade: order, text: Who installs capacitors., evidence: ${inSection(printedAs(INSTALL))} }
`
  it.each([
    ['LT-5', ' and connected_load>=5', []],
    ['LT-5', '', [expect.stringContaining('a condition on 5 kW')]],
    [
      'LT-7',
      ' and connected_load>=5',
      [expect.stringContaining('applies_to LT-7'), expect.stringContaining('LT-5 too')],
    ],
  ])('is for those of the sentence before: %s%s', async (codes, when, expected) => {
    expect(await found(`${INSTALL} ${DUE}`, surcharge(codes, when))).toEqual(expected)
  })
  it('is not for those of another rule before it', async () => {
    const other = '19. Consumers of HT-1 get a rebate of 2 percent with capacitors.'
    const faults = await found(`${other} ${DUE}`, surcharge('LT-5').split('facts:')[0]!)
    expect(faults).toEqual([])
  })

  const KEEP = '12. HT consumers shall maintain a power factor of not less than 0.90.'
  const LOW = 'A surcharge of Rs.0.03 per kWh is levied for every reduction of the power factor by 0.01 below 0.90 lag.'
  const low = (codes: string, effect = 'add'): string => `quantities:
  - quantity_id: units_of_fall
    unit: kWh
    description: Units
    formula: "energy_units * max(0, (0.90 - power_factor) / 0.01)"
    evidence: ${printedAs(LOW)}
${rule(codes, `when: power_factor<0.90, effect: ${effect}, values: [{ kind: per_unit, per: units_of_fall, figure: ${figure('0.03', 'Rs/kWh', LOW)} }]`)}`
  it.each([
    ['HT-1, HT-2', 'add', []],
    ['HT-1', 'add', [expect.stringContaining('a rule for HT-2 too')]],
    ['HT-1, HT-2, LT-5', 'add', [expect.stringContaining('applies_to LT-5')]],
    ['HT-1, HT-2', 'subtract', [expect.stringContaining('an amount that is added')]],
  ])('is for the level of the sentence before: %s, %s', async (codes, effect, expected) => {
    expect(await found(`${KEEP} ${LOW}`, low(codes, effect))).toEqual(expected)
  })
})

describe('the demand that is paid for in excess', () => {
  const TEXT =
    'If the recorded demand of an HT consumer exceeds the contract demand, he shall pay for the excess demand at Rs.500.00 per kVA.'
  it.each([
    ['max(0, recorded_demand_kva - contract_demand_kva)', []],
    [
      'recorded_demand_kva',
      [expect.stringContaining('what is left above'), expect.stringContaining('the excess demand, as in')],
    ],
  ])('%s', async (formula, expected) => {
    const rules = `quantities:
  - { quantity_id: excess, unit: kVA, description: Excess, formula: "${formula}", evidence: ${printedAs(TEXT)} }
${rule('HT-1, HT-2', `effect: add, values: [{ kind: per_unit, per: excess, figure: ${figure('500.00', 'Rs/kVA', TEXT)} }]`)}`
    expect(await found(TEXT, rules)).toEqual(expected)
  })
})

describe('the billing demand of a season', () => {
  const ALL =
    'The billing demand of HT installations is the recorded demand or 85 percent of the contract demand, whichever is higher.'
  const OFF =
    'HT-2 Mills shall pay during the off season the demand charges on the recorded demand or 50 percent of the contract demand, whichever is higher.'
  const HIGHER = 'max(recorded_demand_kva, off_share * contract_demand_kva)'
  const rules = (all: string, off: string, formula = HIGHER): string => `quantities:
  - quantity_id: billed
    unit: kVA
    description: Billing demand
    formula: "max(recorded_demand_kva, share * contract_demand_kva)"
    figures: [{ figure_id: share, figure: ${figure('85', 'percent', ALL)} }]
    evidence: ${printedAs(ALL)}
  - quantity_id: billed_by_season
    unit: kVA
    description: Billing demand by season
    cases:
      - { when: "selectors.season in {${all}}", formula: "max(recorded_demand_kva, share * contract_demand_kva)" }
      - { when: "selectors.season=${off}", formula: "${formula}" }
    figures:
      - { figure_id: share, figure: ${figure('85', 'percent', ALL)} }
      - { figure_id: off_share, figure: ${figure('50', 'percent', OFF)} }
    evidence: ${printedAs(ALL)}
adjustments: []
`
  const RIGHT = { 'HT-1': 'billed', 'HT-2': 'billed_by_season' }
  it.each([
    ['not_seasonal,in_season', 'off_season', RIGHT, []],
    ['not_seasonal,off_season', 'in_season', RIGHT, [expect.stringContaining('a case with off_season')]],
    [
      'not_seasonal,in_season',
      'off_season',
      { 'HT-1': 'billed_by_season', 'HT-2': 'billed_by_season' },
      [expect.stringContaining('a charge of HT-1'), expect.stringContaining('read by nothing')],
    ],
    [
      'not_seasonal,in_season',
      'off_season',
      { 'HT-1': 'billed', 'HT-2': 'billed' },
      [expect.stringContaining('read by nothing')],
    ],
  ])('all but %s, and %s', async (all, off, per, expected) => {
    const faults = await found(`${ALL}\n\n${OFF}`, rules(all, off), per)
    expect(faults).toEqual(expect.arrayContaining(expected))
    expect(faults.length === 0).toBe(expected.length === 0)
  })
  it('is the higher of two in each case', async () => {
    const faults = await found(
      `${ALL}\n\n${OFF}`,
      rules('not_seasonal,in_season', 'off_season', 'off_share * contract_demand_kva'),
      RIGHT,
    )
    expect(faults).toEqual([expect.stringContaining('max or min in the formula of each case')])
  })
})
