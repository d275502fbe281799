import { canonicalText } from '../../record/canonical.ts'
import { formatMilli } from '../../record/decimal.ts'
import type { Calculation } from '../calculate.ts'
import { fppasSum } from '../price-row.ts'
import type { NormalisedRequest } from '../request/normalise.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { int, members, str } from './json.ts'

/** The parts of an answer's `data`, each in canonical form (contract 2.7). */

export function calculationText(answer: AnswerPlan, calculation: Calculation): string {
  const { row, lines } = calculation
  return members([
    ['adjustments_paise', calculation.adjustmentsPaise === null ? null : int(calculation.adjustmentsPaise)],
    ['base_tariff_paise', int(calculation.basePaise)],
    ['energy_charge_paise', int(calculation.energyPaise)],
    ['fixed_charge_paise', int(calculation.fixedPaise)],
    ['lines', answer.lines.write(row, lines)],
    ['wheeling_charge_paise', calculation.wheelingPaise === null ? null : int(calculation.wheelingPaise)],
  ])
}

export function subsidyText(answer: AnswerPlan, { subsidy, category }: Calculation): string {
  const blocked = category.subsidised ? answer.subsidyBlocked : '[]'
  switch (subsidy.status) {
    case 'applied':
      return members([
        ['amount_paise', int(subsidy.amountPaise)],
        ['billing_days', int(subsidy.billingDays)],
        ['blocked', blocked],
        ['covered_units', str(formatMilli(subsidy.coveredMilli))],
        ['energy_waived_paise', int(subsidy.energyWaivedPaise)],
        ['entitlement_units', subsidy.entitlement.units],
        ['fixed_waived_paise', int(subsidy.fixedWaivedPaise)],
        ['scheme', str(category.subsidy?.scheme ?? '')],
        ['status', '"applied"'],
      ])
    case 'blocked':
      return members([
        ['billing_days', int(subsidy.billingDays)],
        ['blocked', blocked],
        ['scheme', str(category.subsidy?.scheme ?? '')],
        ['status', '"blocked"'],
      ])
    default:
      return members([
        ['blocked', blocked],
        ['status', str(subsidy.status)],
      ])
  }
}

export function fppasText(answer: AnswerPlan, { fppas }: Calculation): string {
  if (fppas === null) return answer.fppasBlocked
  const parts = fppas.map(({ plan, amountPaise }) => ({
    amount_paise: amountPaise,
    evidence: plan.rate.evidence,
    kind: plan.kind,
    period: plan.period,
    rate: plan.rate.text,
    value_unit: plan.valueUnit,
  }))
  return members([
    ['amount_paise', int(fppasSum(fppas))],
    ['parts', canonicalText(parts)],
    ['period', str(parts[0]?.period ?? '')],
    ['status', '"applied"'],
  ])
}

export function disclosuresText(
  answer: AnswerPlan,
  calculation: Calculation,
  { inputs, shown: given }: NormalisedRequest,
): string {
  const { category, row, subsidy, grade } = calculation
  let text = answer.always
  for (const selector of category.selectors) {
    if (given[selector] === undefined) text += `,${answer.disclosure.selectorOmitted[selector]}`
  }
  if (grade === 'specimen') text += `,${answer.disclosure.specimen}`
  if (row.held.length > 0) text += `,${answer.disclosure.componentHeld}`
  if (subsidy.status === 'not_evaluated' && category.subsidised) text += `,${answer.disclosure.subsidyNotEvaluated}`
  if (subsidy.status === 'applied' && inputs.energyUnitsMilli > subsidy.entitlement.unitsMilli) {
    text += `,${answer.disclosure.subsidyAbove}`
  }
  return `[${text}]`
}
