import { canonicalText } from '../../record/canonical.ts'
import { formatMilli } from '../../record/decimal.ts'
import { keptIn } from '../../record/kept-in.ts'
import { type AdjustmentPlan, isUnknownFor } from '../adjustments/adjustment.ts'
import type { Calculation } from '../calculation.ts'
import type { RowPlan } from '../charges/row.ts'
import type { CategoryPlan } from '../compile/category.ts'
import type { Inputs } from '../given-inputs.ts'
import { inputOf } from '../input-names.ts'
import { lowest } from '../language/fraction.ts'
import { Ratio } from '../language/ratio.ts'
import { fppasSum } from '../price-row.ts'
import { isOneMonth, otherPeriodOf } from '../request/bill-period.ts'
import type { NormalisedRequest } from '../request/normalise.ts'
import { valueInUnit } from '../rules/fppas.ts'
import { fractionalZones, isFraction, unitRuleOf } from '../rules/units.ts'
import { lacksFppasMonth, type NotGiven, withResting } from '../selected-rules.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { shownBeside } from './blocked.ts'
import { besideHeldText, DISCLOSED, datedText, omittedText, periodAssumedText, statedText } from './disclosures.ts'
import { saidOf } from './documents.ts'
import { int, members, str } from './json.ts'

/** The parts of an answer's `data`, each in canonical form (docs/design/contract.md#answer-fields). */

/** A part of a bill whose lines and amounts are in `beside`. */
const SHOWN_BESIDE = canonicalText({ reason: 'shown_beside_never_included', status: 'shown_beside' })

export function calculationText(answer: AnswerPlan, calculation: Calculation): string {
  const { row, lines } = calculation
  return members([
    ['adjustments_paise', calculation.adjustmentsPaise === null ? null : int(calculation.adjustmentsPaise)],
    ['base_tariff_paise', int(calculation.basePaise)],
    ['energy_charge_paise', int(calculation.energyPaise)],
    ['fixed_charge_paise', int(calculation.fixedPaise)],
    ['lines', answer.prepared.lines.write(row, lines)],
    ['minimum_paise', calculation.minimumPaise === null ? null : int(calculation.minimumPaise)],
    ['other_charges_paise', calculation.otherPaise === null ? null : int(calculation.otherPaise)],
    ['wheeling_charge_paise', calculation.wheelingPaise === null ? null : int(calculation.wheelingPaise)],
  ])
}

/** `beside`: lines not included in the base tariff; null if there are none. */
export function besideText(answer: AnswerPlan, { row, beside }: Calculation): string | null {
  if (beside === null) return null
  return members([
    ['lines', answer.prepared.lines.write(row, beside.lines)],
    ['total_paise', int(beside.totalPaise)],
  ])
}

/**
 * `proration`: the rule and the factor by which edges and charges for a month were scaled; null: the bill is one month.
 */
export function prorationText({ category: { proration } }: Calculation, inputs: Inputs): string | null {
  if (proration === null) return null
  const { rule } = proration
  const factor = new Ratio()
  proration.factor.read(inputs, factor)
  const { n, d } = lowest(factor.toFraction())
  return canonicalText({
    rule_id: rule.rule_id,
    method: rule.method,
    factor: d === 1n ? String(n) : `${n}/${d}`,
    ...(rule.slab_months === undefined ? {} : { slab_months: rule.slab_months.value }),
    evidence: { ...rule.evidence, grade: rule.grade },
  })
}

export function subsidyText(answer: AnswerPlan, { subsidy, category }: Calculation): string {
  const blocked = category.subsidised ? answer.prepared.subsidyBlocked : '[]'
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

const NO_MONTH = canonicalText({ reason: 'billing_month_not_given', status: 'blocked' })

export function fppasText(answer: AnswerPlan, calculation: Calculation, inputs: Inputs): string {
  const { fppas, category, subsidy } = calculation
  if (fppas === null) {
    if (lacksFppasMonth(category, subsidy, inputs)) return NO_MONTH
    return shownBeside(calculation)?.has('fuel_adjustment') === true ? SHOWN_BESIDE : answer.prepared.fppasBlocked
  }
  const parts = fppas.map(({ plan, amountPaise }) => ({
    amount_paise: amountPaise,
    evidence: plan.rate.evidence,
    kind: plan.kind,
    period: plan.period,
    rate: valueInUnit(plan.valueUnit, plan.rate.text),
    value_unit: plan.valueUnit,
  }))
  return members([
    ['amount_paise', int(fppasSum(fppas))],
    ['parts', canonicalText(parts)],
    ['period', str(parts[0]?.period ?? '')],
    ['status', '"applied"'],
  ])
}

/** `electricity_duty`: shown separately if its figure meets the caller's floor, never inside a sum. */
export function dutyText(answer: AnswerPlan, calculation: Calculation): string {
  const { duty } = calculation
  if (duty === null)
    return shownBeside(calculation)?.has('electricity_duty') === true ? SHOWN_BESIDE : answer.prepared.electricityDuty
  return canonicalText({
    amount_paise: duty.amountPaise,
    description: duty.description,
    evidence: duty.rate.evidence,
    rate: duty.rate.text,
    reason: 'shown_beside_never_included',
    status: 'statutory_rate_shown',
  })
}

/** What every answer of a calculation's category and row discloses, by the state of its documents (documents.ts). */
export function standingText({ prepared }: AnswerPlan, { category, row }: Calculation, said: number): string {
  return prepared.always(said) + (prepared.ofCategory.get(category.code) ?? '') + (prepared.ofRow.get(row.rowId) ?? '')
}

/** For how long a bill is assumed to be whose days are not given; null: billing_days says a month. */
function assumedText({ record }: AnswerPlan, { code, licenseeCode }: CategoryPlan, days: unknown): string | null {
  const other = otherPeriodOf(record, code, licenseeCode)
  if (other !== null) return periodAssumedText(other)
  if (days === undefined) return DISCLOSED.oneMonth
  return isOneMonth({ days: Number(days) }) ? null : DISCLOSED.oneMonthForDays
}

export function disclosuresText(
  answer: AnswerPlan,
  calculation: Calculation,
  { values, shown }: NormalisedRequest,
  inputs: Inputs,
  isDemandOpen: boolean,
): string {
  const { category, row, subsidy, grade } = calculation
  let text = standingText(answer, calculation, saidOf(answer.prepared.documents, calculation))
  const assumed = shown['bill_period'] === undefined ? assumedText(answer, category, values['billing_days']) : null
  if (assumed !== null) text += `,${assumed}`
  if (isDemandOpen)
    text += `,${row.instead.includes('billed_demand_kva') ? DISCLOSED.demandOpen : DISCLOSED.demandOpenAlways}`
  if (isFractionOpen(category, inputs))
    text += `,${pricesUnits(calculation) ? DISCLOSED.fractionAsGiven : DISCLOSED.fractionInStep}`
  else if (fractionalZones(inputs).length > 0 && unitRuleOf(category, inputs.licenseeCode) === null)
    text += `,${DISCLOSED.fractionInZone}`
  for (const lacking of calculation.notGiven) text += `,${omittedFrom(calculation, lacking, inputs)}`
  if (lacksFppasMonth(category, subsidy, inputs)) text += `,${omittedText('billing_month', '')}`
  for (const name of row.instead) if (values[name] !== undefined) text += `,${statedText(name)}`
  if (!readsUnits(category)) text += `,${DISCLOSED.unitsNotRead}`
  if (grade === 'specimen') text += `,${DISCLOSED.specimen}`
  if (calculation.basePaise === null) text += `,${DISCLOSED.componentHeld}`
  const isUnknown = (adjustment: AdjustmentPlan): boolean => isUnknownFor(adjustment, inputs)
  if (category.besideDated.some(isUnknown))
    for (const what of namesOf(withResting(category.adjustments, inputs, isUnknown, []))) text += `,${datedText(what)}`
  for (const path of calculation.besideHeld) text += `,${besideHeldText(heldWhat(calculation, path))}`
  if (subsidy.status === 'not_evaluated' && category.subsidised) text += `,${DISCLOSED.subsidyNotEvaluated}`
  if (subsidy.status === 'blocked') text += `,${DISCLOSED.subsidyHeld}`
  if (subsidy.status === 'applied' && Number(values['energy_units']) > subsidy.entitlement.unitsMilli) {
    text += `,${DISCLOSED.subsidyAbove}`
  }
  return `[${text}]`
}

/** True if a fraction of a unit is priced as given, because no rule says how the licensee counts units. */
export function isFractionOpen(category: Calculation['category'], { values, licenseeCode }: Inputs): boolean {
  return isFraction(values['energy_units']) && readsUnits(category) && unitRuleOf(category, licenseeCode) === null
}

/** Energy is given either as one value or zone by zone. */
const isUnits = (name: string): boolean => name === 'energy_units' || inputOf(name) === 'energy_by_zone'

function readsUnits({ reads }: Calculation['category']): boolean {
  return [...reads].some(isUnits)
}

/** False if the units only choose a step, as where a charge per connection goes by consumption. */
function pricesUnits({ row, category }: Calculation): boolean {
  const priced = [...row.base, ...row.beside].flatMap(({ per }) => per?.reads ?? [])
  return [...priced, ...category.adjustments.flatMap(({ reads }) => reads)].some(({ name }) => isUnits(name))
}

/** A held charge or adjustment as people know it, not by its path in the record. */
const heldWhat = ({ row, category }: Calculation, path: string): string =>
  [
    ...row.beside,
    ...category.adjustments.flatMap(({ cases, description }) => cases.map(({ held }) => ({ held, description }))),
  ].find(({ held }) => held?.path === path)?.description ?? path

/** The rules by id, since a release that is compiled again has others of the same. */
type Omitted = { readonly licensee: string | null; readonly ids: readonly string[]; readonly text: string }
const omitted = new WeakMap<RowPlan, Map<string, Omitted[]>>()

/** Disclosure for an input that was left out. It is the same for the same rules of a row and licensee, and prepared once. */
export function omittedFrom(calculation: Calculation, { name, rules }: NotGiven, inputs: Inputs): string {
  const { licenseeCode: licensee } = inputs
  const ofRow = keptIn(omitted, calculation.row, () => new Map<string, Omitted[]>())
  const known = keptIn(ofRow, name, () => [])
  const areTheirs = (ids: readonly string[]): boolean =>
    ids.length === rules.length && rules.every(({ id }, at) => id === ids[at])
  const before = known.find((each) => each.licensee === licensee && areTheirs(each.ids))
  if (before !== undefined) return before.text
  const text = omittedText(name, withoutWhat(calculation, rules, inputs))
  known.push({ licensee, ids: rules.map(({ id }) => id), text })
  return text
}

/** What rules are, for people, each once. */
const namesOf = (rules: readonly { readonly description: string }[]): string[] => [
  ...new Set(rules.map(({ description }) => description)),
]

/** What an omitted input would have added: these rules, and those of the request's licensee that rest on them. */
function withoutWhat({ category, row }: Calculation, rules: NotGiven['rules'], inputs: Inputs): string {
  const isLeftOut = (rule: NotGiven['rules'][number]): boolean => rules.includes(rule)
  const charges = row.beside.filter(isLeftOut)
  return namesOf([...withResting(category.adjustments, inputs, isLeftOut, charges), ...charges]).join('; ')
}
