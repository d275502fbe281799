import { boxAround, type LooseCell, type Table, type TableRow } from '../../gates/layout.ts'
import type { Ruling } from '../text/pdf-marks.ts'
import { captionAbove, headingsAbove, marginOf } from './above-table.ts'
import { type Grid, gridsOf, type Region } from './grids.ts'
import { nothingAbove } from './headings.ts'
import { around, joinedText, type Line, linesOf, type Run, type Segment } from './lines.ts'
import { addRow, type Cells, NUMBER } from './pdf-rows.ts'
import { bodyBegins, labelColumn, labelsOf, sideBySide, valueColumns } from './table-shape.ts'

/** A cell with what is printed in it. */
type Filled = Region & { readonly lines: readonly Line[]; readonly text: string }

/** Where a run is: by its middle. */
const isIn = ([left, top, right, bottom]: Grid['box'], { box }: Run): boolean => {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  return x >= left && x < right && y >= top && y < bottom
}

/** Text that reaches further over the line between two cells than this, in thousandths, is text of both. */
const OVER = 8

/**
 * Two cells that stand so close that the document has their text in one run: divided at the border between them, where a
 * space is and one of the parts is a figure.
 */
function dividedAt(border: number, run: Run): Run[] {
  const [left, top, right, bottom] = run.box
  const share = (right - left) / run.text.length
  const from = (index: number): number => Math.abs(left + (index + 0.5) * share - border)
  const spaces = [...run.text.matchAll(/\s+/gu)].map(({ index }) => index).sort((a, b) => from(a) - from(b))
  const [space] = spaces
  if (space === undefined || from(space) > run.wide) return [run]
  const [before, after] = [run.text.slice(0, space).trim(), run.text.slice(space).trim()]
  if (!NUMBER.test(before) && !NUMBER.test(after)) return [run]
  return [
    { ...run, text: before, box: [left, top, border, bottom] },
    { ...run, text: after, box: [border, top, right, bottom] },
  ]
}

/** A run of text, in parts where it goes over the border of a cell. */
function divided(regions: readonly Region[], run: Run): Run[] {
  const [left, top, right, bottom] = run.box
  const y = (top + bottom) / 2
  const border = regions
    .flatMap(({ box }) => (y >= box[1] && y < box[3] ? [box[2]] : []))
    .find((edge) => edge - left > OVER && right - edge > OVER)
  return border === undefined ? [run] : dividedAt(border, run)
}

const textOf = (lines: readonly Line[]): string =>
  lines
    .map(({ segments }) => segments.map(({ text }) => text).join(' '))
    .reduce(joinedText, '')
    .trim()

/**
 * The cells with their text, without empty ones. Null if the lines are not what divides the text: it goes over a line, or
 * a cell has several numbers below each other, because only the columns are ruled.
 */
function filledOf({ regions }: Grid, given: readonly Run[]): Filled[] | null {
  const runs = given.flatMap((run) => divided(regions, run))
  const cells = regions.map((region): Filled => {
    const lines = linesOf(runs.filter((run) => isIn(region.box, run)))
    return { ...region, lines, text: textOf(lines) }
  })
  const isDivided = cells.every(({ box: [left, , right], lines }) => {
    const segments = lines.flatMap((line) => line.segments)
    const numbers = lines.filter((line) => NUMBER.test(textOf([line]))).length
    return numbers < 2 && segments.every(({ box }) => box[0] >= left - OVER && box[2] <= right + OVER)
  })
  return isDivided ? cells.filter(({ text }) => text !== '') : null
}

const covers = ({ row, column, rows, columns }: Region, y: number, x: number): boolean =>
  y >= row && y < row + rows && x >= column && x < column + columns

const segmentOf = ({ lines, text }: Filled): Segment => ({
  text,
  box: boxAround(lines.flatMap(({ segments }) => segments.map(({ box }) => box))),
})

/** A row of the grid: the cell at each column, once in the first column that it spans. */
type Row = { readonly y: number; readonly cells: readonly (Filled | undefined)[] }

const segmentsOf = ({ cells }: Row): Cells => cells.map((cell) => (cell === undefined ? null : segmentOf(cell)))

/** The rows and columns that have text: without it, one is the gap between two lines. */
function rowsOf(grid: Grid, filled: readonly Filled[]): { rows: Row[]; columns: number[] } {
  const all = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
  const columns = all(grid.columns).filter((x) => filled.some(({ column }) => column === x))
  const rows = all(grid.rows).filter((y) => filled.some(({ row }) => row === y))
  const cellAt = (y: number, x: number): Filled | undefined =>
    filled.find((cell) => cell.column === x && covers(cell, y, x))
  return { rows: rows.map((y) => ({ y, cells: columns.map((x) => cellAt(y, x)) })), columns }
}

/** A label over several columns stands where the labels of the other rows do, not in the column of their numbers. */
function atLabel(row: Row, label: number): Row {
  const [first] = row.cells
  const isOver = first !== undefined && label > 0 && first.columns > label && row.cells[label] === undefined
  return isOver
    ? { ...row, cells: row.cells.map((cell, x) => (x === label ? first : x === 0 ? undefined : cell)) }
    : row
}

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
  return { caption: captionAbove(top, all, marginOf(outside), true), headings: headingsAbove(top, all) }
}

const linesIn = (rows: readonly Row[]): Line[] => [
  ...new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.lines ?? []))),
]

function tablesOf(grid: Grid, filled: readonly Filled[], page: Page): Table[] | null {
  const { rows: given, columns: xs } = rowsOf(grid, filled)
  const data = given.find((row) => bodyBegins([segmentsOf(row)]) === 0)
  if (data === undefined) return null
  const all = given.map((row) => atLabel(row, labelColumn(segmentsOf(data))))
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
  const columns = xs.map((x) => [...title, ...headerOf(filled, heads, x)])
  const head = around(linesIn(heads))
  const isAtTop = page.outside.filter(({ top }) => top < grid.box[1]).length <= MOST_IN_HEAD
  return sideBySide(lines, values, xs.length).map((own) => ({
    ...bodyOf(body, own, values, isAtTop, page.number),
    page: page.number,
    number: 1,
    caption,
    headings,
    head,
    columns: own.map((index) => columns[index] ?? []),
  }))
}

/** Header of a column, outermost first: the cells above it, also those that span it and others. */
function headerOf(filled: readonly Filled[], heads: readonly Row[], x: number): string[] {
  const above = heads.flatMap(({ y }) => filled.find((cell) => covers(cell, y, x)) ?? [])
  return [...new Set(above)].map(({ text }) => text)
}

/**
 * Whether a row is the rest of a label that began on the page before: words in cells of their own, beside empty ones. A
 * heading of the rows below spans the table, or is in capital letters.
 */
const isRest = (cells: readonly (Filled | undefined)[], firstValue: number): boolean =>
  cells.every((cell, column) =>
    cell === undefined
      ? true
      : column < firstValue && cell.columns === 1 && cell.rows === 1 && /\p{Ll}/u.test(cell.text),
  )

function bodyOf(
  body: readonly Row[],
  own: readonly number[],
  allValues: readonly number[],
  isAtTop: boolean,
  page: number,
): Pick<Table, 'rows' | 'loose'> {
  const picked = body.map((row) => ({ ...row, cells: own.map((index) => row.cells[index]) }))
  const lines = picked.map((row) => ({ cells: segmentsOf(row) }))
  const { firstValue, numbered } = labelsOf(lines, own, allValues)
  const rows: TableRow[] = []
  const loose: LooseCell[] = []
  const above = nothingAbove(own.length)
  const left = Math.min(...picked.flatMap(({ cells }) => cells.map((cell) => cell?.column ?? Number.POSITIVE_INFINITY)))
  const isOver = (cell: Filled | undefined): boolean => cell !== undefined && cell.column === left && cell.columns > 1
  for (const [index, { y, cells }] of picked.entries()) {
    if (isAtTop && index === 0 && isRest(cells, firstValue)) {
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

/** The tables that lines divide into cells, and the text of the page that is in none. */
export function ruledTables(
  runs: readonly Run[],
  rulings: readonly Ruling[],
  page: number,
): { readonly tables: Table[]; readonly outside: readonly Run[] } {
  const grids = gridsOf(rulings).flatMap((grid) => {
    const filled = filledOf(
      grid,
      runs.filter((run) => isIn(grid.box, run)),
    )
    return filled === null ? [] : [{ grid, filled }]
  })
  if (grids.length === 0) return { tables: [], outside: runs }
  const others = linesOf(runs.filter((run) => !grids.some(({ grid }) => isIn(grid.box, run))))
  const lines = linesOf(runs)
  const read = grids.flatMap(({ grid, filled }) => {
    const tables = tablesOf(grid, filled, { number: page, lines, outside: others })
    return tables === null ? [] : [{ grid, tables }]
  })
  return {
    tables: read.flatMap(({ tables }) => tables),
    outside: runs.filter((run) => !read.some(({ grid }) => isIn(grid.box, run))),
  }
}
