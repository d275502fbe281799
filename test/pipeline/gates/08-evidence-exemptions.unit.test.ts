import { describe, expect, it } from 'vitest'
import { conditions } from '../../support/record-builder.ts'
import { type Edit, judged } from './support/cited-rule.ts'

/** Sentences behind a rule that say whom it leaves out. */

const PAISE = '20 paise per unit'
const SURCHARGE = `Large Supply consumers pay a surcharge of ${PAISE}.`

const asked =
  (when: string): Edit =>
  ({ categories, rows, rules: { adjustments } }) => {
    const [rule] = adjustments
    rule!.cases[0]!.when = conditions(when)
    for (const each of [...categories, ...rows])
      if (rule!.applies_to.includes(each.subcategory_code)) each.raw_category_label = 'Large Supply'
  }

/** What is expected of the rule besides, if a sentence stands behind it. */
async function expected(behind: string, when = '', declared: readonly string[] = []): Promise<string[]> {
  const sentences = declared.map((says) => ({ source_id: 'XX-ORDER', page: 1, says, because: 'It is so.' }))
  const { sentence } = await judged(`${SURCHARGE} ${behind}`, PAISE, [asked(when)], sentences)
  return sentence.flatMap((each) => /(a rule without|a condition for "[^"]+")/u.exec(each)?.[1] ?? [])
}

describe('a sentence behind a rule', () => {
  it.each([
    ['The surcharge shall not be levied on Large Supply consumers.', '', ['a rule without']],
    ['No surcharge shall be collected from connections of 7 kW or less.', '', ['a condition for "7"']],
    ['No surcharge shall be collected from connections of 7 kW or less.', 'connected_load>7', []],
    [
      'It is not payable in a month in which the recorded demand exceeds the contract demand.',
      '',
      ['a condition for "recorded demand, contract demand"'],
    ],
    ['It shall not be recovered from temporary supply.', '', ['a condition for "temporary supply"']],
    ['It shall not be recovered from temporary supply.', 'connection=regular', []],
    ['The rebate shall not be given to Large Supply consumers.', '', []],
    ['The surcharge shall not exceed the fixed charge.', '', []],
    ['2. It shall not be recovered from Large Supply consumers.', '', []],
  ])('"%s" with the condition "%s"', async (behind, when, findings) => {
    const found = await expected(behind, when)
    expect(found.filter((each) => !each.includes('fixed'))).toEqual(findings)
  })

  it('is not declared away where the rule could apply it; words that mean nobody of the record are', async () => {
    const large = 'The surcharge shall not be levied on Large Supply consumers.'
    expect(await expected(large, '', ['shall not be levied on Large Supply consumers'])).toEqual(['a rule without'])
    expect(await expected('It shall not be levied on mills.')).toContain('a condition for "mills"')
    expect(await expected('It shall not be levied on mills.', '', ['It shall not be levied on mills'])).toEqual([])
  })
})

describe('whom an exemption names by a word of an input', () => {
  const SELECTORS: Edit = ({ selectors, categories, rules }) => {
    selectors.push(
      { selector: 'plant', description: 'The plant', words: ['new', 'established'] },
      { selector: 'trade', description: 'The trade', words: ['steel_industry', 'other_industry'] },
    )
    for (const each of categories)
      if (rules.adjustments[0]!.applies_to.includes(each.subcategory_code))
        for (const { selector } of selectors)
          each.optional_inputs.push({ field: `selectors.${selector}`, when: 'the surcharge' })
  }
  const accepted = async (behind: string, when: string): Promise<string[]> => {
    const { sentence } = await judged(`${SURCHARGE} ${behind}`, PAISE, [asked(when), SELECTORS])
    return sentence.flatMap((each) => /no case that takes ([^,]+), as in/u.exec(each)?.[1] ?? [])
  }
  const NEW = ['selectors.plant=new']

  it.each([
    'It shall not be levied on new plants.',
    'New plants are exempt from it.',
    'New plants are exempt from the surcharge.',
    'New plants shall be exempted.',
    'New plants do not pay the surcharge.',
    'New plants need not pay it.',
    'No new plant shall pay the surcharge.',
    'No surcharge is levied on new plants.',
    'The surcharge is not payable by new plants.',
    'It is not levied on schools, nor on new plants.',
  ])('pays nothing: "%s"', async (behind) => {
    expect(await accepted(behind, 'selectors.plant=established')).toEqual([])
    expect(await accepted(behind, 'selectors.plant=new')).toEqual(NEW)
    expect(await accepted(behind, 'selectors.plant in {new,established}')).toEqual(NEW)
    expect(await accepted(behind, '(selectors.plant=new or selectors.plant=established)')).toEqual(NEW)
    expect(await accepted(behind, 'not selectors.plant=established')).toEqual(NEW)
    expect(await accepted(behind, 'not selectors.plant=new')).toEqual([])
  })

  it.each([
    [
      'It shall not be levied on steel industries.',
      'selectors.trade=steel_industry',
      ['selectors.trade=steel_industry'],
    ],
    ['It shall not be levied on steel industries.', 'selectors.trade=other_industry', []],
    ['It shall not be recovered from temporary supply.', 'connection=temporary', ['connection=temporary']],
    ['It shall not be recovered from temporary supply.', 'connection=regular', []],
    ['It shall not be levied in rural areas.', 'area_type in {rural,urban}', ['area_type=rural']],
    // Of those, some only.
    ['It is not payable by new plants of 100 kW or less.', 'selectors.plant=new and connected_load>100', []],
    ['It is not payable by new plants of 100 kW or less.', 'selectors.plant=new', NEW],
    [
      'It is not payable by new steel industries.',
      'selectors.plant=established and selectors.trade=steel_industry',
      [],
    ],
    ['It is not payable by new plants from 1 October 2026.', 'selectors.plant=new', []],
    // It leaves out the others.
    ['It shall not be levied on plants other than new plants.', 'selectors.plant=new', []],
    ['It shall not be levied on any plant, except new plants.', 'selectors.plant=new', []],
    ['The rebate is not given to new plants.', 'selectors.plant=new', []],
    // What is said of another amount.
    ['A rent of Rs 5 is due. It shall not be levied on new plants.', 'selectors.plant=new', []],
  ])('"%s" with the condition "%s"', async (behind, when, found) => {
    expect(await accepted(behind, when)).toEqual(found)
  })
})
