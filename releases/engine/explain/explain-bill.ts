import type { Grade } from '../../record/grade.ts'
import type { AnswerPlan } from '../answer/answer-plan.ts'
import {
  type ComparedPart,
  compareAsGiven,
  compareBill,
  type Explained,
  type Explanation,
} from '../answer/verification.ts'
import { writeAnswer } from '../answer/write-answer.ts'
import { type Answer, type AnswerCode, type Resolved, resolveAnswer, resolveRequest } from '../answer-request.ts'
import type { CalculateBody } from '../request/body.ts'
import type { Refusal } from '../types.ts'
import { wrongCount } from './count-errors.ts'
import { BILL_ERRORS, type BillError, type DifferingBill, type Hypothesis } from './hypothesis.ts'
import { wrongLoad, wrongUnits } from './quantity-errors.ts'
import { earlierRates, kwhForKvah, wrongCategory, wrongDemand } from './request-errors.ts'
import { fractionalUnits, wrongRounding } from './rounding-errors.ts'
import { dutyOnAnotherBase, entitlementNotGiven, wrongProration } from './rule-errors.ts'
import { wrongSlabEdges } from './slab-errors.ts'

const TRIED: Readonly<Record<BillError, (bill: DifferingBill) => Iterable<Hypothesis>>> = {
  wrong_category: wrongCategory,
  wrong_slab_edges: wrongSlabEdges,
  earlier_rates: earlierRates,
  wrong_demand: wrongDemand,
  wrong_units: wrongUnits,
  wrong_load: wrongLoad,
  kwh_for_kvah: kwhForKvah,
  proration: wrongProration,
  entitlement_not_given: entitlementNotGiven,
  duty_base: dutyOnAnotherBase,
  charge_count: wrongCount,
  fractional_units: fractionalUnits,
  rounding: wrongRounding,
}

/**
 * Explanations of the differences of a bill (docs/design/contract.md#explanations). The engine calculates each error of
 * `TRIED`; an error is reported if all compared parts of the bill then agree to the paisa. One calculation per step, so
 * that a server can handle other requests between two steps. Nothing is tried for a bill that agrees.
 */
function* explainBill(
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

/** True if all compared parts agree, and no other part disagrees now. */
function accountsFor(
  { parts, calculate, body }: DifferingBill,
  { body: asked, serving, printed }: Hypothesis,
): boolean {
  const other = calculate(serving, asked)
  if (other === null || body.actual_bill === undefined) return false
  const isPrinted = ({ component, actual, expected }: ComparedPart, index: number): boolean =>
    expected === null ? parts[index]?.expected === null : actual === (printed?.(component, expected) ?? expected)
  // Comparing a part with each word that was not asked takes long, and a part that was not compared may need it.
  const given = compareAsGiven(other, body.actual_bill)
  if (given.some((part, index) => parts[index]?.expected !== null && !isPrinted(part, index))) return false
  return compareBill(other, body.actual_bill).every(isPrinted)
}

/** Excess of a bill: by parts, or by the total if no part differs. */
function totalDifference(parts: readonly ComparedPart[]): number {
  const differing = parts.filter(({ status }) => status === 'mismatch')
  const own = differing.filter(({ component }) => component !== 'total')
  return (own.length > 0 ? own : differing).reduce((sum, { actual, expected }) => sum + actual - (expected ?? 0), 0)
}

/**
 * Answers a request with `explain` like `answerRequest`, step by step. Separate from it, so that programs that never
 * explain a bill, such as a browser, do not load the code.
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
