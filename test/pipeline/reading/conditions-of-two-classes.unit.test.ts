import { describe, expect, it } from 'vitest'
import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** General conditions for two classes with a comma in their labels, as the heading and the name of a schedule are joined. */

const DEMAND = 'The demand charge of HT-1, Mills is Rs 475.00 per kVA.'
const ENERGY = 'The energy charge of HT-1, Mills is Rs 6.30 per kVAh.'
const LIGHTS = 'The energy charge of HT-2, Street Lights is Rs 6.45 per kVAh.'

type Rule = { readonly own: string; readonly to?: string; readonly side?: string }

/** What gate 8 expects where it finds something wrong with these rules and this quantity. */
async function expected(text: string, rules: readonly Rule[], formula?: string, more = ''): Promise<string[]> {
  const findings = await gateEight({
    printed: { as: 'text', text: [DEMAND, ENERGY, LIGHTS, text].join('\n\n') },
    release: { selectors: [{ selector: 'season', words: ['in_season', 'off_season'], description: 'Season' }] },
    categories: [
      { subcategory_code: 'HT-1', raw_category_label: 'HT-1, Mills', canonical_category_code: 'Mills' },
      { subcategory_code: 'HT-2', raw_category_label: 'HT-2, Street Lights', canonical_category_code: 'Lights' },
    ],
    rows: `row_id,subcategory_code,label,charge,per,printed,value,unit,quote
HT-1,HT-1,"HT-1, Mills",fixed,contract_demand_kva,475.00,,Rs/kVA,"${DEMAND}"
,,,energy,,6.30,,Rs/kVAh,"${ENERGY}"
HT-2,HT-2,"HT-2, Street Lights",energy,,6.45,,Rs/kVAh,"${LIGHTS}"
`,
    rules: `
quantities: ${formula === undefined ? '[]' : `[{ quantity_id: own, unit: kVA, description: Own, formula: "${formula}", evidence: ${printedAs(text)} }]`}
adjustments:${rules
      .map(
        ({ own, to = 'HT-1', side = 'base' }, index) => `
  - { adjustment_id: RULE-${index}, order: ${index + 1}, side: ${side}, description: A rule, applies_to: [${to}], ${own} }`,
      )
      .join('')}${rules.length === 0 ? ' []' : ''}
${more}`,
  })
  return findings.map((each) => each.expected)
}

const percent = (
  of: string,
  when: string,
  printed: string,
  text: string,
  effect = 'subtract',
  kind = 'percent',
): string =>
  `of: [${of}], cases: [{ case_id: all, ${when}effect: ${effect}, description: A rule, values: [{ kind: ${kind}, figure: ${figure(printed, 'percent', text)} }] }]`

describe('rebates at one voltage, and at another and above', () => {
  const TEXT =
    'HT-1 consumers who take supply at 33 kV get a rebate of 2% on the energy charge, and those who take supply at 66 kV and above a rebate of 3% on the energy charge.'
  const at = (low: string, high: string): Rule[] => [
    { own: percent('energy', `when: "supply_voltage_kv${low}", `, '2', TEXT) },
    { own: percent('energy', `when: "supply_voltage_kv${high}", `, '3', TEXT) },
  ]
  it('are each at its own', async () => {
    const found = (await expected(TEXT, at('=33', '>=66'))).filter((each) => each.startsWith('a condition as in'))
    expect(found).toEqual([])
  })
  it('are for what is at the higher one `or higher voltage` too', async () => {
    const text = TEXT.replace('66 kV and above', '66 kV or higher voltage')
    const own = percent('energy', 'when: "supply_voltage_kv>=66", ', '3', text)
    expect((await expected(text, [{ own }])).filter((each) => each.includes('66'))).toEqual([])
    const above = own.replace('>=66', '>66')
    expect((await expected(text, [{ own: above }])).filter((each) => each.includes('> 66'))).toHaveLength(1)
  })
  it('are not exchanged', async () => {
    const found = (await expected(TEXT, at('>=66', '=33'))).filter((each) => each.startsWith('a condition as in'))
    expect(found).toEqual([
      expect.stringMatching(/at 33 kV get a rebate of 2% on the energy charge", beside 2$/u),
      expect.stringMatching(/^a condition as in "and those who take supply at 66 kV and above .*", beside 3$/u),
    ])
  })
})

describe('a duty that leaves out a class by its name without its number', () => {
  const TEXT = 'A duty of 9% on the energy charge is collected from all consumers except Street Lights.'
  it.each([
    ['HT-1', []],
    ['HT-2', ['a rule for HT-1 too', 'applies_to only what']],
    ['HT-1, HT-2', ['applies_to only what']],
  ])('of %s', async (to, findings) => {
    const own = `${percent('energy', '', '9', TEXT, 'add')}, stands_for: electricity_duty`
    const found = await expected(TEXT, [{ own, to, side: 'beside' }])
    const ofWhom = found.flatMap((each) => /^(?:a rule for HT-1 too|applies_to only what)/u.exec(each)?.[0] ?? [])
    expect(ofWhom.toSorted()).toEqual(findings)
  })
})

describe('a share of a charge that is all that is paid', () => {
  const TEXT = 'Seasonal industries of HT-1 shall pay 30% of the demand charge during the off season.'
  const CHARGED =
    'Seasonal industries of HT-1 shall be charged 30% of the demand charge and the full energy charge during the off season.'
  const DUTY = 'HT-1 consumers shall pay a cess of 30% of the demand charge.'
  it.each([
    [TEXT, 'factor', []],
    [TEXT, 'percent', [`kind factor, as in "${TEXT}"`]],
    [CHARGED, 'factor', []],
    [CHARGED, 'percent', [`kind factor, as in "${CHARGED}"`]],
    [CHARGED, 'factor', ['the energy charge in its sentence, or not in of'], 'fixed, energy'],
    [CHARGED, 'factor', ['of: the fixed charge too, as in "'], 'energy'],
    [DUTY, 'percent', []],
  ])('"%s": %s', async (text, kind, findings, of = 'fixed') => {
    const own = percent(of, 'when: "selectors.season=off_season", ', '30', text, 'add', kind)
    const found = (await expected(text, [{ own }])).filter((each) => /^kind |^of: |in of$|"full"/u.test(each))
    expect(found.map((each) => each.replace(/(?<=^of: .*as in ").*/u, ''))).toEqual(findings)
  })
})

describe('demand in excess of the contract demand', () => {
  const TEXT =
    'Recorded demand of HT-1 and HT-2 in excess of the contract demand shall be charged at two times the demand charge.'
  const WHERE =
    'Where the recorded demand is in excess of the contract demand, the billing demand shall be the recorded demand.'
  it.each([
    [TEXT, 'max(0, recorded_demand_kva - contract_demand_kva)', 0],
    [TEXT, 'recorded_demand_kva', 1],
    [WHERE, 'recorded_demand_kva', 0],
  ])('"%s" is %s', async (text, formula, count) => {
    const found = await expected(text, [], formula)
    expect(found.filter((each) => each.startsWith('what is left above'))).toHaveLength(count)
  })
})

it('names two classes by an `and` that makes no sum', async () => {
  const text = 'HT-1 and HT-2 are billed for a minimum of 40 kVA for each kVA of contract demand.'
  const sums = async (formula: string): Promise<string[]> =>
    (await expected(text, [], formula)).filter((each) => each.startsWith('a word such as "plus"'))
  expect(await sums('recorded_demand_kva + 40 * contract_demand_kva')).toHaveLength(1)
  expect(await sums('max(recorded_demand_kva, 40 * contract_demand_kva)')).toEqual([])
})

describe('a fuel adjustment for the consumption of a month', () => {
  const TEXT = 'The fuel adjustment for the consumption of April 2026 is 6% of the energy charge.'
  it.each([
    ['effective_from: 2026-04-01, effective_to: 2026-04-30, ', []],
    ['', ['effective_from and effective_to, as in "consumption of April 2026"']],
    ['', [], TEXT.replace('2026', '2026 onwards')],
    ['effective_to: 2026-06-30, ', [], TEXT.replace('April 2026', 'April to June 2026')],
  ])('is served %s', async (dates, findings, text = TEXT) => {
    const own = `${percent('energy', dates, '6', text, 'add')}, stands_for: fuel_adjustment`
    const found = await expected(text, [{ own, to: 'HT-1, HT-2', side: 'beside' }])
    expect(found.filter((each) => each.startsWith('effective_'))).toEqual(findings)
  })
})

describe('the words of a rounding', () => {
  it.each([
    ['a fraction of a kVA shall be counted as a full kVA', []],
    ['a fraction of a kVA shall be treated as one kVA', []],
    ['a fraction of a kVA shall be rounded off to the next whole kVA', []],
    ['a fraction of a kVA of cold stores shall be counted as a full kVA', ['cold, stores']],
  ])('are no condition: %s', async (words, unread) => {
    const found = await expected(`For the demand charge, ${words}.`, [], 'ceil(contract_demand_kva, 1)')
    expect(found.flatMap((each) => /^a condition for "([^"]*)"/u.exec(each)?.[1] ?? [])).toEqual(unread)
  })
})

it('is of two classes, and not of `HT-2 (A)`, before an article', async () => {
  const text = 'For HT-1 and HT-2, a surcharge of 4% on the energy charge is levied.'
  const named = async (to: string): Promise<string[]> =>
    (await expected(text, [{ own: percent('energy', '', '4', text, 'add'), to }])).flatMap(
      (each) => /^(?:a rule for [^,]*? too|applies_to only what)/u.exec(each)?.[0] ?? [],
    )
  expect(await named('HT-1, HT-2')).toEqual([])
  expect(await named('HT-1')).toEqual(['a rule for ht 2 too'])
})

it.each([
  ['A surcharge of 6% on the energy charge of HT-1, capped at Rs 40, is levied.', []],
  ['The net bill of HT-1 has a surcharge of 6% on the energy charge.', []],
  ['HT-1 consumers on a net plan pay a surcharge of 6% on the energy charge.', ['net, plan']],
])('says who pays in other words than those of a cap and of a bill: %s', async (text, unread) => {
  const cap = text.includes('capped') ? `, cap: { kind: per_bill, figure: ${figure('40', 'Rs', text)} }` : ''
  const found = await expected(text, [{ own: percent('energy', '', '6', text, 'add') + cap }])
  const words = found.flatMap((each) => /^a condition for "([^"]*)"/u.exec(each)?.[1] ?? [])
  expect([...new Set(words)]).toEqual(unread)
})
