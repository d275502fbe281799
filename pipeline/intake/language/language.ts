import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'

/** The parts of a record in the tariff language (docs/design/tariff-language.md). Records and definitions have them. */
export type Language = Pick<
  ReleaseRecord,
  'effective_from' | 'effective_to' | 'request' | 'selectors' | 'zones' | 'quantities'
> & {
  readonly categories: readonly Category[]
  readonly rows: readonly Pick<Row, 'row_id' | 'subcategory_code' | 'conditions' | 'charges'>[]
  readonly rules: Pick<ReleaseRecord['rules'], 'adjustments'>
}

/** Faults of a part of a record, by its path. */
export type Problem = { readonly path: string; readonly expected: string; readonly found: string }

/** Every item that has the key of an earlier one. */
export function repeated<T>(items: readonly T[], key: (item: T) => string | number): T[] {
  return items.filter((item, index) => items.findIndex((other) => key(other) === key(item)) < index)
}
