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
