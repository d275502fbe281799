import type { Quotation } from '../../../releases/record/figure.ts'
import type { Grade } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

/**
 * Rules of a record given in words and based on a quotation: formulas of quantities, parts of charges, solar rules,
 * profiles, facts and conditions of the scheme. Blocked components are not included, because they cite what is missing,
 * such as a draft.
 */
export type CitedRule = {
  readonly path: string
  readonly quotation: Quotation
  /** Grade of the quotation; null if the record does not grade it. */
  readonly grade: Grade | null
  /** The period in which it is served (dates, both included); null if the record gives it in words, or not at all. */
  readonly served: { readonly servedFrom: string; readonly servedTo: string } | null
}

/** Every cited rule of a record, by the path of its quotation. A profile is only for figures of grade order. */
export function citedRulesOf({ quantities, rules, effective_from, effective_to }: ReleaseRecord): CitedRule[] {
  const always = { servedFrom: effective_from, servedTo: effective_to }
  const rule = (path: string, quotation: Quotation, grade: Grade | null, served: CitedRule['served']): CitedRule => {
    return { path, quotation, grade, served }
  }
  // No answer shows the grade of a formula, so a formula needs at least a transcription.
  const formula = (path: string, evidence: Quotation | null): CitedRule[] =>
    evidence === null ? [] : [rule(path, evidence, 'transcription', always)]
  return [
    ...quantities.flatMap(({ quantity_id: id, evidence }) => formula(`quantities/${id}/evidence`, evidence)),
    ...rules.adjustments.flatMap(({ adjustment_id: id, part }) =>
      formula(`rules/adjustments/${id}/part`, part?.evidence ?? null),
    ),
    ...(rules.subsidy?.conditions ?? []).map(({ evidence }, index) =>
      rule(`rules/subsidy/conditions/${index}`, evidence, null, null),
    ),
    ...(rules.proration ?? []).map(({ rule_id, evidence, grade }) =>
      rule(`rules/proration/${rule_id}/evidence`, evidence, grade, always),
    ),
    // A rule that refuses fractions adds no amount: it may cite the text of another year.
    ...(rules.unit_rules ?? []).map(({ rule_id, evidence, grade }) =>
      rule(`rules/unit_rules/${rule_id}`, evidence, grade, null),
    ),
    ...rules.facts.map(({ fact_id, evidence, grade }) => rule(`rules/facts/${fact_id}`, evidence, grade, null)),
    ...rules.solar.map(({ arrangement, evidence, grade }, index) =>
      rule(`rules/solar/${arrangement}/${index}`, evidence, grade, always),
    ),
    ...rules.complete_payable.map(({ profile, evidence }) =>
      rule(`rules/complete_payable/${profile}`, evidence, 'order', always),
    ),
  ]
}
