import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { groupBy } from './group-by.ts'

/**
 * The part of a record that a request for a subcategory can meet: every category and row of that code, and all rules. The
 * reference evaluator goes through the record for each request, so that on the whole of a large one the time of a gate
 * would grow with the square of its rows.
 */
export function partsByCode(record: ReleaseRecord): (subcategoryCode: string) => ReleaseRecord {
  const categories = groupBy(record.categories, ({ subcategory_code: code }) => code)
  const rows = groupBy(record.rows, ({ subcategory_code: code }) => code)
  const partOf = (code: string): ReleaseRecord => ({
    ...record,
    categories: [...(categories.get(code) ?? [])],
    rows: [...(rows.get(code) ?? [])],
  })
  const parts = new Map([...categories.keys()].map((code) => [code, partOf(code)]))
  return (code) => parts.get(code) ?? partOf(code)
}
