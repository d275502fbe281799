import type { Table } from '../../gates/layout.ts'
import { PAGE_NUMBER } from '../../gates/text/furniture.ts'
import { type Above, INDENTED } from './headings.ts'
import { distance, type Line, type Run } from './lines.ts'
import type { Filled, Row } from './ruled-cells.ts'

/** Tables that go on over pages: what the first row of a page is, and which headings of the page before still stand above it. */

/** What a table has above its next row. */
export type Open = { readonly firstValue: number; readonly numbered: boolean; readonly above: Above }

/** The ruled table that ends a page, and the lines of the page that are in no ruled table. */
export type PageEnd = {
  readonly page: number
  readonly outside: readonly Line[]
  readonly notes: ReadonlySet<Line>
  /** Where the table begins, from the top. */
  readonly top: number
  readonly isAtTop: boolean
  /**
   * The headers of its columns without its title, what is open below its last row, and whether no heading stands below that;
   * null if it has no figures.
   */
  readonly table: (Open & { readonly columns: Table['columns']; readonly endsInRow: boolean }) | null
  readonly rows: readonly Row[]
}

/** The class of consumers that a label begins with: `LT-2(a)(i): Commercial`. */
const CLASS = /^\p{Lu}{2,4}[-\u2013\s]\s?(?:\d{1,2}|[IVX]{1,4})(?:\s?\([a-z\d]{1,4}\))*\s?(?:[:.\u2013-]|$)/iu

const leftOf = (cell: Filled | undefined): number | null =>
  cell === undefined ? null : Math.min(...cell.lines.flatMap(({ segments }) => segments.map(({ box }) => box[0])))

/**
 * Whether the first row of a page is the rest of a label that began on the page before: words in cells of their own, beside
 * empty ones. A heading spans the table, is in capital letters, has a number or a class, or begins with a capital letter
 * left of the label below it.
 */
export function isRest(
  cells: readonly (Filled | undefined)[],
  below: readonly (Filled | undefined)[] | undefined,
  firstValue: number,
): boolean {
  const isOfWords = cells.every((cell, column) =>
    cell === undefined
      ? true
      : column < firstValue && cell.columns === 1 && cell.rows === 1 && /\p{Ll}/u.test(cell.text),
  )
  const [at = 0, ...others] = cells.flatMap((cell, column) => (cell === undefined ? [] : [column]))
  const text = cells[at]?.text ?? ''
  if (!isOfWords || others.length > 0 || !/^\p{Lu}/u.test(text)) return isOfWords
  const [own, next] = [leftOf(cells[at]), leftOf(below?.[at])]
  return !CLASS.test(text) && (own === null || next === null || own >= next - INDENTED)
}

const textOf = ({ segments }: Line): string => segments.map(({ text }) => text).join(' ')
const withoutNumbers = (line: Line): string => textOf(line).replace(/\d+/gu, '0')

/** Lines of two pages that are as far from the top, in thousandths, are at one place. */
const ONE_PLACE = 5

/** Whether a line is no text of its page: its number, or what the other page has at the same place, but for numbers. */
function isFurniture(line: Line, own: readonly Line[], others: readonly Line[]): boolean {
  const isAtEnd = own[0] === line || own.at(-1) === line
  const isAgain = others.some(
    (other) => Math.abs(other.top - line.top) <= ONE_PLACE && withoutNumbers(other) === withoutNumbers(line),
  )
  return isAgain || (isAtEnd && PAGE_NUMBER.test(textOf(line)))
}

/** Lines of one note are no further apart, in letter heights. */
const ONE_NOTE = 1.6

/** The notes at the foot of a page, from the first line that begins with small raised digits, in letters of one size. */
export function notesOf(lines: readonly Line[], runs: readonly Run[]): ReadonlySet<Line> {
  const notes = new Set<Line>()
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1]
    const left = line.segments[0]?.box[0] ?? 0
    const isMarked = runs.some(
      ({ text, box, size, wide }) =>
        /^\d{1,2}\s*$/u.test(text) &&
        size < line.size * 0.95 &&
        box[3] < line.bottom &&
        box[3] > line.top &&
        Math.abs(left - box[2]) < wide,
    )
    const goesOn = above !== undefined && notes.has(above) && distance(above, line) <= ONE_NOTE
    if (isMarked || (goesOn && Math.abs(line.size - above.size) < above.size * 0.05)) notes.add(line)
  }
  return notes
}

/** Whether nothing but furniture and notes is printed between the last table of a page and a table of the next one. */
export const isNext = (before: PageEnd, top: number, outside: readonly Line[]): boolean =>
  before.outside.every(
    (line) => line.top < before.top || before.notes.has(line) || isFurniture(line, before.outside, outside),
  ) && outside.every((line) => line.top >= top || isFurniture(line, outside, before.outside))

const textsOf = (rows: readonly Row[]): string =>
  JSON.stringify(rows.map(({ cells }) => cells.map((cell) => cell?.text)))

/** The rows below the header of a table without figures that ends a page; null if it does not have this header. */
export const rowsBelow = ({ rows }: PageEnd, heads: readonly Row[]): readonly Row[] | null =>
  textsOf(rows.slice(0, heads.length)) === textsOf(heads) ? rows.slice(heads.length) : null
