import * as z from 'zod'
import { conditionSchema, type Formula, formulaSchema, name, namesOf, namesOfConditions } from './expression.ts'
import { figureSchema, quotationSchema } from './figure.ts'
import { dateText, sentence } from './text.ts'

/**
 * A quantity: a named exact formula over inputs, figures and other quantities. If it has several cases, exactly one
 * applies to every request (gate 18). It is rounded only if a formula says so, and the order must print that
 * (`evidence`).
 */
export const quantitySchema = z.strictObject({
  quantity_id: name,
  /** The unit it counts: kWh, kVAh, kW, HP, kVA, part, percent, number, … */
  unit: sentence,
  description: sentence,
  cases: z
    .array(
      z.strictObject({
        formula: formulaSchema,
        when: z.array(conditionSchema),
        effective_from: dateText.nullable(),
        effective_to: dateText.nullable(),
      }),
    )
    .min(1),
  /** An input that, if given, replaces the quantity: a demand as printed on the bill. */
  instead: name.nullable(),
  /** Numbers of the order that the formulas use by name. */
  figures: z.array(z.strictObject({ figure_id: name, figure: figureSchema })),
  /** Where the formula, its numbers and its rounding are printed; null for a formula without numbers of its own. */
  evidence: quotationSchema.nullable(),
})
export type Quantity = z.infer<typeof quantitySchema>

/** Names that the formulas and conditions of a quantity read, without its own figures. */
export function namesOfQuantity({ cases, figures }: Quantity): string[] {
  const own = new Set(figures.map(({ figure_id }) => figure_id))
  return cases.flatMap(({ formula, when }) => [
    ...namesOf(formula).filter((name) => !own.has(name)),
    ...namesOfConditions(when),
  ])
}

/**
 * The quantity whose whole parts are counted: `max(1, ceil(connected_load, 1))`, or in parts of 10: `max(1,
 * ceil(connected_load / 10, 1))`.
 */
export type Parts = { readonly of: string; readonly size: string }

/** The parts that a quantity counts, at least one ("per kW or part"); null for any other formula. */
export function partsOf({ cases }: Quantity): Parts | null {
  const [only, ...others] = cases
  if (only === undefined || others.length > 0) return null
  const rounded = atLeastOne(only.formula)
  if (rounded === null || typeof rounded !== 'object' || !('step' in rounded)) return null
  if (rounded.op !== 'ceil' || rounded.step !== '1') return null
  const { of } = rounded
  if (typeof of === 'string') return { of, size: '1' }
  if (!('op' in of) || of.op !== '/' || !Array.isArray(of.of) || of.of.length !== 2) return null
  const [divided, size] = of.of
  if (typeof divided !== 'string' || typeof size !== 'object' || !('value' in size)) return null
  return { of: divided, size: size.value }
}

function atLeastOne(formula: Formula): Formula | null {
  if (typeof formula !== 'object' || !('op' in formula) || formula.op !== 'max' || !Array.isArray(formula.of))
    return null
  const [one, rest, ...others] = formula.of
  if (rest === undefined || others.length > 0 || typeof one !== 'object' || !('value' in one) || one.value !== '1')
    return null
  return rest
}
