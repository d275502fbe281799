import { boxAround } from '../../gates/layout.ts'
import type { Grid, Region } from './grids.ts'
import { joinedText, type Line, linesOf, type Run, type Segment } from './lines.ts'
import { type Cells, NUMBER } from './pdf-rows.ts'

/** A cell with what is printed in it. */
export type Filled = Region & { readonly lines: readonly Line[]; readonly text: string }

/** Where a run is: by its middle. */
export const isIn = ([left, top, right, bottom]: Grid['box'], { box }: Run): boolean => {
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
export function filledOf({ regions }: Grid, given: readonly Run[]): Filled[] | null {
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

export const covers = ({ row, column, rows, columns }: Region, y: number, x: number): boolean =>
  y >= row && y < row + rows && x >= column && x < column + columns

export const segmentOf = ({ lines, text }: Filled): Segment => ({
  text,
  box: boxAround(lines.flatMap(({ segments }) => segments.map(({ box }) => box))),
})

/** A row of the grid: the cell at each column, once in the first column that it spans. */
export type Row = { readonly y: number; readonly cells: readonly (Filled | undefined)[] }

export const segmentsOf = ({ cells }: Row): Cells => cells.map((cell) => (cell === undefined ? null : segmentOf(cell)))

/** The rows and columns that have text: without it, one is the gap between two lines. */
export function rowsOf(grid: Grid, filled: readonly Filled[]): { rows: Row[]; columns: number[] } {
  const all = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
  const columns = all(grid.columns).filter((x) => filled.some(({ column }) => column === x))
  const rows = all(grid.rows).filter((y) => filled.some(({ row }) => row === y))
  const cellAt = (y: number, x: number): Filled | undefined =>
    filled.find((cell) => cell.column === x && covers(cell, y, x))
  return { rows: rows.map((y) => ({ y, cells: columns.map((x) => cellAt(y, x)) })), columns }
}

/** A label over several columns stands where the labels of the other rows do, not in the column of their numbers. */
export function atLabel(row: Row, label: number): Row {
  const [first] = row.cells
  const isOver = first !== undefined && label > 0 && first.columns > label && row.cells[label] === undefined
  return isOver
    ? { ...row, cells: row.cells.map((cell, x) => (x === label ? first : x === 0 ? undefined : cell)) }
    : row
}
