import { type Node, shown, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import type { TableLine } from './table.ts'

/** Columns of rows.csv about a row: filled on its first line, then blank or the same (docs/release-definition.md). */
export const OF_ROW = [
  'row_id',
  'licensee_code',
  'category_id',
  'subcategory_code',
  'label',
  'area_type',
  'conditions',
  'note',
] as const

/** The same for a charge. */
export const OF_CHARGE = [
  'method',
  'per',
  'component',
  'side',
  'charge_label',
  'unit_label',
  'steps_by',
  'steps_label',
  'when',
  'charge_from',
  'charge_to',
  'minimum_of',
  'together_with',
  'rates_of',
] as const

/** Columns that come from the table for a figure read from it; for a figure from a sentence they are filled in here. */
export const OF_QUOTE = [
  'printed',
  'printed_unit',
  'value',
  'unit',
  'source_id',
  'page',
  'line',
  'section',
  'quote',
] as const

/** All columns of rows.csv, in the order of the documentation. */
export const ROW_COLUMNS = [
  ...OF_ROW,
  'charge',
  ...OF_CHARGE,
  'from',
  'to',
  ...OF_QUOTE.slice(0, 4),
  'grade',
  ...OF_QUOTE.slice(4),
  'citations',
  'carried_from',
  'statement',
  'formula',
  'inputs',
  'held_reason',
  'unblocked_by',
] as const
export type RowColumn = (typeof ROW_COLUMNS)[number]

/** Columns of which a definition needs few. */
const RARE: readonly RowColumn[] = [
  'licensee_code',
  'category_id',
  'conditions',
  'note',
  ...OF_CHARGE,
  'line',
  'section',
  ...ROW_COLUMNS.slice(ROW_COLUMNS.indexOf('citations')),
]

/** Columns that a table may omit: those that are rare, and the others of a quote if all figures come from tables. */
export function optionalRowColumns(header: string): ReadonlySet<RowColumn> {
  const named = new Set(header.split(','))
  return new Set([...RARE, ...(OF_QUOTE.some((column) => named.has(column)) ? [] : OF_QUOTE)])
}

/** A line of rows.csv; `cell`: where its figure was read, if from a table. */
export type RowLine = TableLine<RowColumn> & { readonly cell?: Node }
/** The lines of one row or of one charge; the first has the cells that apply to all of them. */
export type Group = { readonly first: RowLine; readonly lines: RowLine[] }

/** Columns about the whole are filled on the first line, and blank or the same on the others. */
export function sameOnAll(
  { first, lines }: Group,
  columns: readonly RowColumn[],
  what: string,
  reading: Reading,
): void {
  for (const line of lines) {
    for (const column of columns) {
      const said = textOf(first.cells[column])
      const again = textOf(line.cells[column])
      if (again === null || again === said || first.cells[column].kind === 'unreadable') continue
      const expected = said === null ? 'nothing' : `nothing, or ${shown(said)}`
      reading.report(
        line.cells[column].at,
        `${expected}, as on line ${first.at.line}, the first of the ${what}`,
        shown(again),
      )
    }
  }
}
