import type { CategoryPlan, Covering } from './compile/category.ts'
import { type RowPlan, rangePassed, rowMatches } from './compile/row.ts'
import { refuse } from './refuse.ts'
import type { Inputs, Refusal } from './types.ts'

/** The row whose conditions all hold; rows of a category exclude each other (gate 18). Null when none does. */
export function findRow(category: CategoryPlan, inputs: Inputs): RowPlan | null {
  for (const row of category.rows) if (rowMatches(row, inputs)) return row
  return null
}

/** The first bound that the inputs lie outside, as text, or null: of the category, of its rows, of the row's charges. */
function boundPassed(category: CategoryPlan, row: RowPlan | null, inputs: Inputs): string | null {
  for (const bound of category.bounds) if (!bound.holds(inputs)) return bound.text
  if (row !== null) return rangePassed(row, inputs)
  return category.rows.map(({ conditions }) => conditions.map(({ text }) => text).join(' and ')).join(' or ')
}

/** The refusal for what lies outside the category's bounds. It chooses no other category (engine 4.3). */
export function outside(category: CategoryPlan, row: RowPlan | null, inputs: Inputs): Refusal | null {
  const bound = boundPassed(category, row, inputs)
  if (bound === null) return null
  const covering: Covering = category.covering.get(bound) ?? {
    category: null,
    reason: 'the release names no category for what lies outside this bound',
  }
  return refuse('CATEGORY_NOT_APPLICABLE', {
    subcategory_code: category.code,
    bound,
    covering_category: covering.category,
    reason: covering.reason,
  })
}
