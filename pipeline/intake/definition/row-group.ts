import { type Node, shown, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import type { RowColumn } from './row-columns.ts'
import type { TableLine } from './table.ts'

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
