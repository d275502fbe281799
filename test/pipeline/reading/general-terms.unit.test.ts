import { describe, expect, it } from 'vitest'
import { type CategoryParts, figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** General terms of invented schedules, which are for classes of low and high tension: taxes, surcharges, incentives, billing demand. */

const category = (code: string, label: string, layer: 'LT' | 'HT'): CategoryParts => ({
  subcategory_code: code,
  raw_category_label: label,
  canonical_category_code: label.replace(/^\S+ /u, '').toLowerCase().replaceAll(' ', '_'),
  layer,
  supply_type: `${layer.toLowerCase()}_metered`,
})
const CATEGORIES = [
  category('LT-4A', 'LT-4(a) Pump Sets', 'LT'),
  category('LT-5', 'LT-5 Workshops', 'LT'),
  category('HT-1', 'HT-1 Water Works', 'HT'),
  category('HT-2', 'HT-2 Mills', 'HT'),
]
const EVERYBODY = 'LT-4A, LT-5, HT-1, HT-2'

/** What gate 8 finds in an order with these terms: the charge of each class is Rs 60.00 and so on per kVA of `per`. */
async function found(text: string, rules: string, per = 'contract_demand_kva', release = {}): Promise<string[]> {
  const rows = CATEGORIES.map(({ subcategory_code: code, raw_category_label: label }, index) => {
    const quote = `The demand charge of ${label} is Rs.${index + 60}.00 per kVA.`
    return { quote, row: `${code},${code},"${label}",fixed,${per},${index + 60}.00,Rs/kVA,"${quote}"` }
  })
  const findings = await gateEight({
    printed: { as: 'text', text: [...rows.map(({ quote }) => quote), text].join('\n\n') },
    release,
    categories: CATEGORIES,
    rows: `row_id,subcategory_code,label,charge,per,printed,unit,quote\n${rows.map(({ row }) => row).join('\n')}\n`,
    rules,
  })
  return findings.map((each) => `${each.expected} | ${each.found}`)
}

/** A rule with one case. */
const rule = (codes: string, own: string, more = ''): string => `adjustments:
  - adjustment_id: RULE
    order: 1
    side: beside
    description: A rule
    applies_to: [${codes}]
${more}    cases: [{ case_id: all, description: A rule, ${own} }]
`
const taxed = (codes: string, text: string): string =>
  rule(
    codes,
    `effect: add, values: [{ kind: percent, figure: ${figure('9', 'percent', text)} }]`,
    '    of: [fixed]\n    stands_for: electricity_duty\n',
  )
const perUnit = (codes: string, printed: string, text: string): string =>
  rule(
    codes,
    `effect: add, values: [{ kind: per_unit, per: energy_units, figure: ${figure(printed, 'Rs/kWh', text)} }]`,
    '    of: []\n',
  )

describe('a tax of all consumers', () => {
  const TAX = 'Tax on electricity at 9% of the demand charges shall be collected from all consumers.'
  const EXEMPT = 'No tax is leviable on pump sets under LT-4(a).'
  it.each([
    [TAX, EVERYBODY, []],
    [`${TAX} ${EXEMPT}`, 'LT-5, HT-1, HT-2', []],
    [TAX, 'LT-5, HT-1, HT-2', [expect.stringContaining('a rule for LT-4A too')]],
    [`${TAX} ${EXEMPT}`, 'LT-5, HT-1', [expect.stringContaining('a rule for HT-2 too')]],
    [`${TAX} ${EXEMPT}`, EVERYBODY, [expect.stringContaining('a rule without LT-4A')]],
  ])('"%s" for %s', async (text, codes, expected) => {
    expect(await found(text, taxed(codes, TAX))).toEqual(expected)
  })
})

describe('an incentive of consumers of a level and of a class of the other', () => {
  const TEXT = 'A surcharge of 9% of the demand charges shall be paid by HT consumers and by the consumers of LT-5.'
  it.each([
    ['LT-5, HT-1, HT-2', []],
    ['LT-5, HT-1', ['a rule for HT-2 too']],
    ['HT-1, HT-2', ['a rule for lt 5 too']],
    [EVERYBODY, ['applies_to LT-4A']],
  ])('for %s', async (codes, expected) => {
    const faults = await found(TEXT, taxed(codes, TEXT).replace('    stands_for: electricity_duty\n', ''))
    expect(faults.map((each) => /a rule for .*? too|applies_to [\w-]+$/u.exec(each)?.[0])).toEqual(expected)
  })
  it('is for no class of the level beside the one that it names', async () => {
    const text = 'A surcharge of 9% of the demand charges shall be paid by HT consumers of HT-2.'
    const faults = await found(text, taxed('HT-1, HT-2', text).replace('    stands_for: electricity_duty\n', ''))
    expect(faults).toEqual([expect.stringContaining('applies_to HT-1')])
  })
})

describe('a surcharge of all but a class', () => {
  const TEXT =
    'A Pension and Gratuity (P&G) surcharge of Rs.0.15 per kWh is collected from all consumers other than those of LT-4(a).'
  it.each([
    ['LT-5, HT-1, HT-2', 0],
    ['LT-5, HT-1', 1],
    [EVERYBODY, 2],
  ])('for %s', async (codes, count) => {
    expect(await found(TEXT, perUnit(codes, '0.15', TEXT))).toHaveLength(count)
  })
})

describe('a fuel surcharge of all consumers for their consumption', () => {
  const TEXT = 'A surcharge of Rs.0.36 per kWh shall be collected from all consumers for the consumption of the month.'
  it.each([
    [EVERYBODY, []],
    ['LT-5, HT-1, HT-2', [expect.stringContaining('a rule for LT-4A too')]],
  ])('for %s', async (codes, expected) => {
    expect(await found(TEXT, perUnit(codes, '0.36', TEXT))).toEqual(expected)
  })
})

describe('a rate by the hours that is mandatory for some and optional for others', () => {
  const OPTION = '14. The night surcharge is mandatory for consumers of HT-2 and optional for consumers of HT-1.'
  const TEXT = 'In the night hours a surcharge of Rs.1.00 per kWh is levied.'
  const night = (codes: string, when: string): string =>
    perUnit(codes, '1.00', TEXT)
      .replace('per: energy_units', 'per: energy_by_zone.night')
      .replace('    of: []\n', '    of: []\n    stands_for: time_of_day\n')
      .replace('effect:', `${when}effect:`)
  const release = {
    zones: ['day', 'night'],
    selectors: [{ selector: 'night_rate', words: ['opted', 'not_opted'], description: 'Who has opted' }],
  }
  it.each([
    ['HT-2', '', 0],
    ['HT-1', 'when: selectors.night_rate=opted, ', 0],
    ['HT-1, HT-2', '', 1],
    ['HT-1', 'when: selectors.night_rate=not_opted, ', 1],
    ['HT-2', 'when: selectors.night_rate=opted, ', 1],
  ])('for %s %s', async (codes, when, count) => {
    const faults = await found(`${OPTION} ${TEXT}`, night(codes, when), 'contract_demand_kva', release)
    expect(faults.filter((each) => /asks who has opted|condition on an option/u.test(each))).toHaveLength(count)
  })
})

describe('a surcharge for what is not installed', () => {
  const TEXT = 'If capacitors are not installed, LT-5 Workshops pay a surcharge of Rs.0.60 per kWh.'
  it.each([
    ['not_installed', 0],
    ['installed', 2],
  ])('for those who are %s', async (word, count) => {
    const rules = perUnit('LT-5', '0.60', TEXT).replace('effect:', `when: selectors.capacitors=${word}, effect:`)
    const selectors = [{ selector: 'capacitors', words: ['installed', 'not_installed'], description: 'Capacitors' }]
    expect(await found(TEXT, rules, 'contract_demand_kva', { selectors })).toHaveLength(count)
  })
})

it.each([
  ['when: selectors.boiler=solar, ', 0],
  ['', 1],
])('a surcharge that is due, provided something is so: %s', async (when, count) => {
  const text = 'LT-5 Workshops pay a surcharge of Rs.0.60 per kWh, provided solar boilers are used.'
  const selectors = [{ selector: 'boiler', words: ['solar', 'coal'], description: 'The boiler' }]
  const rules = perUnit('LT-5', '0.60', text).replace('effect:', `${when}effect:`)
  const faults = await found(text, rules, 'contract_demand_kva', { selectors })
  expect(faults.filter((each) => each.startsWith('a condition for'))).toHaveLength(count)
})

describe('the excess demand at twice the rate per kVA', () => {
  const TEXT =
    'If at any time the maximum demand recorded by an HT consumer exceeds the contract demand, such consumer shall pay for the quantum of excess demand at two times the normal rate per kVA per month, as deterrent charges.'
  const quantities = `quantities:
  - quantity_id: excess_demand
    unit: kVA
    description: Excess demand
    formula: "max(0, recorded_demand_kva - contract_demand_kva)"
    evidence: ${printedAs(TEXT)}
`
  const two = figure('2', 'times', TEXT).replace('"printed":"2"', '"printed":"two"')
  const percent = two.replace('"value":"2","unit":"times"', '"value":"200","unit":"percent"')
  it('is read from its sentence', async () => {
    const rules = rule(
      'HT-1, HT-2',
      `effect: add, values: [{ kind: factor, figure: ${percent} }]`,
      '    of: [fixed]\n    part: { charge_id: fixed, quantity: excess_demand }\n',
    )
    expect(await found(TEXT, quantities + rules, 'recorded_demand_kva')).toEqual([])
  })
})

describe('a billing demand of which half a kVA counts as one', () => {
  const TEXT =
    'The billing demand of HT installations shall be the maximum demand recorded, in which 0.5 kVA and above will be rounded off to the next higher kVA, and less than 0.5 kVA shall be ignored.'
  it.each([
    ['half_up', 0],
    ['ceil', 1],
    ['floor', 1],
  ])('%s', async (op, count) => {
    const rules = `quantities:
  - quantity_id: billed
    unit: kVA
    description: Billing demand
    formula: "${op}(recorded_demand_kva, 1)"
    evidence: ${printedAs(TEXT)}
adjustments: []
`
    const faults = await found(TEXT, rules, 'billed')
    expect(faults.filter((each) => each.includes('half_up in its formula'))).toHaveLength(count)
  })
})
