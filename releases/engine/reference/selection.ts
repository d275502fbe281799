import type { Category } from '../../record/category.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Row } from '../../record/row.ts'
import type { Inputs } from '../types.ts'
import { conditionHolds } from './conditions.ts'

/**
 * The category asked for: the licensee's own one where there is one, else the one of the whole state (licensee null).
 * Null: SUBCATEGORY_NOT_FOUND.
 */
export function categoryAskedFor(record: ReleaseRecord, inputs: Inputs): Category | null {
  const named = record.categories.filter((category) => category.subcategory_code === inputs.subcategoryCode)
  const own = named.find(({ licensee_code: code }) => code === inputs.licenseeCode)
  return own ?? named.find(({ licensee_code: code }) => code === null) ?? null
}

/** The schedule rows of a category: the same subcategory and the same licensee. */
export function rowsOf(record: ReleaseRecord, category: Category): readonly Row[] {
  return record.rows.filter(
    (row) => row.subcategory_code === category.subcategory_code && row.licensee_code === category.licensee_code,
  )
}

/** The row whose conditions all hold; rows of a category exclude each other (gate 18). Null when none does. */
export function rowThatApplies(rows: readonly Row[], inputs: Inputs): Row | null {
  return rows.find((row) => row.conditions.every((condition) => conditionHolds(condition, inputs))) ?? null
}
