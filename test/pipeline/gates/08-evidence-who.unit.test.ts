import { expect, it } from 'vitest'
import { conditions } from '../../support/record-builder.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'
import { sampleRecord, sourceOf } from './support/sample.ts'

/** Whom a sentence is about, in words that compare or that refer to another sentence. */

const PAISE = '20 paise per unit'
const REBATE = 'Plants with a demand of more than 1 MVA get a rebate of 20 paise per unit.'
const ABOVE_1_MVA = 'contract_demand_kva>1000'

const rule =
  (effect: 'add' | 'subtract', when: string): Edit =>
  ({ rules }) =>
    void Object.assign(rules.adjustments[0]!.cases[0]!, { effect, when: conditions(when) })

it.each([
  ['subtract', false],
  ['add', true],
] as const)('a rebate for more than a power is deducted: effect %s', async (effect, isRefused) => {
  const { sentence } = await judged(REBATE, REBATE.slice(0, -1), [rule(effect, ABOVE_1_MVA)])
  expect(sentence.some((each) => each.includes('an amount that is deducted'))).toBe(isRefused)
})

const WHO = 'Consumers with smart meters above 75 kW are told by post.'
/** The first sentence is cited for a fact of the same note. */
const inOneNote: Edit = ({ rules }, figure) => {
  figure.locator.section = 'note 1'
  const [fact] = rules.facts
  if (fact === undefined) throw new Error('the sample has no fact')
  const evidence = { source_id: 'XX-ORDER', locator: { page: 1, line: null, section: 'note 1' }, quote: WHO }
  rules.facts.push({ ...fact, fact_id: 'WHO', applies_to: 'some', text: null, figure_value: null, evidence })
}

it.each([
  ['The above consumers', '', ['a condition on 75 kW', 'a condition on a kind of meter']],
  ['The above consumers', 'connected_load>75', ['a condition on a kind of meter']],
  ['Consumers', '', []],
])('"%s" are those of the sentence before: asked "%s"', async (who, when, wanted) => {
  const text = `${WHO} ${who} pay a surcharge of 20 paise per unit.`
  const { sentence } = await judged(text, PAISE, [inOneNote, rule('add', when)])
  const said = ['a condition on 75 kW', 'a condition on a kind of meter']
  expect(said.filter((each) => sentence.some((finding) => finding.includes(each)))).toEqual(wanted)
})

/** Who pays is in another note, which the figure cites; `text`: what a fact quotes of it. */
const inAnotherNote =
  (text: string): Edit =>
  (record, figure) => {
    inOneNote(record, figure)
    const fact = record.rules.facts.at(-1)!
    fact.evidence.quote = text
    fact.evidence.locator.section = 'note 2'
    figure.citations.push('The order, p.1, note 2')
  }

it.each([
  ['Single phase consumers are told by post.', '', ['the number of phases']],
  ['Single phase consumers are told by post.', 'phase=single', []],
  ['Single phase consumers pay 20 paise once more.', '', []],
  ['Consumers are told if all 12 months were paid by the due date.', '', ['payment of every bill', 'payment in time']],
])(
  'another note that the figure cites says who pays, unless it prints an amount again: "%s"',
  async (other, when, wanted) => {
    const text = `A surcharge of 20 paise per unit is due. ${other}`
    const { sentence } = await judged(text, PAISE, [inAnotherNote(other), rule('add', when)])
    const said = ['the number of phases', 'payment of every bill', 'payment in time']
    const found = said.filter((each) => sentence.some((finding) => finding.includes(`a condition on ${each}`)))
    expect(found).toEqual(wanted)
  },
)

const LARGE = 'A surcharge of 20 paise per unit is due with a load above 75 kW.'
const ofCategories =
  (bounds: Readonly<Record<string, string>>): Edit =>
  ({ categories, rules }) => {
    rules.adjustments[0]!.applies_to = Object.keys(bounds)
    for (const each of categories) each.bounds = conditions(bounds[each.subcategory_code] ?? '')
  }

it.each([
  [{ SL: 'connected_load>75' }, 0],
  [{ SL: 'connected_load>80' }, 0],
  [{ SL: 'connected_load>=75' }, 1],
  [{ SL: 'connected_load<=75' }, 1],
  [{ SL: 'connected_load>75', DS: '' }, 1],
  [{ SL: 'connected_load>75', DS: 'connected_load>75' }, 0],
])('every row is above the edge of its own: %j', async (bounds, count) => {
  const { sentence } = await judged(LARGE, PAISE, [ofCategories(bounds), rule('add', '')])
  expect(sentence.filter((each) => each.includes('a condition on 75 kW'))).toHaveLength(count)
})

it.each([
  ['SL', false],
  ['DS', true],
])('an amount is of the category beside it, not of that beside another: %s', async (code, isRefused) => {
  const labels: Readonly<Record<string, string>> = { SL: 'Street lights', DS: 'Water works' }
  const applied: Edit = ({ categories, rows, rules }) => {
    for (const each of [...categories, ...rows])
      each.raw_category_label = labels[each.subcategory_code] ?? each.raw_category_label
    rules.adjustments[0]!.applies_to = [code]
  }
  const text = `A surcharge of ${PAISE} is paid by street lights and of 30 paise per unit by water works.`
  const { sentence } = await judged(text, `A surcharge of ${PAISE}`, [applied])
  expect(sentence.some((each) => each.includes('applies_to only what'))).toBe(isRefused)
})

/** The categories with these labels, and the rule for some of them. */
const labelled =
  (labels: Readonly<Record<string, string>>, ...codes: readonly string[]): Edit =>
  ({ categories, rows, rules }) => {
    for (const each of [...categories, ...rows])
      each.raw_category_label = labels[each.subcategory_code] ?? each.raw_category_label
    rules.adjustments[0]!.applies_to = [...codes]
  }
const BRACKETED = { SL: 'HT-II(B) Private Hospitals', DS: 'LT-V(A) Agriculture', NDS: 'LT Offices & Halls, all' }

it.each([
  ['HT-II(B)', ['SL'], ''],
  ['HT-II(B)', ['SL', 'DS'], 'applies_to DS'],
  ['HT-II(B) and LT-V(A)', ['SL', 'DS'], ''],
  ['HT-II(B) and LT-V(A)', ['SL'], 'a rule for lt v a too'],
  ['LT-V(A) Agriculture', ['NDS'], 'applies_to NDS'],
  ['LT Offices & Halls, all', ['NDS'], ''],
] as const)('a class with a letter in brackets is a name: of %s for %s', async (who, codes, fault) => {
  const text = `Consumers of ${who} pay a surcharge of ${PAISE}.`
  const { sentence } = await judged(text, PAISE, [labelled(BRACKETED, ...codes)])
  const about = sentence.filter((each) => /applies_to|a rule for/u.test(each)).join()
  expect(about === '' ? fault : about).toContain(fault)
  expect(about === '').toBe(fault === '')
})

const rounded =
  (...codes: readonly string[]): Edit =>
  (record, figure) => {
    said('20', 'paise', '0.2', 'Rs')(record, figure)
    const [rule] = record.rules.adjustments
    Object.assign(rule!, { of: ['bill'], applies_to: [...codes] })
    Object.assign(rule!.cases[0]!.values[0]!, { kind: 'round_half_up', per: null })
  }

it('a rounding of the bill that names nobody is of every bill', async () => {
  const left = async (...codes: readonly string[]): Promise<string[]> =>
    (await judged('The bill is rounded to the nearest 20 paise.', '20 paise', [rounded(...codes)])).sentence.filter(
      (each) => each.includes('a rule for'),
    )
  const all = sampleRecord().categories.map(({ subcategory_code }) => subcategory_code)
  expect(await left(...all)).toEqual([])
  expect(await left(...all.slice(1))).toEqual([expect.stringContaining(`a rule for ${all[0]} too`)])
})

it.each([
  ['all consumers except those of Rate AG', ['SL', 'DS', 'NDS', 'KJ'], []],
  ['all consumers except those of Rate AG', ['SL', 'DS', 'NDS', 'KJ', 'AG_METERED'], ['applies_to AG_METERED']],
  ['all consumers except those of Rate AG', ['SL', 'DS', 'NDS'], ['a rule for KJ too']],
])('whom a sentence leaves out is read, though the words are declared: %s for %s', async (who, codes, faults) => {
  const rates: Edit = ({ categories, rules }) => {
    const [first] = categories
    for (const code of ['AG_METERED', 'AG_UNMETERED'])
      categories.push({ ...first!, subcategory_code: code, raw_category_label: `AG (Agriculture) ${code.slice(3)}` })
    rules.adjustments[0]!.applies_to = [...codes]
  }
  const declared = [{ source_id: 'XX-ORDER', page: 1, says: 'except those of Rate AG', because: 'It is not for them.' }]
  const text = `A surcharge of ${PAISE} is payable by ${who}.`
  const { sentence } = await judged(text, PAISE, [rates], declared)
  const found = sentence.filter((each) => /applies_to only|a rule for/u.test(each))
  expect(found).toHaveLength(faults.length)
  for (const fault of faults) expect(found.join()).toContain(fault)
})

it.each([
  ['All EHT Consumers', 'EHT', '', false],
  ['All EHT Consumers', 'HT', '', true],
  ['LT Single Phase Domestic Consumers', 'LT', '', false],
  ['LT Single Phase Domestic Consumers', 'HT', '', true],
  ['HT and EHT Consumers', 'EHT', '', false],
  // A level that is no word of the consumers, and one that the rule asks for.
  ['Three Phase HT Meter', 'LT', '', false],
  ['All EHT Consumers', 'any', 'supply_level=ehv', false],
] as const)(
  'a rule from the row "%s" for a category of %s that asks "%s": refused %s',
  async (label, layer, when, isRefused) => {
    const inTable: Edit = (record, figure) => {
      const { sha256 } = sourceOf(record, 'XX-ORDER')
      const cell = { row: [label], column: ['Surcharge (P/kWh)'], printed: '20', through: null, misprint: null }
      figure.cell = { source_sha256: sha256, page: 1, table: 1, ...cell }
      const codes = record.rules.adjustments[0]!.applies_to
      for (const each of record.categories) if (codes.includes(each.subcategory_code)) each.layer = layer
      rule('add', when)(record, figure)
    }
    const { sentence } = await judged(`${label} 20`, `${label} 20`, [inTable])
    expect(sentence.some((each) => each.includes('applies_to only categories of'))).toBe(isRefused)
  },
)
