import type { Grade } from '../../record/grade.ts'
import type { AnswerPlan } from '../answer/answer-plan.ts'
import { type ComparedPart, compareBill, type Explained, type Explanation } from '../answer/verification.ts'
import { writeAnswer } from '../answer/write-answer.ts'
import { type Answer, type AnswerCode, type Resolved, resolveAnswer, resolveRequest } from '../answer-request.ts'
import type { CalculateBody } from '../request/body.ts'
import type { Refusal } from '../types.ts'
import { BILL_ERRORS, type BillError, type DifferingBill, type Hypothesis } from './hypothesis.ts'
import { earlierRates, kwhForKvah, wrongCategory, wrongDemand } from './request-errors.ts'
import { wrongRounding } from './rounding-errors.ts'
import { dutyOnAnotherBase, entitlementNotGiven, wrongProration } from './rule-errors.ts'
import { wrongSlabEdges } from './slab-errors.ts'
import { fractionalUnits } from './units-errors.ts'

const TRIED: Readonly<Record<BillError, (bill: DifferingBill) => Iterable<Hypothesis>>> = {
  wrong_category: wrongCategory,
  wrong_slab_edges: wrongSlabEdges,
  earlier_rates: earlierRates,
  wrong_demand: wrongDemand,
  kwh_for_kvah: kwhForKvah,
  proration: wrongProration,
  entitlement_not_given: entitlementNotGiven,
  duty_base: dutyOnAnotherBase,
  fractional_units: fractionalUnits,
  rounding: wrongRounding,
}

/**
 * What accounts for the differences of a bill (docs/design/contract.md#explanations): each error of `TRIED` is calculated by
 * the one calculator, and named where every part of the bill that is compared then agrees to the paisa. One calculation a
 * step, so that whoever serves others may stop between two. Nothing is tried of a bill that does not differ.
 */
export function* explainBill(
  inService: readonly AnswerPlan[],
  body: CalculateBody,
  floor: Grade,
  resolved: Resolved,
): Generator<undefined, Explained> {
  const parts = body.actual_bill === undefined ? [] : compareBill(resolved, body.actual_bill)
  const tried: Record<string, number> = Object.fromEntries(BILL_ERRORS.map((error) => [error, 0]))
  const explanations: Explanation[] = []
  if (!parts.some(({ status }) => status === 'mismatch')) return { explanations, tried }
  const calculate = (serving: readonly AnswerPlan[], asked: CalculateBody): Resolved | null => {
    const other = resolveRequest(serving, asked, floor)
    return other.ok ? other : null
  }
  const bill: DifferingBill = { inService, body, resolved, parts, calculate }
  for (const error of BILL_ERRORS) {
    const named = new Set<string>()
    for (const hypothesis of TRIED[error](bill)) {
      tried[error] = (tried[error] ?? 0) + 1
      const { says, changes } = hypothesis
      if (!named.has(says) && accountsFor(bill, hypothesis)) {
        named.add(says)
        explanations.push({ error, says, changes, difference_paise: totalDifference(parts) })
      }
      yield
    }
  }
  return { explanations, tried }
}

/** True where all that was compared agrees, and nothing more disagrees. */
function accountsFor(
  { parts, calculate, body }: DifferingBill,
  { body: asked, serving, printed }: Hypothesis,
): boolean {
  const other = calculate(serving, asked)
  if (other === null || body.actual_bill === undefined) return false
  return compareBill(other, body.actual_bill).every(({ component, actual, expected }, index) => {
    const isCompared = parts[index]?.expected !== null
    if (expected === null) return !isCompared
    return actual === (printed?.(component, expected) ?? expected)
  })
}

/** What a bill has more than it should: by its parts, or by its total where no part of it differs. */
function totalDifference(parts: readonly ComparedPart[]): number {
  const differing = parts.filter(({ status }) => status === 'mismatch')
  const own = differing.filter(({ component }) => component !== 'total')
  return (own.length > 0 ? own : differing).reduce((sum, { actual, expected }) => sum + actual - (expected ?? 0), 0)
}

/**
 * Answers a request with `explain` as `answerRequest` answers the others, step by step. Apart from it, so that whoever never
 * explains a bill, as a reader's browser, does without the code.
 */
export function* explainedAnswer(
  inService: readonly AnswerPlan[],
  body: CalculateBody,
  floor: Grade,
): Generator<undefined, Answer | Refusal<AnswerCode>> {
  const resolved = resolveAnswer(inService, body, floor)
  if (!resolved.ok) return resolved
  const explained = yield* explainBill(inService, body, floor, resolved)
  return { ok: true, ...writeAnswer(resolved, body, explained), from: resolved.answer }
}
