import { describe, expect, it } from 'vitest'
import { type CategoryParts, figure, type Order } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** Invented orders whose rows are read from sentences, and readings of them that are wrong. */

const category = (subcategory_code: string, label: string): CategoryParts => ({
  subcategory_code,
  raw_category_label: label,
  canonical_category_code: label.split(' ')[1] ?? label,
  layer: 'LT',
  supply_type: 'lt_metered',
})
const CATEGORIES = [
  category('LT-II', 'LT-II Shops'),
  category('LT-III', 'LT-III Mills'),
  category('LT-V', 'LT-V Pumps'),
]
const HALLS = category('HALLS', 'LT-6 Halls')
const COLUMNS =
  'row_id,subcategory_code,label,charge,component,charge_label,when,minimum_of,rates_of,printed,unit,quote'

/** What gate 8 expects instead of what it finds in rows (and rules) of a text, without the paths. */
async function refused(text: string, rows: readonly string[], rules?: string): Promise<string[]> {
  const order: Order = {
    printed: { as: 'text', text },
    categories: [...CATEGORIES, HALLS].filter(({ subcategory_code: code }) =>
      rows.some((row) => row.includes(`,${code},`)),
    ),
    rows: `${[COLUMNS, ...rows].join('\n')}\n`,
    ...(rules === undefined ? {} : { rules }),
  }
  const findings = await gateEight(order)
  return findings.map(({ where, expected }) => `${where}: ${expected}`)
}

const SHOPS = 'The fixed charge of LT-II Shops is Rs 90.00 per kW.'
const MILLS = 'The fixed charge of LT-III Mills is Rs 70.00 per kW.'
const fixed = (code: string, label: string, amount: string, quote: string): string =>
  `${code},${code},${label},fixed,,,,,,${amount},Rs/kW,"${quote}"`

describe('a row that is read from a sentence of another category', () => {
  it('is a finding on both sides where two are swapped', async () => {
    const text = `${SHOPS} ${MILLS}`
    const right = [fixed('LT-II', 'LT-II Shops', '90.00', SHOPS), fixed('LT-III', 'LT-III Mills', '70.00', MILLS)]
    expect(await refused(text, right)).toEqual([])
    const wrong = [fixed('LT-II', 'LT-II Shops', '70.00', MILLS), fixed('LT-III', 'LT-III Mills', '90.00', SHOPS)]
    expect(await refused(text, wrong)).toEqual([
      'rows.csv:2: a sentence of LT-II Shops',
      'rows.csv:3: a sentence of LT-III Mills',
    ])
  })

  it.each([
    ['a sentence of a fact says that it has the same', 'The same is payable by LT-V Pumps.', 0],
    ['a sentence of a fact names both', 'LT-V Pumps are billed as LT-II Shops are.', 0],
    ['a sentence of a fact says something else', 'The meters of LT-V Pumps are read in May.', 1],
  ])('unless %s', async (_, other, count) => {
    const rules = `
facts:
  - fact_id: PUMPS
    group: charges
    key: pumps
    applies_to: LT-V
    period: FY 2026-27
    grade: order
    text: What the order says of pumps.
    evidence: { source_id: ORDER, page: 1, quote: "${other}" }
`
    const rows = [fixed('LT-II', 'LT-II Shops', '90.00', SHOPS), fixed('LT-V', 'LT-V Pumps', '90.00', SHOPS)]
    expect(await refused(`${SHOPS} ${other}`, rows, rules)).toHaveLength(count)
  })

  it('names a category by how its label begins', async () => {
    const text = 'A fixed charge of Rs 90.00 per kW is payable by LT-II Shops and LT-6 consumers.'
    const rows = [fixed('LT-II', 'LT-II Shops', '90.00', text), fixed('HALLS', 'LT-6 Halls', '90.00', text)]
    expect(await refused(text, rows)).toEqual([])
  })

  const BOTH = 'A fixed charge of Rs 90.00 per kW is payable by LT-II and LT-III consumers.'
  it.each([
    ['has the charge as well', [fixed('LT-III', 'LT-III Mills', '90.00', BOTH)], []],
    [
      'has none',
      ['LT-III,LT-III,LT-III Mills,fixed,,,,,,40.00,Rs/kW,"Mills pay Rs 40.00 per kW."'],
      [
        'rows.csv:2: a charge of lt iii too, as in "A fixed charge of Rs 90.00 per kW is payable by LT-II and LT-III consumers."',
      ],
    ],
  ])('a category that it names in one list %s', async (_, rows, findings) => {
    const text = `${BOTH} Mills pay Rs 40.00 per kW.`
    expect(await refused(text, [fixed('LT-II', 'LT-II Shops', '90.00', BOTH), ...rows])).toEqual(findings)
  })
})

describe('rates that are a multiple of others', () => {
  const TIMES =
    'Temporary supply of LT-V Pumps is billed at 1.5 times the energy charge and the fixed charge of LT-II Shops.'
  const ENERGY = 'The energy charge of LT-II Shops is Rs 7.10 per kWh.'
  const MILLS_ENERGY = 'The energy charge of LT-III Mills is Rs 6.10 per kWh.'
  const of = (energy: string, more: readonly string[]): Promise<string[]> =>
    refused(`${ENERGY} ${SHOPS} ${MILLS_ENERGY} ${TIMES}`, [
      `LT-II,LT-II,LT-II Shops,energy,,,,,,7.10,Rs/kWh,"${ENERGY}"`,
      `,,,fixed,,,,,,90.00,Rs/kW,"${SHOPS}"`,
      `LT-III,LT-III,LT-III Mills,energy,,,,,,6.10,Rs/kWh,"${MILLS_ENERGY}"`,
      `LT-V,LT-V,"LT-V Pumps, temporary",energy,,,,,${energy},1.5,times,"${TIMES}"`,
      ...more,
    ])
  const FIXED = `,,,fixed,,,,,LT-II.fixed,1.5,times,"${TIMES}"`

  it('are of the category and of every charge that the sentence names', async () => {
    const named = (each: string): boolean => each.includes('rates')
    expect((await of('LT-II.energy', [FIXED])).filter(named)).toEqual([])
    expect((await of('LT-II.energy', [])).filter(named)).toEqual([
      `rows.csv:5: rates_of for the fixed charge too, as in "${TIMES}"`,
    ])
    expect((await of('LT-III.energy', [FIXED])).filter(named)).toEqual([
      `rows.csv:5: rates of a category that "${TIMES}" names`,
    ])
  })
})

describe('a minimum', () => {
  const ENERGY = 'The energy charge of LT-II Shops is Rs 7.10 per kWh.'
  const least = 'The monthly minimum charge of LT-II Shops is Rs 60.00 per kW'
  const of = (text: string, minimum: string, when = ''): Promise<string[]> =>
    refused(`${ENERGY} ${SHOPS} ${text}`, [
      `LT-II,LT-II,LT-II Shops,energy,,,,,,7.10,Rs/kWh,"${ENERGY}"`,
      `,,,fixed,,,,,,90.00,Rs/kW,"${SHOPS}"`,
      `,,,least,other,Monthly minimum,${when},${minimum},,60.00,Rs/kW,"${text}"`,
    ])
  const BOTH = `${least}, against which the energy charge and the fixed charge are set off.`
  const ONE = 'LT-II Shops pay a minimum of Rs 60.00 per kW towards the energy charge, exclusive of fixed charges.'

  it.each([
    [BOTH, 'energy|fixed', []],
    [ONE, 'energy', []],
    [`${least}.`, 'energy|fixed', []],
    [BOTH, '', [`rows.csv:4: minimum_of, as in "${BOTH}"`]],
    [ONE, '', [`rows.csv:4: minimum_of, as in "${ONE}"`]],
    [BOTH, 'energy', [`rows.csv:4: minimum_of the fixed charge too, as in "${BOTH}"`]],
    [ONE, 'energy|fixed', [`rows.csv:4: the fixed charge in "${ONE}", or not in minimum_of`]],
  ])('"%s": minimum_of %s', async (text, minimum, findings) => {
    expect(await of(text, minimum)).toEqual(findings)
  })

  it.each([
    [BOTH, 1],
    [`Without consumption, ${least.replace('The', 'the')}.`, 0],
  ])('asked without units only if a text says so: "%s"', async (text, count) => {
    const found = await of(text, 'energy|fixed', 'energy_units=0')
    expect(found.filter((each) => each.includes('= 0 of its conditions'))).toHaveLength(count)
  })

  it.each([
    ['A rebate of 3 percent on the energy charge is given to LT-II Shops.', 1],
    ['A rebate of 3 percent on the energy charge and the monthly minimum is given to LT-II Shops.', 0],
  ])('is in a base that names it: "%s"', async (text, count) => {
    const percent = figure('3', 'percent', text)
    const rules = `
adjustments:
  - adjustment_id: REBATE
    order: 1
    side: base
    description: Rebate
    applies_to: [LT-II]
    of: [energy, minimum]
    cases: [{ case_id: all, effect: subtract, description: Rebate, values: [{ kind: percent, figure: ${percent} }] }]
`
    const found = await refused(
      `${ENERGY} ${BOTH} ${text}`,
      [
        `LT-II,LT-II,LT-II Shops,energy,,,,,,7.10,Rs/kWh,"${ENERGY}"`,
        `,,,least,other,Monthly minimum,,energy,,60.00,Rs/kW,"${BOTH}"`,
      ],
      rules,
    )
    expect(found.filter((each) => each.includes('the minimum charge'))).toHaveLength(count)
  })
})

describe('what a percentage beside the tariff is of', () => {
  const ENERGY = 'The energy charge of LT-II Shops is Rs 7.10 per kWh.'
  const of = (text: string, base: string, value: string, effect = 'subtract'): Promise<string[]> =>
    refused(
      `${ENERGY} ${SHOPS} ${text}`,
      [`LT-II,LT-II,LT-II Shops,energy,,,,,,7.10,Rs/kWh,"${ENERGY}"`, `,,,fixed,,,,,,90.00,Rs/kW,"${SHOPS}"`],
      `
adjustments:
  - adjustment_id: RULE
    order: 1
    side: beside
    description: A rule
    applies_to: [LT-II]
    of: [${base}]
    cases: [{ case_id: all, effect: ${effect}, description: A rule, values: [{ ${value} }] }]
`,
    )
  const DATED = 'LT-II Shops get a rebate of 2 percent of the energy charge from the date of the bill.'
  const ON_BILL = 'LT-II Shops get a rebate of 2 percent on the amount of the monthly bill.'
  const ENERGY_BILL = 'LT-II Shops get a rebate of 2 percent on the energy bill.'
  const BEFORE = 'LT-II Shops get a rebate of 2 percent of the bill before duty.'
  const WHOLE = 'a sentence that names the bill, the tariff or all charges, or the charges of which it is'

  it.each([
    [DATED, 'energy', []],
    [DATED, 'bill', [`rules.yaml:9: ${WHOLE}`]],
    [ON_BILL, 'bill', []],
    [ON_BILL, 'base_tariff', ['rules.yaml:9: of: bill, as in "of the monthly bill"']],
    [ENERGY_BILL, 'energy', []],
    [ENERGY_BILL, 'bill', []],
    [BEFORE, 'base_tariff', []],
  ])('"%s": of %s', async (text, base, findings) => {
    expect(await of(text, base, `kind: percent, figure: ${figure('2', 'percent', text)}`)).toEqual(findings)
  })
})

describe('a sentence that says who is left out', () => {
  const butFor = (except: string): string =>
    `A rebate of 2 percent of the bill is given to all consumers ${except} LT-V Pumps.`
  const FIRST = 'A surcharge of 1 percent of the bill is levied on LT-II consumers'
  const REST = 'and 3 percent of the bill on all other consumers.'
  const rows = CATEGORIES.map(({ subcategory_code: code, raw_category_label: label = '' }) => {
    const text = `The fixed charge of ${label} is Rs 90.00 per kW.`
    return { text, row: fixed(code, label, '90.00', text) }
  })
  type Rule = readonly [percent: string, quote: string, codes: string, effect: string]
  const rule = ([percent, quote, codes, effect]: Rule, index: number): string => `
  - adjustment_id: RULE-${index}
    order: ${index + 1}
    side: beside
    description: A rule
    applies_to: [${codes}]
    of: [bill]
    cases: [{ case_id: all, effect: ${effect}, description: A rule, values: [{ kind: percent, figure: ${figure(percent, 'percent', quote)} }] }]
`
  const of = (text: string, rules: readonly Rule[]): Promise<string[]> =>
    refused(
      [...rows.map((each) => each.text), text].join(' '),
      rows.map(({ row }) => row),
      `adjustments:${rules.map(rule).join('')}`,
    )

  const applied = async (text: string, codes: string): Promise<string[]> =>
    (await of(text, [['2', text, codes, 'subtract']])).map((each) => each.replace(/^\S+ /, '')).toSorted()

  it.each([
    ...['other than', 'except', 'except for', 'excepting', 'excluding', 'apart from', 'barring', 'save and except'],
    ...[
      'leaving out',
      'with the exception of',
      'except those under',
      'excluding the consumers covered under',
      'except pump consumers under',
    ],
  ])('by name, with "%s"', async (except) => {
    const text = butFor(except)
    expect(await applied(text, 'LT-II, LT-III')).toEqual([])
    expect(await applied(text, 'LT-II')).toEqual([`a rule for LT-III too, as in "${text}"`])
    for (const wrong of ['LT-II, LT-III, LT-V', 'LT-V'])
      expect(await applied(text, wrong)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^".*" of the sentence declared in readings\.yaml \(sentences\)$/),
          `applies_to only what "${text}" names`,
        ]),
      )
  })

  it('by its class alone', async () => {
    const text = butFor('except those under').replace(' Pumps', '')
    expect(await applied(text, 'LT-II, LT-III')).toEqual([])
    for (const wrong of ['LT-II, LT-III, LT-V', 'LT-V'])
      expect(await applied(text, wrong)).toContain(`applies_to only what "${text}" names`)
  })

  it.each([
    ['LT-II', 'LT-III, LT-V', 0],
    ['LT-III, LT-V', 'LT-II', 3],
    ['LT-II', 'LT-III', 1],
    ['LT-II', 'LT-II, LT-III, LT-V', 1],
  ])('as all others: %s, and %s', async (first, rest, count) => {
    const found = await of(`${FIRST} ${REST}`, [
      ['1', FIRST, first, 'add'],
      ['3', REST, rest, 'add'],
    ])
    expect(found).toHaveLength(count)
  })

  it.each([
    ['LT-III, LT-V', 0],
    ['LT-III', 2],
  ])('as all others, quoted as one sentence: LT-II, and %s', async (rest, count) => {
    const text = `${FIRST} ${REST}`
    const found = await of(text, [
      ['1', text, 'LT-II', 'add'],
      ['3', text, rest, 'add'],
    ])
    expect(found.filter((each) => !each.includes('of the quote as a number'))).toHaveLength(count)
  })
})
