import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'

/** The charges of a row that a hold can name. */
export function componentsOf({ energy, wheeling, fixed }: Row): ('energy' | 'wheeling' | 'fixed')[] {
  const charges = { energy, wheeling, fixed }
  return (['energy', 'wheeling', 'fixed'] as const).filter((component) => charges[component] !== null)
}

/** `rows/BR-DS-II/energy` for every charge of every row. */
export function componentPaths({ rows }: ReleaseRecord): string[] {
  return rows.flatMap((row) => componentsOf(row).map((component) => `rows/${row.row_id}/${component}`))
}
