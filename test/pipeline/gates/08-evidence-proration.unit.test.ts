import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { ProrationRule } from '../../../releases/record/rules.ts'
import { type Edit, judged } from './support/cited-rule.ts'
import { findingsOf } from './support/sample.ts'

describe('a rule of proration by months', () => {
  const QUOTE = 'The slabs and the fixed charges are multiplied by the months of the bill'
  const rule = (evidence: ProrationRule['evidence'], edges_of: string[], monthly: string[]): ProrationRule => ({
    ...{ rule_id: 'MONTHS', licensees: [], applies_to: [], method: 'by_months', base_days: null, round: null },
    ...{ grade: 'order', edges_of, monthly, evidence },
  })

  it.each([
    ['both', ['energy_units'], ['fixed'], []],
    ['no slabs', [], ['fixed'], ['edges_of, as in "slabs"']],
    ['no charges', ['energy_units'], [], ['monthly, as in "fixed charges"']],
  ])('multiplies what its sentence names: %s', async (_, edges_of, monthly, expected) => {
    const findings = await findingsOf(evidenceFigureInQuote, ({ rules }) => {
      rules.proration = [rule({ ...rules.facts[0]!.evidence, quote: QUOTE }, edges_of, monthly)]
    })
    const found = findings.filter((each) => each.includes(', as in "')).map((each) => each.split(' | ')[1])
    expect(found).toEqual(expected)
  })

  it('leaves no amount for a month to be added once to each bill', async () => {
    const add =
      (prorated: boolean): Edit =>
      ({ rules }, figure) => {
        Object.assign(figure, { printed_unit: 'Rs', unit: 'Rs', value: '20' })
        Object.assign(rules.adjustments[0]!.cases[0]!.values[0]!, { kind: 'per_bill', per: null })
        if (prorated) rules.proration = [rule(rules.facts[0]!.evidence, ['energy_units'], ['fixed'])]
      }
    const [text, expected] = ['A rent of Rs 20 per month is due.', 'the charge in `monthly` of the rule']
    expect((await judged(text, text.slice(0, -1), [add(true)])).sentence.join()).toContain(expected)
    expect((await judged(text, text.slice(0, -1), [add(false)])).sentence.join()).not.toContain(expected)
  })
})
