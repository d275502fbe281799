import * as z from 'zod'
import { isDecimal } from './decimal.ts'
import { conditionSchema, name } from './expression.ts'
import { figureSchema } from './figure.ts'
import { code, dateText, decimalText, sentence } from './text.ts'

/** The sum of an answer to which a charge belongs. */
export const CHARGE_COMPONENTS = ['energy', 'wheeling', 'fixed', 'other'] as const
/** `base` lines sum to the base tariff; `beside` lines are separate and never in it. */
export const SIDES = ['base', 'beside'] as const
export const METHODS = ['flat', 'telescopic', 'whole'] as const

/** An edge of a step: decimal text, or the name of a quantity or input. */
const edge = z.union([decimalText, name])

/** A step covers quantities q with from < q <= to (the first, from "0", also 0). `to` null is open. */
export const stepSchema = z.strictObject({ from: edge, to: edge.nullable(), figure: figureSchema })
export type Step = z.infer<typeof stepSchema>

/** The range of a step: `above 50 up to 200`; the first includes 0. */
export function rangeOf({ from, to }: Pick<Step, 'from' | 'to'>): string {
  return `${from === '0' ? 'from 0' : `above ${from}`}${to === null ? '' : ` up to ${to}`}`
}

/** The edges of steps that are names, in order. */
export const edgeNames = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ from, to }) => (to === null ? [from] : [from, to])).filter((each) => !isDecimal(each))

/**
 * A charge: a rate for each unit of a quantity (`per`; null: the connection, once), in steps. `flat` has one step;
 * `telescopic` prices each step's share of `per` at its own rate; `whole` prices all of `per` at the rate of the step
 * that contains `steps_by` (null: `per` itself).
 */
export const chargeSchema = z.strictObject({
  charge_id: code,
  component: z.enum(CHARGE_COMPONENTS),
  side: z.enum(SIDES),
  /** Name of its lines: "Energy charge", "Fixed charge per kW or part". */
  label: sentence,
  method: z.enum(METHODS),
  per: name.nullable(),
  /** The rate is in rupees per this unit; the unit of its figures is `Rs/<unit>`. */
  unit: code,
  /** The unit as lines show it, if that is not `unit` ("10 kW or part"). */
  unit_label: sentence.nullable(),
  steps_by: name.nullable(),
  /** How lines name a step, before its range: "slab", "connected_load_kw". */
  steps_label: sentence.nullable(),
  steps: z.array(stepSchema),
  /** The steps are those of another charge, at a multiple of their rates; then `steps` is empty. */
  rates_of: z.strictObject({ row_id: code, charge_id: code, multiple: figureSchema }).nullable(),
  /**
   * A minimum: the line is the amount by which the named charges fall short of this charge's own amount, at least 0.
   */
  minimum_of: z.array(code).min(1).nullable(),
  /** Charges of the same component on the same quantity that intentionally apply together with this one. */
  together_with: z.array(code),
  when: z.array(conditionSchema),
  /** Null: as long as the row. */
  effective_from: dateText.nullable(),
  effective_to: dateText.nullable(),
})
export type Charge = z.infer<typeof chargeSchema>
