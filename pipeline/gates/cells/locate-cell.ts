import type { Cell } from '../../../releases/record/cell.ts'
import type { Box, Layout, Table, TableCell, TableRow } from '../layout.ts'
import { fold } from '../text/fold.ts'

/** Place of a cell in a layout: table, row and column from 0, its text, and the cells that label its row. */
export type CellPlace = {
  readonly table: Table
  readonly row: number
  readonly column: number
  readonly cell: TableCell
  readonly labels: readonly number[]
}

/**
 * Finds a cell of the record in a layout by its printed text: table, row label, column header, text. Null if there is
 * no match or more than one, because a place is shown only if it is certain.
 */
export function locateCell(layout: Layout, cell: Cell): CellPlace | null {
  const table = layout.pages[cell.page - 1]?.tables.find(({ number }) => number === cell.table)
  if (table === undefined) return null
  const { through } = cell
  const places = table.rows.flatMap((row, index) => {
    const labels = labelling(row, cell.row)
    if (labels === null) return []
    const last =
      through === null ? null : table.rows.findIndex((each, at) => at >= index && labelling(each, through) !== null)
    return columnsHeaded(layout, table, row, cell).flatMap((column): CellPlace[] => {
      const found = last === null ? (row.cells[column] ?? null) : (spanCell(table, column, index, last)?.cell ?? null)
      if (found === null || fold(found.text) !== cell.printed || labels.includes(column)) return []
      return [{ table, row: index, column, cell: found, labels }]
    })
  })
  return onlyOf(places)
}

/** The item of a list that has just one; null for another list. */
export function onlyOf<T>(items: readonly T[]): T | null {
  const [only, ...others] = items
  return only === undefined || others.length > 0 ? null : only
}

/** The box of a cell; null in formats without a page size, and if its place is not certain. */
export function boxOfCell(layout: Layout, cell: Cell): Box | null {
  return locateCell(layout, cell)?.cell.box ?? null
}

/** The cells of a row that, with the headings above it, make up a label; null if they do not. */
function labelling({ under, cells }: TableRow, label: readonly string[]): number[] | null {
  const above = under.map(fold).filter((text) => text !== '')
  if (above.some((text, index) => label[index] !== text)) return null
  const labels: number[] = []
  let next = above.length
  for (const [index, each] of cells.entries()) {
    if (each === null || next === label.length || fold(each.text) !== label[next]) continue
    labels.push(index)
    next += 1
  }
  return next === label.length ? labels : null
}

/** Columns of a row under a header; for a table continued from another page, the header is above the earlier part. */
function columnsHeaded(layout: Layout, table: Table, row: TableRow, { column, page }: Cell): number[] {
  const isAlike = ({ columns }: Table): boolean => columns.length === table.columns.length
  const earlier = layout.pages.slice(0, page).flatMap(({ tables }) => tables.filter(isAlike))
  for (const { columns } of [table, ...earlier]) {
    const found = columns.flatMap((_, index) => {
      const whole = headerOf(columns, row, index)
      return whole.length === column.length && whole.every((part, at) => part === column[at]) ? [index] : []
    })
    if (found.length > 0) return found
  }
  return []
}

/** Header of a column for one row: the text above the table's column, then any addition of a heading inside it. */
export function headerOf(columns: Table['columns'], row: TableRow, column: number): string[] {
  const added = row.added[column] ?? null
  return [...(columns[column] ?? []), ...(added === null ? [] : [added])].map(fold)
}

/** The text printed once in a column for the rows `first` to `last`; null if there is none or more than one. */
export function spanCell(
  table: Table,
  column: number,
  first: number,
  last: number,
): { cell: TableCell; quote: string } | null {
  const own = table.rows.slice(first, last + 1).flatMap((row) => {
    const cell = row.cells[column] ?? null
    return cell === null ? [] : [{ cell, quote: row.quotes[column] ?? cell.text }]
  })
  const between = table.loose
    .filter(({ column: at, after, through }) => {
      const isThese = through === undefined ? after >= first && after < last : after === first && through === last
      return at === column && isThese
    })
    .map((cell) => ({ cell, quote: cell.text }))
  return onlyOf([...own, ...between])
}
