import { describe, expect, it } from 'vitest'
import { conditions } from '../../support/record-builder.ts'
import { type Edit, judged } from './support/cited-rule.ts'

/** Sentences with words of a condition that nothing reads. */

const PAISE = '20 paise per unit'
const asked =
  (when: string, label = 'Large Supply'): Edit =>
  ({ categories, rows, rules }) => {
    const [rule] = rules.adjustments
    rule!.cases[0]!.when = conditions(when)
    for (const each of [...categories, ...rows])
      if (rule!.applies_to.includes(each.subcategory_code)) each.raw_category_label = label
  }
const unreadIn = async (text: string, when = '', declared: readonly string[] = []): Promise<string[]> => {
  const sentences = declared.map((says) => ({ source_id: 'XX-ORDER', page: 1, says, because: 'It names them all.' }))
  const { sentence } = await judged(text, PAISE, [asked(when)], sentences)
  return sentence.flatMap((each) => /a condition for "([^"]+)"/u.exec(each)?.[1] ?? [])
}
const unread = (who: string, when?: string, declared?: readonly string[]): Promise<string[]> =>
  unreadIn(`${who} pay a surcharge of ${PAISE}.`, when, declared)

describe('a rule for some consumers in words of its own', () => {
  it.each([
    ['Arc furnaces of Large Supply', 'arc, furnaces'],
    ['18. New consumers of Large Supply', 'new'],
    ['Border charge: Large Supply consumers of the border belt', 'border, belt'],
    ['Large Supply consumers who have a capacitor of the approved rating', 'capacitor, approved'],
    ['Furnaces and mills', 'furnaces, mills'],
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
  ])('is none if its sentence %s', async (_what, who, when) => {
    expect(await unread(who, when)).toEqual([])
  })

  it.each([
    ['in a notified snowbound area', 'notified, snowbound, area'],
    ['for timely payment', 'timely'],
    ['on units above the average of the last year', 'last, above the average'],
    ['if their meters are read through AMR', 'read, amr'],
    ['where they are run by women', 'run, women'],
    ['if the voltage is below the one prescribed', 'prescribed'],
    ['on the total of their consumption, whether or not they are new', undefined],
  ])('is a finding behind the verb too: %s', async (condition, words) => {
    const text = `Large Supply consumers pay a surcharge of ${PAISE} ${condition}.`
    expect(await unreadIn(text)).toEqual(words === undefined ? [] : [words])
  })

  it.each([
    ['A surcharge is due of', 'for late payment', 'payment.by_due_date=false'],
    ['A surcharge is due of', 'for payment after the due date', 'payment.by_due_date=false'],
    ['Large Supply consumers pay', 'in border villages', 'selectors.place=border_village'],
  ])('is none where a condition reads the words: %s %s', async (who, behind, when) => {
    expect(await unreadIn(`${who} ${PAISE} ${behind}.`, when)).toEqual([])
  })

  it('is none in the name of the line of a bill that the rule is', async () => {
    const fuel: Edit = ({ rules: { adjustments } }) => {
      Object.assign(adjustments[0]!, { side: 'beside', stands_for: 'fuel_adjustment' })
    }
    const text = `Large Supply consumers pay a fuel surcharge of ${PAISE}.`
    expect((await judged(text, PAISE, [asked(''), fuel])).sentence.join()).not.toContain('a condition for')
    expect(await unreadIn(text)).toEqual(['fuel'])
    expect(await unreadIn(`Large Supply consumers get a credit of ${PAISE}.`)).toEqual([])
  })

  it('is none if readings.yaml declares them', async () => {
    expect(await unread('Arc furnaces of Large Supply', '', ['Arc furnaces'])).toEqual([])
  })
})

describe('a clause in words that restrict nothing by themselves', () => {
  const LARGE = `Large Supply consumers pay a surcharge of ${PAISE}`

  it.each([
    ...['if they opt', 'where the bill is paid', 'in case the tariff is lower', 'when they have meters'],
    ...['first month', 'every other month', 'month following', 'for a period of'],
    ...['additional units', 'increase in consumption', 'below the average', 'within the contract demand'],
    ...['connections given after', 'upon application', 'high consumption', 'medium voltage', 'both meters'],
  ])('is a finding where nothing reads it: %s', async (clause) => {
    expect(await unreadIn(`${LARGE}, ${clause}.`)).toEqual([clause])
  })

  it.each([
    ['if they opt for green supply', 'selectors.tariff=green'],
    ['if the recorded demand exceeds the contract demand', 'recorded_demand_kva>contract_demand_kva'],
    ['within the contract demand', 'recorded_demand_kva<=contract_demand_kva'],
    ['if the demand exceeds 100 kVA', 'recorded_demand_kva>100'],
  ])('is none where a condition reads it: %s', async (clause, when) => {
    expect(await unreadIn(`${LARGE}, ${clause}.`, when)).toEqual([])
  })

  it.each(['if any', 'where applicable', 'when payable'])('is none: %s', async (clause) => {
    expect(await unreadIn(`${LARGE}, ${clause}.`)).toEqual([])
  })

  it('is none if readings.yaml declares it', async () => {
    expect(await unreadIn(`${LARGE}, if they opt.`, '', ['if they opt'])).toEqual([])
  })
})
