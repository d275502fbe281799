import { describe, expect, it } from 'vitest'
import { conditions } from '../../support/record-builder.ts'
import { type Edit, judged } from './support/cited-rule.ts'

/** Sentences about some consumers of a category, in words of their own. */

const PAISE = '20 paise per unit'
const asked =
  (when: string, label = 'Large Supply'): Edit =>
  ({ categories, rows, rules }) => {
    const [rule] = rules.adjustments
    rule!.cases[0]!.when = conditions(when)
    for (const each of [...categories, ...rows])
      if (rule!.applies_to.includes(each.subcategory_code)) each.raw_category_label = label
  }
const unread = async (who: string, when = '', declared: readonly string[] = []): Promise<string[]> => {
  const sentences = declared.map((says) => ({ source_id: 'XX-ORDER', page: 1, says, because: 'It names them all.' }))
  const { sentence } = await judged(`${who} pay a surcharge of ${PAISE}.`, PAISE, [asked(when)], sentences)
  return sentence.flatMap((each) => /a condition for "([^"]+)"/u.exec(each)?.[1] ?? [])
}

describe('a rule for some consumers in words of its own', () => {
  it.each([
    ['Arc furnaces of Large Supply', 'arc, furnaces'],
    ['18. New consumers of Large Supply', 'new'],
    ['Border charge: Large Supply consumers of the border belt', 'border, belt'],
    ['Large Supply consumers who have a capacitor of the approved rating', 'capacitor, approved'],
  ])('is a finding where nothing reads them: %s', async (who, words) => {
    expect(await unread(who)).toEqual([words])
  })

  it.each([
    ['names the category alone', 'Large Supply consumers', ''],
    ['says in which words a condition asks', 'Arc furnaces of Large Supply', 'selectors.industry=arc_furnace'],
    [
      'says no more than what is compared',
      'Large Supply consumers with a contract demand above 100 kVA',
      'contract_demand_kva>100',
    ],
    ['is about no consumers', 'Furnaces and mills', ''],
  ])('is none if its sentence %s', async (_what, who, when) => {
    expect(await unread(who, when)).toEqual([])
  })

  it('is none if readings.yaml declares them', async () => {
    expect(await unread('Arc furnaces of Large Supply', '', ['Arc furnaces'])).toEqual([])
  })
})
