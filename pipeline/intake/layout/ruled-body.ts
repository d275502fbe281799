import type { LooseCell, Table, TableRow } from '../../gates/layout.ts'
import type { Segment } from './lines.ts'
import { isRest, type Open } from './over-pages.ts'
import { addRow, NUMBER } from './pdf-rows.ts'
import { type Filled, type Row, segmentOf } from './ruled-cells.ts'

/** The rows of a table, below what is open above them; afterwards that is what is open below them. */
export function bodyOf(
  body: readonly Row[],
  own: readonly number[],
  { firstValue, numbered, above }: Open,
  isAtTop: boolean,
  page: number,
): Pick<Table, 'rows' | 'loose'> {
  const picked = body.map((row) => ({ ...row, cells: own.map((index) => row.cells[index]) }))
  const rows: TableRow[] = []
  const loose: LooseCell[] = []
  const left = Math.min(...picked.flatMap(({ cells }) => cells.map((cell) => cell?.column ?? Number.POSITIVE_INFINITY)))
  const isOver = (cell: Filled | undefined): boolean => cell !== undefined && cell.column === left && cell.columns > 1
  for (const [index, { y, cells }] of picked.entries()) {
    if (isAtTop && index === 0 && isRest(cells, picked[1]?.cells, firstValue)) {
      for (const [column, cell] of cells.entries())
        if (cell !== undefined) loose.push({ ...segmentOf(cell), column, after: -1 })
      continue
    }
    const begun = cells.map((cell) => cell?.row === y)
    const isSpanning = cells.map((cell, column) => cell !== undefined && cell.rows > 1 && column >= firstValue)
    // A number over several rows belongs to none of them; a label, or words instead of a number, to each.
    const printed = cells.map((cell, column): Segment | null => {
      if (cell === undefined) return null
      if (isSpanning[column] !== true || !/\d/u.test(cell.text)) return segmentOf(cell)
      return begun[column] === true && !NUMBER.test(cell.text) ? segmentOf(cell) : null
    })
    for (const [column, cell] of cells.entries())
      if (cell !== undefined && begun[column] === true && isSpanning[column] === true && NUMBER.test(cell.text))
        loose.push({ ...segmentOf(cell), column, after: rows.length })
    if (printed.some((cell) => cell !== null))
      addRow(printed, { firstValue, numbered }, above, rows, {
        page,
        begun,
        isOver: cells.some((cell) => isOver(cell)),
      })
  }
  return { rows, loose }
}
