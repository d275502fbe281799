import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { groupBy } from './group-by.ts'

/**
 * The part of a record that a request for a subcategory can meet: every row of that code and those whose rates they take,
 * its adjustments, all categories (a refusal names them) and
 * all other rules. The reference evaluator goes through the record for each request, so
 * that on the whole of a large one the time of a gate would grow with the square of its rows.
 */
export function partsByCode(record: ReleaseRecord): (subcategoryCode: string) => ReleaseRecord {
  const rows = groupBy(record.rows, ({ subcategory_code: code }) => code)
  const byId = new Map(record.rows.map((row) => [row.row_id, row]))
  const partOf = (code: string): ReleaseRecord => {
    const needed = new Set(rows.get(code) ?? [])
    for (const row of needed) {
      for (const { rates_of: other } of row.charges) {
        const source = other === null ? undefined : byId.get(other.row_id)
        if (source !== undefined) needed.add(source)
      }
    }
    const adjustments = record.rules.adjustments.filter(({ applies_to: codes }) => codes.includes(code))
    return { ...record, rows: record.rows.filter((row) => needed.has(row)), rules: { ...record.rules, adjustments } }
  }
  const parts = new Map([...rows.keys()].map((code) => [code, partOf(code)]))
  const none: ReleaseRecord = { ...record, rows: [] }
  return (code) => parts.get(code) ?? none
}
