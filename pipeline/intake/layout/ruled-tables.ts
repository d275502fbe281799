import type { Table } from '../../gates/layout.ts'
import type { Ruling } from '../text/pdf-marks.ts'
import { captionAbove, headingsAbove, marginOf } from './above-table.ts'
import { type Grid, gridsOf } from './grids.ts'
import { type Above, headingsOf, nothingAbove, overPage } from './headings.ts'
import { around, type Line, linesOf, type Run } from './lines.ts'
import { isNext as isNextTo, notesOf, type Open, type PageEnd, rowsBelow } from './over-pages.ts'
import type { Cells } from './pdf-rows.ts'
import { bodyOf } from './ruled-body.ts'
import { atLabel, covers, type Filled, filledOf, isIn, type Row, rowsOf, segmentsOf } from './ruled-cells.ts'
import { bodyBegins, labelColumn, labelsOf, sideBySide, valueColumns } from './table-shape.ts'

/** Lines above a table that may be the head of the page; with more of them, no table goes on from the page before. */
const MOST_IN_HEAD = 2

/** Lines of a page: all, and those that are in no ruled table. */
type Page = { readonly number: number; readonly lines: readonly Line[]; readonly outside: readonly Line[] }

/** The title and the headings above a table, as if it began at its upper border. */
function aboveOf(grid: Grid, first: Line, { lines, outside }: Page): Pick<Table, 'caption' | 'headings'> {
  const [, border] = grid.box
  const top = { ...first, top: border, bottom: border + first.size }
  const above = outside.filter((line) => line.top < border)
  const all = [...above, top, ...lines.filter((line) => line.top >= border)]
  const margin = marginOf(outside)
  return { caption: captionAbove(top, all, margin, true), headings: headingsAbove(top, all, margin) }
}

const linesIn = (rows: readonly Row[]): Line[] => [
  ...new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.lines ?? []))),
]

const isAtTopOf = (grid: Grid, { outside }: Page): boolean =>
  outside.filter(({ top }) => top < grid.box[1]).length <= MOST_IN_HEAD

/** `rest`: of the last label of the page before. */
type Read = { readonly tables: Table[]; readonly open: PageEnd['table']; readonly rest: Table['loose'] }

/** `before`: how the page before ends, if nothing is printed between. */
function tablesOf(grid: Grid, filled: readonly Filled[], page: Page, before: PageEnd | null): Read | null {
  const { rows: given, columns: xs } = rowsOf(grid, filled)
  const data = given.find((row) => bodyBegins([segmentsOf(row)]) === 0)
  if (data === undefined) return null
  const label = labelColumn(segmentsOf(data))
  const all = given.map((row) => atLabel(row, label))
  const begin = bodyBegins(all.map(segmentsOf)) ?? 0
  const [heads, body] = [all.slice(0, begin), all.slice(begin)]
  const inBody = new Set(body.flatMap(({ cells }) => cells))
  const reaches = heads.some(({ cells }) => cells.some((cell) => cell !== undefined && inBody.has(cell)))
  const lines = body.map((row) => ({ cells: segmentsOf(row) }))
  const values = valueColumns(lines, xs.length)
  const [first] = linesIn(all)
  if (reaches || xs.length < 2 || values.length === 0 || first === undefined) return null
  const { caption, headings } = aboveOf(grid, first, page)
  const title = caption.length === 0 ? [] : [caption.join(' ')]
  const columns = xs.map((x) => headerOf(filled, heads, x))
  const parts = sideBySide(lines, values, xs.length)
  const goesOn = before !== null && caption.length === 0 && begin > 0 && parts.length === 1
  const begun = goesOn ? openAbove(before, columns, given.slice(0, begin), { lines, label, values }) : null
  const read = parts.map((own) => {
    const open = begun ?? { ...labelsOf(lines, own, values), above: nothingAbove(own.length) }
    const table: Table = {
      ...bodyOf(body, own, open, isAtTopOf(grid, page), page.number),
      page: page.number,
      number: 1,
      caption,
      headings,
      head: around(linesIn(heads)),
      columns: own.map((index) => [...title, ...(columns[index] ?? [])]),
    }
    return { open, table }
  })
  const [only, ...others] = read
  const isCut = begun !== null && before?.table?.endsInRow === true
  return {
    tables: read.map(({ table }) => table),
    open:
      only === undefined || others.length > 0
        ? null
        : { ...only.open, columns, endsInRow: endsInRow(only.table, only.open.above) },
    rest: isCut ? (only?.table.loose.filter(({ after }) => after < 0) ?? []) : [],
  }
}

/** Whether the last label of a table is that of its last row. */
const endsInRow = ({ rows }: Table, above: Above): boolean =>
  !above.open && JSON.stringify(rows.at(-1)?.under) === JSON.stringify(headingsOf(above).flatMap(({ parts }) => parts))

/**
 * What is open above a table that has the header of the last one of the page before; null if it has another. That one may
 * have ended with headings, before its first figures.
 */
function openAbove(
  before: PageEnd,
  columns: Table['columns'],
  heads: readonly Row[],
  body: { readonly lines: readonly { cells: Cells }[]; readonly label: number; readonly values: readonly number[] },
): Open | null {
  const { lines, label, values } = body
  const own = columns.map((_, index) => index)
  if (before.table !== null) {
    const { firstValue, numbered, above } = before.table
    const shape = labelsOf(lines, own, values)
    // A column that is empty on this page has no figures of its own.
    const isFirst =
      firstValue <= shape.firstValue &&
      lines.every(({ cells }) => cells.slice(firstValue, shape.firstValue).every((cell) => cell === null))
    const isSame = JSON.stringify(before.table.columns) === JSON.stringify(columns) && isFirst
    return isSame && (numbered || !shape.numbered) ? { firstValue, numbered, above: overPage(above) } : null
  }
  const rows = rowsBelow(before, heads)?.map((row) => atLabel(row, label))
  if (rows === undefined) return null
  const shape = labelsOf([...rows.map((row) => ({ cells: segmentsOf(row) })), ...lines], own, values)
  const open = { ...shape, above: nothingAbove(own.length) }
  bodyOf(rows, own, open, before.isAtTop, before.page)
  return open
}

/** Header of a column, outermost first: the cells above it, also those that span it and others. */
function headerOf(filled: readonly Filled[], heads: readonly Row[], x: number): string[] {
  const above = heads.flatMap(({ y }) => filled.find((cell) => covers(cell, y, x)) ?? [])
  return [...new Set(above)].map(({ text }) => text)
}

/** The ruled tables of a page, what is in none of them, and how the page begins and ends. */
export type RuledTables = {
  readonly tables: Table[]
  readonly outside: readonly Run[]
  /** Whether its first table may go on from the page before. */
  readonly goesOn: boolean
  readonly end: PageEnd | null
  /** What begins the page and is the rest of the last label of the page before. */
  readonly rest: Table['loose']
}

/** The tables that lines divide into cells, and the text of the page that is in none. `before`: the end of the page before. */
export function ruledTables(
  runs: readonly Run[],
  rulings: readonly Ruling[],
  number: number,
  before: PageEnd | null,
): RuledTables {
  const grids = gridsOf(rulings).flatMap((grid) => {
    const filled = filledOf(
      grid,
      runs.filter((run) => isIn(grid.box, run)),
    )
    return filled === null ? [] : [{ grid, filled }]
  })
  const [first] = grids
  const last = grids.at(-1)
  if (first === undefined || last === undefined)
    return { tables: [], outside: runs, goesOn: false, end: null, rest: [] }
  const outside = linesOf(runs.filter((run) => !grids.some(({ grid }) => isIn(grid.box, run))))
  const page: Page = { number, lines: linesOf(runs), outside }
  const goesOn = isAtTopOf(first.grid, page)
  const isNext = goesOn && before !== null && isNextTo(before, first.grid.box[1], outside)
  const read = grids.map(({ grid, filled }, index) => ({
    grid,
    read: tablesOf(grid, filled, page, isNext && index === 0 ? before : null),
  }))
  const isLast = grids.every(({ grid }) => grid.box[3] <= last.grid.box[3])
  const top = last.grid.box[1]
  const end = {
    page: number,
    outside,
    notes: notesOf(outside, runs),
    top,
    isAtTop: isAtTopOf(last.grid, page),
    table: read.at(-1)?.read?.open ?? null,
    rows: read.at(-1)?.read === null ? rowsOf(last.grid, last.filled).rows : [],
  }
  return {
    tables: read.flatMap((each) => each.read?.tables ?? []),
    outside: runs.filter((run) => !read.some((each) => each.read !== null && isIn(each.grid.box, run))),
    goesOn,
    end: isLast ? end : null,
    rest: read[0]?.read?.rest ?? [],
  }
}
