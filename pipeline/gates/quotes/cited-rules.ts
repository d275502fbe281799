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
  const served = { servedFrom: effective_from, servedTo: effective_to }
  // No answer shows the grade of a formula, so a formula needs at least a transcription.
  const formula = { grade: 'transcription' as const, served }
  return [
    ...quantities.flatMap(({ quantity_id, evidence }) =>
      evidence === null ? [] : [{ path: `quantities/${quantity_id}/evidence`, quotation: evidence, ...formula }],
    ),
    ...rules.adjustments.flatMap(({ adjustment_id, part }) =>
      part === null || part.evidence === null
        ? []
        : [{ path: `rules/adjustments/${adjustment_id}/part`, quotation: part.evidence, ...formula }],
    ),
    ...(rules.subsidy?.conditions ?? []).map(({ evidence }, index) => ({
      path: `rules/subsidy/conditions/${index}`,
      quotation: evidence,
      grade: null,
      served: null,
    })),
    ...(rules.proration ?? []).map(({ rule_id, evidence, grade }) => ({
      path: `rules/proration/${rule_id}/evidence`,
      quotation: evidence,
      grade,
      served,
    })),
    // A rule that refuses fractions adds no amount: it may cite the text of another year.
    ...(rules.unit_rules ?? []).map(({ rule_id, evidence, grade }) => ({
      path: `rules/unit_rules/${rule_id}`,
      quotation: evidence,
      grade,
      served: null,
    })),
    ...rules.facts.map(({ fact_id, evidence, grade }) => ({
      path: `rules/facts/${fact_id}`,
      quotation: evidence,
      grade,
      served: null,
    })),
    ...rules.solar.map(({ arrangement, evidence, grade }, index) => ({
      path: `rules/solar/${arrangement}/${index}`,
      quotation: evidence,
      grade,
      served,
    })),
    ...rules.complete_payable.map(({ profile, evidence }) => ({
      path: `rules/complete_payable/${profile}`,
      quotation: evidence,
      grade: 'order' as const,
      served,
    })),
  ]
}
