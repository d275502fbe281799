import { type RowPlan, rowBoundPassed } from './charges/row.ts'
import type { CategoryPlan, Covering } from './compile/category.ts'
import type { Plan } from './compile/plan.ts'
import type { Inputs } from './given-inputs.ts'
import { allHold } from './language/condition.ts'
import { isProrated } from './language/proration.ts'
import { refuse } from './refuse.ts'
import type { Refusal } from './types.ts'

/** The row whose conditions are all met; the rows of a category exclude each other (gate 18). Null if there is none. */
export function findRow(category: CategoryPlan, inputs: Inputs): RowPlan | null {
  for (const row of category.rows) if (allHold(row.conditions, inputs)) return row
  return null
}

/**
 * The first bound that the inputs are outside of, as text: of the category, of its rows, or of the row's charges. Null
 * if none.
 */
function boundPassed(category: CategoryPlan, row: RowPlan | null, inputs: Inputs): string | null {
  for (const bound of category.bounds) if (!bound.holds(inputs)) return bound.text
  if (row !== null) return rowBoundPassed(row, inputs)
  return category.rows.map(({ conditions }) => conditions.map(({ text }) => text).join(' and ')).join(' or ')
}

const NOT_NAMED: Covering = {
  category: null,
  reason: 'the release names no category for what lies outside this bound',
}

/**
 * The category for inputs outside a bound: the one named for that bound or, if the inputs are outside its bounds too,
 * the one named there, for example from the largest loads through the middle ones to the smallest.
 */
function coveringOf(plan: Plan, category: CategoryPlan, bound: string, inputs: Inputs): Covering {
  const passed = new Set<CategoryPlan>()
  for (let [from, at] = [category, bound]; ; ) {
    const named = from.covering.get(at) ?? NOT_NAMED
    const next = named.category === null ? null : plan.find(inputs.licenseeCode, named.category, isProrated(inputs))
    const outsideNext = next?.bounds.find(({ holds }) => !holds(inputs))
    if (next === null || outsideNext === undefined) return named
    if (passed.has(next)) return NOT_NAMED
    passed.add(next)
    ;[from, at] = [next, outsideNext.text]
  }
}

/**
 * The refusal for inputs outside the category's bounds. It never chooses another category
 * (docs/design/engine.md#applicability).
 */
export function outside(plan: Plan, category: CategoryPlan, row: RowPlan | null, inputs: Inputs): Refusal | null {
  const bound = boundPassed(category, row, inputs)
  if (bound === null) return null
  const covering = coveringOf(plan, category, bound, inputs)
  return refuse('CATEGORY_NOT_APPLICABLE', {
    subcategory_code: category.code,
    bound,
    covering_category: covering.category,
    reason: covering.reason,
  })
}
