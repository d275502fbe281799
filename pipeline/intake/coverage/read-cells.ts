import { figuresOf } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { locateCell } from '../../gates/cells/locate-cell.ts'
import type { Box, Layout, PageLayout, Table, TableRow } from '../../gates/layout.ts'
import { fold } from '../../gates/text/fold.ts'
import { notApprovedBeside, SERIAL_HEAD } from '../find-cell.ts'
import type { FoldedPage } from '../find-text.ts'
import type { PageNumber } from './page-numbers.ts'
import { linesOfTables, type Stretch, type TableLines } from './table-lines.ts'

/** A page of a document whose figures are looked for. */
export type ReadPage = {
  readonly record: ReleaseRecord
  readonly source_id: string
  readonly page: number
  readonly layout: Layout | null
  readonly laid: PageLayout | null
  readonly folded: FoldedPage
}

type Holds = (number: PageNumber) => boolean

/** The cells of a page from which figures were read, with the labels and headers that name them. */
type ReadCells = {
  readonly read: readonly { readonly path: string; readonly holds: Holds }[]
  /** Cells beside them that the table calls existing or proposed, where it calls theirs approved. */
  readonly notApproved: readonly Holds[]
  /** The numbers of rows, in columns that are headed so. */
  readonly isSerial: Holds
}

/** Whether a number is in one of some stretches. */
export const within =
  (stretches: readonly Stretch[]): Holds =>
  ({ at, end }) =>
    stretches.some(({ from, to }) => from <= at && end <= to)

const around = ([left, top, right, bottom]: Box, [l, t, r, b]: Box): boolean => {
  const [x, y] = [(l + r) / 2, (t + b) / 2]
  return left <= x && x <= right && top <= y && y <= bottom
}

/** Whether the middle of a number is in one of some boxes. */
export const inBoxes =
  (boxes: readonly Box[]): Holds =>
  ({ box }) =>
    box !== null && boxes.some((each) => around(each, box))

/** The places of a row's cells in a text without boxes. */
function stretchesOf(
  row: TableRow,
  at: number,
  columns: readonly number[],
  folded: FoldedPage,
  lines: TableLines | undefined,
): Stretch[] {
  if (row.line === null) return columns.flatMap((column) => lines?.rows[at]?.cells[column] ?? [])
  const line = folded.lines.find((each) => each.line === row.line)
  if (line === undefined) return []
  return columns.map((column) => ({
    from: line.at + (column === 0 ? 0 : fold(row.quotes[column - 1] ?? '').length),
    to: line.at + fold(row.quotes[column] ?? '').length,
  }))
}

export function cellsOf({ record, source_id, page, layout, laid, folded }: ReadPage): ReadCells {
  if (layout === null || laid === null) return { read: [], notApproved: [], isSerial: () => false }
  const lines = linesOfTables(folded, laid.tables)
  const found = figuresOf(record).flatMap(({ path, figure: { cell, source_id: of } }) => {
    if (cell === undefined || of !== source_id || cell.page < page) return []
    const place = locateCell(layout, cell)
    const row = place?.table.rows[place.row]
    if (place === null || row === undefined) return []
    const headings = (row.over ?? []).flatMap((each) => (each.page === page ? [each.box] : []))
    // Of a table that goes on, headings of a page name figures of the next.
    if (cell.page > page)
      return headings.length === 0 ? [] : [{ path, holds: inBoxes(headings), notApproved: () => false }]
    const { table } = place
    const beside = notApprovedBeside(table, place.column)
    // Lines above it, such as a numbered group, also name it.
    const last = Math.max(...place.labels)
    const above = table.rows
      .slice(0, place.row)
      .map(({ cells }) => cells.slice(0, last + 1).filter((each) => each !== null))
      .filter((cells) => cells.length > 0 && cells.every(({ text }) => row.under.includes(text)))
    const labels = [...above.flat(), ...place.labels.map((column) => row.cells[column] ?? null)]
    const named = labels.map((each) => each?.box ?? null)
    const boxes = [place.cell.box, table.head, ...headings, ...named].filter((box) => box !== null)
    if (boxes.length > 0) {
      const others = [
        ...beside.map((column) => row.cells[column]),
        ...table.loose.filter(({ column }) => beside.includes(column)),
      ]
      const besides = others.flatMap((each) => (each?.box ? [each.box] : []))
      return [{ path, holds: inBoxes(boxes), notApproved: inBoxes(besides) }]
    }
    // Without boxes, cells are in lines.
    const own = lines.get(table.number)
    const ownStretches = stretchesOf(row, place.row, [...place.labels, place.column], folded, own)
    const [first] = folded.lines
    const header = first === undefined ? [] : [{ from: first.at, to: first.at + first.text.length }]
    const more = row.line === null ? [...(own?.rows[place.row]?.under ?? []), ...(own?.head ?? [])] : header
    const besides = stretchesOf(row, place.row, beside, folded, own)
    return [{ path, holds: within([...ownStretches, ...more]), notApproved: within(besides) }]
  })
  const isSerial = within(laid.tables.flatMap((table) => serialsOf(table, folded, lines.get(table.number))))
  return { read: found, notApproved: found.map(({ notApproved }) => notApproved), isSerial }
}

const SERIAL = /^\(?\d{1,3}(?:\.\d{1,2})*[.)]?$/u

/** The numbers of the rows of a table without boxes: in a line, nothing else divides them from the label behind. */
function serialsOf({ columns, rows }: Table, folded: FoldedPage, lines: TableLines | undefined): Stretch[] {
  const headed = columns.flatMap((header, column) => (SERIAL_HEAD.test(fold(header.at(-1) ?? '')) ? [column] : []))
  return rows
    .flatMap((row, at) => stretchesOf(row, at, headed, folded, lines))
    .filter(({ from, to }) => SERIAL.test(folded.text.slice(from, to).replace(/^,/u, '').trim()))
}
