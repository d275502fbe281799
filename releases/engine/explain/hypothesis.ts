import type { AnswerPlan } from '../answer/answer-plan.ts'
import type { ComparedPart } from '../answer/verification.ts'
import type { Resolved } from '../answer-request.ts'
import type { CalculateBody } from '../request/body.ts'

/** The errors of bills that are tried (docs/design/contract.md#explanations), in order. */
export const BILL_ERRORS = [
  'wrong_category',
  'wrong_slab_edges',
  'earlier_rates',
  'wrong_demand',
  'wrong_units',
  'wrong_load',
  'kwh_for_kvah',
  'proration',
  'entitlement_not_given',
  'duty_base',
  'charge_count',
  'fractional_units',
  'rounding',
] as const
export type BillError = (typeof BILL_ERRORS)[number]

/** A bill that differs from the expected amounts. */
export type DifferingBill = {
  readonly inService: readonly AnswerPlan[]
  readonly body: CalculateBody
  /** The expected amounts, and the parts of the bill next to them. */
  readonly resolved: Resolved
  readonly parts: readonly ComparedPart[]
  /** The calculator with the caller's floor: weaker figures cannot explain anything. */
  readonly calculate: (serving: readonly AnswerPlan[], body: CalculateBody) => Resolved | null
}

/** One possible cause of a bill: the request and the releases to recalculate it with. */
export type Hypothesis = {
  readonly says: string
  readonly changes: Readonly<Record<string, unknown>>
  readonly body: CalculateBody
  readonly serving: readonly AnswerPlan[]
  /** The amount that the bill would print; absent: the calculated amount. */
  readonly printed?: (component: string, paise: number) => number
}

/** The part of a bill that prints a component; other charges have none. */
export const PART_OF = {
  energy: 'energy_charge',
  wheeling: 'wheeling_charge',
  fixed: 'fixed_charge',
  other: null,
} as const

export type Changes = Readonly<Record<string, unknown>>

/** Billed as if the request had been altered. */
export function asked(
  { body, inService }: DifferingBill,
  says: string,
  request: Changes,
  serving: readonly AnswerPlan[] = inService,
): Hypothesis {
  return { says, changes: { request }, body: altered(body, request), serving }
}

/** The altered request; null removes an input. */
export function altered(body: CalculateBody, changes: Changes): CalculateBody {
  const given = Object.entries({ ...body, ...changes }).filter(([, value]) => value !== null)
  return Object.fromEntries(given) as unknown as CalculateBody
}

/** The difference of a part that mismatches, actual less expected; null: it matches or is not compared. */
export function differenceOf({ parts }: DifferingBill, component: string): number | null {
  const part = parts.find((each) => each.component === component)
  return part?.status === 'mismatch' && part.expected !== null ? part.actual - part.expected : null
}
