import { canonicalText } from '../../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'

/** A row in two releases; null where one of them has no such row. */
export type RowPair = { readonly before: Row | null; readonly after: Row | null }

/** What makes two rows the same row: its id; or, where ids carry a year, whom and what it prices. The strictest goes first. */
const SAME: readonly ((row: Row) => string)[] = [
  ({ row_id }) => row_id,
  (row) => canonicalText([...priced(row), row.conditions]),
  (row) => canonicalText(priced(row)),
]

function priced({ licensee_code, category_id, subcategory_code, supply_type, area_type }: Row): (string | null)[] {
  return [licensee_code, category_id, subcategory_code, supply_type, area_type]
}

const onlyOne = (rows: readonly Row[], same: (row: Row) => string, key: string): Row | null => {
  const found = rows.filter((row) => same(row) === key)
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * The rows of two releases, pair by pair: by id, else by what they price where that leaves one row on either side. Nothing
 * is paired by likeness. Order: that of the later release, then what only the earlier one has.
 */
export function pairRows(before: Pick<ReleaseRecord, 'rows'>, after: Pick<ReleaseRecord, 'rows'>): RowPair[] {
  const partner = new Map<Row, Row>()
  let old = before.rows
  for (const same of SAME) {
    const open = after.rows.filter((row) => !partner.has(row))
    for (const row of open) {
      const key = same(row)
      const was = onlyOne(old, same, key)
      if (was !== null && onlyOne(open, same, key) !== null) partner.set(row, was)
    }
    const taken = new Set(partner.values())
    old = before.rows.filter((row) => !taken.has(row))
  }
  return [
    ...after.rows.map((row) => ({ before: partner.get(row) ?? null, after: row })),
    ...old.map((row) => ({ before: row, after: null })),
  ]
}
