import { describe, expect, it } from 'vitest'
import { unstated } from '../../../pipeline/gates/cells/stated-bounds.ts'
import { conditions } from '../../support/record-builder.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'

/** The opposite of what a sentence says, and words that used to hide it. */

const PAISE = '20 paise per unit'
const when =
  (text: string, effect: 'add' | 'none' = 'add'): Edit =>
  ({ rules }) =>
    void Object.assign(rules.adjustments[0]!.cases[0]!, { effect, when: conditions(text) })

describe('a condition of which the sentence says the opposite', () => {
  const ABOVE = 'Plants with a load factor above 70 percent pay a surcharge of 20 paise per unit.'
  it.each([
    [ABOVE, 'load_factor_percent<=70', true],
    [ABOVE, 'load_factor_percent>70', false],
    ['Plants pay 20 paise per unit if their load factor is 70 percent or above.', 'load_factor_percent<70', true],
    [
      'Plants without a boiler and a load factor above 70 percent pay 20 paise per unit.',
      'load_factor_percent<=70',
      true,
    ],
    ['Plants pay 20 paise per unit without a load factor above 70 percent.', 'load_factor_percent<=70', false],
    ['Plants with a load factor above 70 percent do not pay the 20 paise per unit.', 'load_factor_percent<=70', false],
    [
      'Plants with a load factor above 70 percent and up to 70 percent pay 20 paise per unit.',
      'load_factor_percent<=70',
      false,
    ],
  ])('"%s" read as %s: refused %s', async (text, condition, isRefused) => {
    const { sentence } = await judged(text, PAISE, [when(condition)])
    expect(sentence.some((each) => / \| > 70, as in| \| >= 70, as in/u.test(each))).toBe(isRefused)
  })

  it('may be said by another sentence that is cited from its note', async () => {
    const first = 'Plants with a load factor above 70 percent are meant here.'
    const inNote: Edit = ({ rules: { facts } }, figure) => {
      figure.locator.section = 'note 1'
      const evidence = { source_id: 'XX-ORDER', locator: { page: 1, line: null, section: 'note 1' }, quote: first }
      facts.push({ ...facts[0]!, fact_id: 'WHO', applies_to: 'some', text: null, figure_value: null, evidence })
    }
    const found = async (condition: string) =>
      (
        await judged(`${first} A surcharge of 20 paise per unit is due.`, PAISE, [inNote, when(condition)])
      ).sentence.join()
    expect(await found('load_factor_percent<=70')).toContain('> 70, as in')
    expect(await found('load_factor_percent>70')).not.toContain('as in')
  })

  it('may be that of a case without effect', async () => {
    const { sentence } = await judged(ABOVE, PAISE, [when('load_factor_percent<=70', 'none')])
    expect(sentence.join()).not.toContain('> 70, as in')
  })
})

it.each([
  ['<', 'up to 1 kW', ['< 1']],
  ['<=', 'up to 1 kW', []],
  ['>=', 'in two lines', []],
])('an edge of 1 goes without saying only where no text prints it: %s 1, "%s"', (op, text, missing) => {
  const found = unstated([{ field: 'connected_load', op, value: '1' }], [`Domestic, ${text}`])
  expect(found.map((bound) => `${bound.op} ${bound.value}`)).toEqual(missing)
})

describe('the sentence behind', () => {
  const text = (next: string) => `A surcharge of 20 paise per unit is due. ${next}`
  it.each(['The rebate is not available to schools.', 'The surcharge is not levied on schools.'])(
    'goes on about the rule: "%s"',
    async (next) => {
      const { sentence } = await judged(text(next), 'surcharge of 20 paise', [])
      expect(sentence.join()).toContain('the sentence behind cited too')
    },
  )

  it('is read by conditions that leave out what it excepts', async () => {
    const next = text('The surcharge is not levied on temporary supply.')
    const cited = async (edits: readonly Edit[]) => (await judged(next, 'surcharge of 20 paise', edits)).sentence.join()
    expect(await cited([])).toContain('the sentence behind cited too')
    expect(await cited([when('connection=regular')])).not.toContain('the sentence behind cited too')
  })
})

it('"Seasonal industry" is no season: the months of its sentence are compared', async () => {
  const label: Edit = ({ rows, categories, rules }) => {
    const codes = rules.adjustments[0]!.applies_to
    for (const each of [...rows, ...categories])
      if (codes.includes(each.subcategory_code)) each.raw_category_label = 'Seasonal industry'
  }
  const { sentence } = await judged('From April to June 20 paise per unit are due.', PAISE, [label])
  expect(sentence.join()).toContain('served in the months of "April to June')
})

it.each(['used', 'consumed', 'recorded', 'consumed in the night hours'])(
  'the months behind units %s are those of the rate',
  async (words) => {
    const text = `A surcharge of 20 paise per unit is due on the energy ${words}, from April to June.`
    const { sentence } = await judged(text, PAISE, [])
    expect(sentence.join()).toContain('served in the months of')
  },
)

it('a quantity of monthly units is no month that a request says', async () => {
  const monthly: Edit = ({ quantities, rules }) => {
    const like = quantities[0]!
    const cases = [{ ...like.cases[0]!, formula: 'energy_units', when: [] }]
    quantities.push({ ...like, quantity_id: 'monthly_units', figures: [], evidence: null, cases })
    rules.adjustments[0]!.cases[0]!.values[0]!.per = 'monthly_units'
  }
  const { sentence } = await judged('From April to June 20 paise per unit are due.', PAISE, [monthly])
  expect(sentence.join()).toContain('served in the months of "April to June')
})

it.each([
  ['The charge is reduced by 20 paise per unit.', 'deducted'],
  ['The charge is lowered by 20 paise per unit.', 'deducted'],
  ['A waiver of 20 paise per unit is allowed.', 'deducted'],
])('"%s" is %s', async (text, direction) => {
  const add: Edit = ({ rules }) => void Object.assign(rules.adjustments[0]!.cases[0]!, { effect: 'add' })
  expect((await judged(text, PAISE, [add])).sentence.join()).toContain(`an amount that is ${direction}`)
})

it('declared words do not turn an amount round', async () => {
  const text = 'The charge is reduced by 20 paise per unit.'
  const declared = [{ source_id: 'XX-ORDER', page: 1, says: 'is reduced by', because: 'It changes nothing.' }]
  const effect =
    (own: 'add' | 'subtract'): Edit =>
    ({ rules }) =>
      void Object.assign(rules.adjustments[0]!.cases[0]!, { effect: own })
  const found = async (own: 'add' | 'subtract') => (await judged(text, PAISE, [effect(own)], declared)).sentence.join()
  expect(await found('add')).toContain('an amount that is deducted')
  expect(await found('subtract')).not.toContain('an amount that is')
})

it('"whether or not" denies nothing: a bound on the other side is turned round', async () => {
  const text = 'Consumers above 75 kW pay 20 paise per unit, whether or not they are new.'
  expect((await judged(text, PAISE, [when('connected_load<=75')])).sentence.join()).toContain('> 75, as in')
  expect((await judged(text, PAISE, [when('connected_load>75')])).sentence).toEqual([])
})

it('a word of a choice is also said in the plural', async () => {
  const consumer: Edit = (record) => {
    record.selectors.push({ selector: 'consumer', words: ['hotel', 'other'] } as never)
    when('selectors.consumer=other')(record, undefined as never)
  }
  const { sentence } = await judged('Hotels pay a surcharge of 20 paise per unit.', PAISE, [consumer])
  expect(sentence.join()).toContain('no other of selectors.consumer')
})

it('a digit in the name of a category ends no name', async () => {
  const labels: Edit = ({ rows, categories, rules }) => {
    const names: Readonly<Record<string, string>> = { SL: 'HT-1 Industry', DS: 'HT-2 Commercial' }
    for (const each of [...rows, ...categories])
      each.raw_category_label = names[each.subcategory_code] ?? each.raw_category_label
    rules.adjustments[0]!.applies_to = ['DS']
  }
  const { sentence } = await judged('HT-1 Industry pays a surcharge of 20 paise per unit.', PAISE, [labels])
  expect(sentence.join('\n')).toContain('a rule for ht 1 industry too')
  expect(sentence.join('\n')).toContain('applies_to DS')
})

describe('two amounts of one sentence with the words of each other', () => {
  const asks =
    (condition: string, paise: string): Edit =>
    (record, figure) => {
      const description = 'When it is paid'
      record.selectors.push({ selector: 'paid', words: ['within_7_days', 'within_15_days'], description })
      said(paise, 'P/kWh', `0.${paise}`, 'Rs/kWh')(record, figure)
      when(condition)(record, figure)
    }
  const BEHIND = 'A surcharge of 20 paise per unit is due for payment within 7 days and 10 paise within 15 days.'
  const BEFORE = 'For payment within 7 days a surcharge of 20 paise and within 15 days one of 10 paise per unit is due.'
  const PHASES = 'A surcharge of 20 paise per unit is due for single phase and 10 paise for three phase.'
  it.each([
    [BEHIND, '20', 'selectors.paid=within_7_days', false],
    [BEHIND, '20', 'selectors.paid=within_15_days', true],
    [BEHIND, '10', 'selectors.paid=within_15_days', false],
    [BEHIND, '10', 'selectors.paid=within_7_days', true],
    [BEFORE, '20', 'selectors.paid=within_7_days', false],
    [BEFORE, '20', 'selectors.paid=within_15_days', true],
    [BEFORE, '10', 'selectors.paid=within_15_days', false],
    [PHASES, '20', 'phase=single', false],
    [PHASES, '20', 'phase=three', true],
    [PHASES, '10', 'phase=three', false],
    [PHASES, '10', 'phase=single', true],
  ])('"%s": %s paise by %s, refused %s', async (text, paise, condition, isRefused) => {
    const { sentence } = await judged(text, text, [asks(condition, paise)])
    expect(sentence.some((each) => each.includes('as the record reads it'))).toBe(isRefused)
  })
})

describe('a word that a condition denies', () => {
  const industry = (condition: string) => (): Edit => (record) => {
    record.selectors.push({ selector: 'industry', words: ['steel_plant', 'plant_without_cgp', 'other_works'] } as never)
    when(condition)(record, undefined as never)
  }
  it.each([
    ['Steel plants pay a surcharge of 20 paise per unit.', 'not selectors.industry=steel_plant', true],
    [
      'Steel plants pay a surcharge of 20 paise per unit.',
      'not selectors.industry in {steel_plant,plant_without_cgp}',
      true,
    ],
    [
      'A plant of steel without CGP pays a surcharge of 20 paise per unit.',
      'not selectors.industry=plant_without_cgp',
      true,
    ],
    [
      'Works other than steel plants pay a surcharge of 20 paise per unit.',
      'not selectors.industry=steel_plant',
      false,
    ],
    ['Plants for steel pay a surcharge of 20 paise per unit.', 'not selectors.industry=steel_plant', false],
    ['A plant for steel pays a surcharge of 20 paise per unit.', 'not selectors.industry=steel_plant', true],
    ['Steel plants pay a surcharge of 20 paise per unit.', 'selectors.industry=steel_plant', false],
  ])('"%s" is not read with %s: %s', async (text, condition, isRefused) => {
    const { sentence } = await judged(text, 'surcharge of 20 paise', [industry(condition)()])
    expect(sentence.some((each) => each.includes('another word of selectors.industry'))).toBe(isRefused)
  })
})
