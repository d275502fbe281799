import type { LooseCell, Table, TableRow } from '../../gates/layout.ts'
import { unitsNamed } from '../../gates/text/printed-units.ts'
import { around, type Column, columnsOf, columnsUnder, distance, isTabular, type Line } from './lines.ts'
import { type Above, addRow, type BodyLine, type Cells, joined, joinRows, NUMBER, SERIAL } from './pdf-rows.ts'

/** Lines further apart than this many letter heights do not belong to one table. */
const APART = 2.2
const HEAD_WORD = /^(?:sl\.?|sr\.?|s\.?)?\s*no\.?$|^(?:category|particulars|description|name)\b/iu

/** Runs of lines that may be tables: close together, with gaps, and at least two of them with several pieces. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = []
  let last: Line | null = null
  for (const line of lines) {
    if (!isTabular(line)) {
      last = null
      continue
    }
    const block = blocks.at(-1)
    if (block !== undefined && last !== null && distance(last, line) <= APART) block.push(line)
    else blocks.push([line])
    last = line
  }
  return blocks.filter((block) => block.filter(({ segments }) => segments.length > 1).length > 1)
}

/** The tables of a page from its lines, down the page. */
export function pdfTables(lines: readonly Line[], page: number): Table[] {
  const found = blocksOf(lines).flatMap((block) => tablesOf(block, lines, page))
  return found.map((table, index) => ({ ...table, number: index + 1 }))
}

function cellsOf(line: Line, columns: readonly Column[]): Cells {
  const cells: Cells = columns.map(() => null)
  for (const segment of line.segments) {
    const [first] = columnsUnder(columns, segment)
    if (first !== undefined) cells[first] = joined(cells[first] ?? null, segment)
  }
  return cells
}

function tablesOf(block: readonly Line[], lines: readonly Line[], page: number): Table[] {
  const columns = columnsOf(block)
  if (columns.length < 2) return []
  const first = block.findIndex((line) => isData(line, columns))
  if (first < 0) return []
  const begin = bodyBegins(block, first, columns)
  const body = block.slice(begin).map((line) => ({ line, cells: cellsOf(line, columns) }))
  if (body.filter(({ line }) => line.segments.length > 1).length < 2) return []
  const values = valueColumns(body, columns.length)
  if (values.length === 0) return []
  const margin = marginOf(lines)
  const heads = belowText(block.slice(0, begin), margin)
  const top = block[0]
  const caption = top === undefined || heads.length < begin ? [] : captionAbove(top, lines, margin)
  const parts = sideBySide(body, values, columns.length)
  const head = around(heads)
  const headings = top === undefined ? [] : headingsAbove(top, lines)
  return parts.map((columnsIn) => ({
    ...tableOf(body, columnsIn, values, headersOf(heads, caption, columns), caption, page),
    headings,
    head,
  }))
}

/** A row of figures: it has a number and a label, in a column other than the first. */
function isData(line: Line, columns: readonly Column[]): boolean {
  const cells = cellsOf(line, columns)
  return (
    cells.some((cell, index) => index > 0 && cell !== null && NUMBER.test(cell.text)) &&
    cells.some((cell) => cell !== null && /\p{L}|%/u.test(cell.text))
  )
}

/** The first line of the body: the first with figures, or with headings between them and the header. */
function bodyBegins(block: readonly Line[], first: number, columns: readonly Column[]): number {
  const label = cellsOf(block[first] ?? EMPTY, columns).findIndex(
    (cell) => cell !== null && /\p{L}/u.test(cell.text) && !SERIAL.test(cell.text),
  )
  let begin = first
  while (begin > 0) {
    const cells = cellsOf(block[begin - 1] ?? EMPTY, columns)
    const text = cells[Math.max(0, label)]?.text ?? ''
    const rest = cells.slice(Math.max(0, label) + 1).filter((cell) => cell !== null)
    const units = rest.every((cell) => unitsNamed(cell.text).length > 0 && cell.text.length < 12)
    const serial = cells[0]?.text ?? ''
    const isHeading =
      text !== '' &&
      units &&
      (label === 0 || serial === '' || SERIAL.test(serial)) &&
      !HEAD_WORD.test(text) &&
      !HEAD_WORD.test(serial)
    // Text alone in a text column, above figures, may be the header of that column.
    if (!isHeading || (begin === 1 && rest.length === 0)) break
    begin -= 1
  }
  return begin
}

const EMPTY: Line = { segments: [], top: 0, bottom: 0, size: 1 }

/** Columns with mostly numeric cells; the first column is always a label. */
function valueColumns(body: readonly BodyLine[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => {
    const cells = body.flatMap(({ cells }) =>
      cells[index] === null || cells[index] === undefined ? [] : [cells[index].text],
    )
    const numbers = cells.filter((text) => NUMBER.test(text))
    return index > 0 && numbers.length > 0 && numbers.length * 2 >= cells.length
  })
}

/** Tables printed side by side have a label column after a figure column, and figures after that. */
function sideBySide(body: readonly BodyLine[], values: readonly number[], count: number): number[][] {
  const all = Array.from({ length: count }, (_, index) => index)
  const first = values[0] ?? 0
  const last = values.at(-1) ?? 0
  const again = all.find((index) => {
    if (index <= first || index >= last || values.includes(index)) return false
    const own = body.filter(({ cells }) => cells[index] !== null && /\p{L}{2}/u.test(cells[index]?.text ?? ''))
    return own.length * 2 > body.length
  })
  return again === undefined ? [all] : [all.filter((index) => index < again), all.filter((index) => index >= again)]
}

function tableOf(
  body: readonly BodyLine[],
  own: readonly number[],
  allValues: readonly number[],
  allHeaders: readonly string[][],
  caption: readonly string[],
  page: number,
): Omit<Table, 'head' | 'headings'> {
  const pick = (cells: Cells): Cells => own.map((index) => cells[index] ?? null)
  const lines = body
    .map(({ line, cells }) => ({ line, cells: pick(cells) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null))
  const values = own.flatMap((index, place) => (allValues.includes(index) ? [place] : []))
  const firstValue = values[0] ?? own.length
  const serials = lines.filter(({ cells }) => cells[0] !== null && SERIAL.test(cells[0]?.text ?? '')).length
  const numbered = firstValue > 1 && serials * 2 >= lines.filter(({ cells }) => cells[0] !== null).length && serials > 0
  const rows: TableRow[] = []
  const loose: LooseCell[] = []
  const above: Above = { sections: [], groups: [], added: own.map(() => null), open: false }
  for (const part of joinRows(lines, firstValue, numbered)) {
    if ('floats' in part) {
      for (const [column, cell] of part.floats.entries())
        if (cell !== null) loose.push({ ...cell, column, after: rows.length - 1 })
      continue
    }
    addRow(part.cells, { firstValue, numbered }, above, rows)
  }
  return { page, number: 1, caption, columns: own.map((index) => allHeaders[index] ?? []), rows, loose }
}

/** Left edge of the running text on a page: that of most wide lines; null if there is none. */
export function marginOf(lines: readonly Line[]): number | null {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const last = line.segments.at(-1)
    if (last === undefined || isTabular(line)) continue
    counts.set(last.box[0], (counts.get(last.box[0]) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return most !== undefined && most[1] > 2 ? most[0] : null
}

const startsAt = ({ segments: [first] }: Line, margin: number | null): boolean =>
  first !== undefined && margin !== null && Math.abs(first.box[0] - margin) <= 3

/** Lines above a table's body, without the end of a preceding paragraph. */
export function belowText(heads: readonly Line[], margin: number | null): Line[] {
  const last = heads.findLastIndex((line) => startsAt(line, margin) && /[.:;]$/u.test(line.segments.at(-1)?.text ?? ''))
  return heads.slice(last + 1)
}

/** Lines further apart than this many letter heights do not belong to one paragraph. */
const PARAGRAPH = 1.6

/** Title lines directly above a table. */
export function captionAbove(top: Line, lines: readonly Line[], margin: number | null): string[] {
  const caption: string[] = []
  let below = top
  for (let at = lines.indexOf(top) - 1; at >= 0 && caption.length < 4; at -= 1) {
    const line = lines[at]
    if (line === undefined || distance(line, below) > PARAGRAPH) break
    const text = line.segments.map((segment) => segment.text).join(' ')
    if (/[.:;,]$/u.test(text) || SERIAL.test(line.segments[0]?.text ?? '')) break
    if (startsAt(line, margin)) break
    caption.unshift(text)
    below = line
  }
  return caption
}

/** A longer line is running text. */
const LONGEST_HEADING = 120

/**
 * Headings of a page above a table: lines without gaps that are larger than most of the page, or short and further from
 * the line below than most lines. A line of a sentence is not a heading: it ends like a sentence, or it or the line
 * below begins with a small letter.
 */
export function headingsAbove(top: Line, lines: readonly Line[]): string[] {
  const usualSize = medianOf(lines.map(({ size }) => size))
  const usualGap = medianOf(lines.slice(1).map((line, at) => distance(lines[at] ?? line, line)))
  return lines.slice(0, lines.indexOf(top)).flatMap((line, at) => {
    const below = lines[at + 1] ?? top
    const [only, ...more] = line.segments
    if (only === undefined || more.length > 0 || only.text.length > LONGEST_HEADING) return []
    const isSentence = /^\p{Ll}|[.:;,]$/u.test(only.text) || /^\p{Ll}/u.test(below.segments[0]?.text ?? '')
    const isLarger = line.size > usualSize * 1.1
    const standsApart = isTabular(line) && distance(line, below) > Math.max(PARAGRAPH, usualGap * 1.2)
    return !isSentence && (isLarger || standsApart) ? [only.text] : []
  })
}

const medianOf = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Header of each column, outermost first: the text above it; lines that share columns are combined. */
export function headersOf(heads: readonly Line[], caption: readonly string[], columns: readonly Column[]): string[][] {
  const title = caption.join(' ')
  return columns.map((_, index) => {
    const parts: { key: string; text: string }[] = []
    for (const line of heads) {
      for (const segment of line.segments) {
        const under = columnsUnder(columns, segment)
        if (!under.includes(index)) continue
        const key = under.join(' ')
        const last = parts.at(-1)
        if (last?.key === key) last.text += ` ${segment.text}`
        else parts.push({ key, text: segment.text })
      }
    }
    const header = parts.map(({ text }) => text)
    return title === '' ? header : [title, ...header]
  })
}
