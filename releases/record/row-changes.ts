import { canonicalText } from './canonical.ts'
import type { Figure } from './figure.ts'
import type { ReleaseRecord } from './record.ts'
import type { Row } from './row.ts'

/** Fields of a figure that are compared between two releases. */
export type FigureView = Pick<
  Figure,
  'value' | 'unit' | 'printed' | 'printed_unit' | 'grade' | 'source_id' | 'locator' | 'quote'
>

/** A figure of a row in two releases. `part` names the part it prices: `energy, above 50 up to 200`. */
export type FigureChange = {
  readonly part: string
  readonly before: FigureView | null
  readonly after: FigureView | null
  /** The amount changed: its value or unit; also if the figure was added or removed. */
  readonly amount_changed: boolean
  readonly grade_changed: boolean
  /** Source, position or quote changed. */
  readonly citation_changed: boolean
}

export type RowChange = {
  readonly change: 'added' | 'removed' | 'changed'
  readonly before_row_id: string | null
  readonly after_row_id: string | null
  readonly before_row_sha256: string | null
  readonly after_row_sha256: string | null
  readonly licensee_code: string | null
  readonly subcategory_code: string
  readonly figures: readonly FigureChange[]
  /** Names of the row's other fields that differ, such as `conditions`. */
  readonly fields: readonly string[]
}

const range = (from: string, to: string | null): string => {
  if (to === null) return from === '0' ? '' : `, above ${from}`
  return from === '0' ? `, up to ${to}` : `, above ${from} up to ${to}`
}

/** Figures of a row by charge and step; a multiple belongs to the charge itself. */
function partsOf({ charges }: Row): Map<string, FigureView> {
  return new Map(
    charges.flatMap(({ charge_id: id, component, steps, rates_of }): [string, FigureView][] => [
      ...steps.map(({ from, to, figure }): [string, FigureView] => {
        return [component === 'wheeling' ? id : `${id}${range(from, to)}`, viewOf(figure)]
      }),
      ...(rates_of === null ? [] : [[`${id}, multiple`, viewOf(rates_of.multiple)] satisfies [string, FigureView]]),
    ]),
  )
}

function viewOf({ value, unit, printed, printed_unit, grade, source_id, locator, quote }: Figure): FigureView {
  return { value, unit, printed, printed_unit, grade, source_id, locator, quote }
}

const differs = (before: FigureView | null, after: FigureView | null, names: readonly (keyof FigureView)[]): boolean =>
  names.some((name) => canonicalText(before?.[name] ?? null) !== canonicalText(after?.[name] ?? null))

/** The changed figures of a row; figures that are equal in both releases are left out. */
function figureChanges({ before, after }: RowPair): FigureChange[] {
  const [was, is] = [before, after].map((row) => (row === null ? new Map<string, FigureView>() : partsOf(row)))
  return [...new Set([...(is?.keys() ?? []), ...(was?.keys() ?? [])])]
    .map((part) => {
      const [old, now] = [was?.get(part) ?? null, is?.get(part) ?? null]
      return {
        part,
        before: old,
        after: now,
        amount_changed: differs(old, now, ['value', 'unit']),
        grade_changed: differs(old, now, ['grade']),
        citation_changed: differs(old, now, ['source_id', 'locator', 'quote', 'printed', 'printed_unit']),
      }
    })
    .filter((each) => each.amount_changed || each.grade_changed || each.citation_changed)
}

/** Fields other than figures that determine how a row is priced. Hashes follow from everything else. */
function shapeOf(row: Row): Record<string, unknown> {
  const { charges, row_id, row_sha256, fixture_sha256, ...rest } = row
  const shapes = charges.map(({ charge_id, steps: _figures, rates_of, ...shape }) => {
    const other = rates_of === null ? null : [rates_of.row_id, rates_of.charge_id]
    return [`${charge_id} charge`, { ...shape, rates_of: other }]
  })
  return { ...rest, ...Object.fromEntries(shapes), 'regression cases': fixture_sha256 }
}

function fieldChanges({ before, after }: RowPair): string[] {
  if (before === null || after === null) return []
  const [was, is] = [shapeOf(before), shapeOf(after)]
  return Object.keys(is).filter((name) => canonicalText(was[name] ?? null) !== canonicalText(is[name] ?? null))
}

/** Changes between two releases, row by row. Rows with the same hash in both are left out. */
export function rowChanges(before: ReleaseRecord, after: ReleaseRecord): RowChange[] {
  return pairRows(before, after).flatMap((pair) => {
    const [was, is] = [pair.before, pair.after]
    const named = is ?? was
    if (named === null || was?.row_sha256 === is?.row_sha256) return []
    return [
      {
        change: was === null ? ('added' as const) : is === null ? ('removed' as const) : ('changed' as const),
        before_row_id: was?.row_id ?? null,
        after_row_id: is?.row_id ?? null,
        before_row_sha256: was?.row_sha256 ?? null,
        after_row_sha256: is?.row_sha256 ?? null,
        licensee_code: named.licensee_code,
        subcategory_code: named.subcategory_code,
        figures: figureChanges(pair),
        fields: fieldChanges(pair),
      },
    ]
  })
}

/** A row in two releases; null if one of them has no such row. */
type RowPair = { readonly before: Row | null; readonly after: Row | null }

/**
 * Identity of a row: its id or, if ids contain a year, the licensee and category it prices. The strictest rule is tried
 * first.
 */
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
 * Pairs of rows of two releases: by id, otherwise by the licensee and category they price if one row is left on each
 * side. Similar rows are not paired. Order: that of the later release, then rows only in the earlier one.
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
