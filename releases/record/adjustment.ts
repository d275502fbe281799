import * as z from 'zod'
import type { Category } from './category.ts'
import { METHODS, SIDES, stepSchema } from './charge.ts'
import { certainComparisons, conditionSchema, name, wordsOf } from './expression.ts'
import { quotationSchema } from './figure.ts'
import { code, dateText, licenseeCode, sentence } from './text.ts'

/**
 * Amount of an adjustment. `percent` of its base; `factor`: the base becomes that percentage of itself; `per_unit`:
 * rupees for each unit of `per`; `per_bill`: rupees; `round_*`: the base is rounded to a multiple of that many rupees.
 * Steps divide `steps_by` (null: `per`); a telescopic percent adds each step's share times its percent.
 */
export const valueSchema = z.strictObject({
  kind: z.enum(['percent', 'factor', 'per_unit', 'per_bill', 'round_half_up', 'round_up', 'round_down']),
  per: name.nullable(),
  method: z.enum(METHODS),
  steps_by: name.nullable(),
  steps: z.array(stepSchema).min(1),
})
export type Value = z.infer<typeof valueSchema>

/** One case of an adjustment: at most one applies to a request. */
const adjustmentCaseSchema = z.strictObject({
  case_id: code,
  when: z.array(conditionSchema),
  effective_from: dateText.nullable(),
  effective_to: dateText.nullable(),
  effect: z.enum(['add', 'subtract', 'none']),
  description: sentence,
  /**
   * If there are several values, the smallest or the largest counts. None: the case only has a name and changes
   * nothing.
   */
  pick: z.enum(['least', 'greatest']).nullable(),
  values: z.array(valueSchema),
})
export type AdjustmentCase = z.infer<typeof adjustmentCaseSchema>

/**
 * Added to or deducted from a bill. `of` names its base: components (`energy`), charges by id, earlier adjustments by
 * id, `base_tariff`, or `bill` (base and beside so far). Adjustments run in `order`; each is one line, rounded once, on
 * lines that are already rounded.
 */
export const adjustmentSchema = z.strictObject({
  adjustment_id: code,
  order: z.int().min(1),
  side: z.enum(SIDES),
  description: sentence,
  applies_to: z.array(code).min(1),
  /** Empty: every licensee. */
  licensees: z.array(licenseeCode),
  of: z.array(code),
  /** The base is only the part of one charge for some of its units. */
  part: z
    .strictObject({
      charge_id: code,
      quantity: name,
      by: z.enum(['top_of_steps', 'average_rate']).nullable(),
      evidence: quotationSchema.nullable(),
    })
    .nullable(),
  cases: z.array(adjustmentCaseSchema).min(1),
  /** The part of a printed bill that it corresponds to: beside the base it is dated by the days of the bill. */
  stands_for: z.enum(['electricity_duty', 'fuel_adjustment', 'time_of_day', 'excess_demand']).optional(),
  /** Maximum and minimum of the amount. */
  cap: valueSchema.nullable(),
  floor: valueSchema.nullable(),
})
export type Adjustment = z.infer<typeof adjustmentSchema>

/** True if an adjustment is for a category or row; for one of all licensees, if it is for some licensee. */
export function appliesTo(
  { applies_to: codes, licensees }: Adjustment,
  { subcategory_code: code, licensee_code: own }: Pick<Category, 'subcategory_code' | 'licensee_code'>,
): boolean {
  return codes.includes(code) && (own === null || licensees.length === 0 || licensees.includes(own))
}

/** All adjustments of the base run before those beside it. */
export const runsBefore = (a: Adjustment, b: Adjustment): boolean =>
  a.side === b.side ? a.order < b.order : a.side === 'base'

/** A line that a base may name: that of a charge, or of an earlier adjustment, which has no component. */
export type NamedLine = {
  readonly id: string
  readonly side: (typeof SIDES)[number]
  readonly component: string | null
}

/** Two names of a base that have one line in common, such as `bill` and `energy`, so that it would count twice; otherwise null. */
export function namedTwice(of: readonly string[], lines: readonly NamedLine[]): readonly string[] | null {
  const isNamed = (name: string, { id, side, component }: NamedLine): boolean =>
    name === 'bill' || name === id || (side === 'base' && (name === 'base_tariff' || name === component))
  const found = lines.map((line) => of.filter((name) => isNamed(name, line))).find((names) => names.length > 1)
  return found?.slice(0, 2) ?? null
}

/** The inputs of which every case, of an adjustment or a quantity, asks a word: for any other word it has no case. */
export function alwaysAsked({ cases }: { readonly cases: readonly Pick<AdjustmentCase, 'when'>[] }): string[] {
  const asked = cases.map(({ when }) => certainComparisons(when).filter(({ describes }) => describes !== true))
  const [first = [], ...others] = asked.map((comparisons) => wordsOf(comparisons).map(([field]) => field))
  return first.filter((field) => others.every((other) => other.includes(field)))
}

/** Whether a rule rounds what it is based on. */
export const isRounding = ({ cases }: Adjustment): boolean =>
  cases.some(({ values }) => values.some(({ kind }) => kind.startsWith('round_')))

/** Whether a rule rounds the whole bill. */
export const isRoundingOfBill = (adjustment: Adjustment): boolean =>
  adjustment.of.includes('bill') && isRounding(adjustment)
