import type { LooseCell, Table, TableCell, TableRow } from '../../gates/layout.ts'
import { unitsNamed } from '../../gates/support/printed-units.ts'
import { type Column, columnsOf, columnsUnder } from './columns.ts'
import { around, type Line, type Segment } from './lines.ts'

/** A line wider than this in one piece is running text. */
const WIDEST = 580
/** Lines further apart than this many letter heights are not of one table. */
const APART = 2.2
/** Lines nearer than this are of one row: the rows of a table stand further apart than its letters are high. */
const ONE_ROW = 0.85

const NUMBER = /^[-\u2212]?(?:Rs\.?\s?)?[\d,]*\d(?:\.\d+)?%?$/u
const SERIAL = /^(?:\(?\d{1,3}(?:[.]\s?[a-z0-9]{1,3})*[.)]?|\(?[ivxl]{1,6}[.)]|\(?[a-z][.)])$/iu
const HEAD_WORD = /^(?:sl\.?|sr\.?|s\.?)?\s*no\.?$|^(?:category|particulars|description|name)\b/iu

type Cells = (Segment | null)[]
type BodyLine = { readonly line: Line; readonly cells: Cells }

const middle = ({ top, bottom }: Line): number => (top + bottom) / 2
const distance = (a: Line, b: Line): number => Math.abs(middle(a) - middle(b)) / Math.max(a.size, b.size)

/** Whether a line may be of a table: in several pieces, or one narrow one. */
function isTabular({ segments }: Line): boolean {
  return segments.every(({ box }) => box[2] - box[0] < WIDEST)
}

/** Runs of lines that may be tables: near one another, in pieces, and at least two of them in several. */
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

function joined(before: Segment | null, segment: Segment): Segment {
  if (before === null) return segment
  const [a, b] = [before.box, segment.box]
  return {
    text: `${before.text} ${segment.text}`,
    box: [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])],
  }
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
  return parts.map((columnsIn) => ({
    ...tableOf(body, columnsIn, values, headersOf(heads, caption, columns), caption, page),
    head,
  }))
}

/** A row of figures: a number beside a label, in another column than the first. */
function isData(line: Line, columns: readonly Column[]): boolean {
  const cells = cellsOf(line, columns)
  return (
    cells.some((cell, index) => index > 0 && cell !== null && NUMBER.test(cell.text)) &&
    cells.some((cell) => cell !== null && /\p{L}|%/u.test(cell.text))
  )
}

/** The first line of the body: of the first figures, or of headings that stand between them and the header. */
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
    // What stands in a text column alone, above figures, may as well be the header of that column.
    if (!isHeading || (begin === 1 && rest.length === 0)) break
    begin -= 1
  }
  return begin
}

const EMPTY: Line = { segments: [], top: 0, bottom: 0, size: 1 }

/** Columns most of whose cells are numbers; the first is a label whatever stands in it. */
function valueColumns(body: readonly BodyLine[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => {
    const cells = body.flatMap(({ cells }) =>
      cells[index] === null || cells[index] === undefined ? [] : [cells[index].text],
    )
    const numbers = cells.filter((text) => NUMBER.test(text))
    return index > 0 && numbers.length > 0 && numbers.length * 2 >= cells.length
  })
}

/** Tables that stand side by side have a column of labels after a column of figures, and figures after that. */
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

/** Where running text begins on a page: the left edge of most of its wide lines; null where it has none. */
function marginOf(lines: readonly Line[]): number | null {
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

/** Lines above a table's body without the end of a paragraph that runs into them. */
function belowText(heads: readonly Line[], margin: number | null): Line[] {
  const last = heads.findLastIndex((line) => startsAt(line, margin) && /[.:;]$/u.test(line.segments.at(-1)?.text ?? ''))
  return heads.slice(last + 1)
}

/** Lines right above a table that title it. */
function captionAbove(top: Line, lines: readonly Line[], margin: number | null): string[] {
  const caption: string[] = []
  let below = top
  for (let at = lines.indexOf(top) - 1; at >= 0 && caption.length < 4; at -= 1) {
    const line = lines[at]
    if (line === undefined || distance(line, below) > 1.6) break
    const text = line.segments.map((segment) => segment.text).join(' ')
    if (/[.:;,]$/u.test(text) || SERIAL.test(line.segments[0]?.text ?? '')) break
    if (startsAt(line, margin)) break
    caption.unshift(text)
    below = line
  }
  return caption
}

/** The header of each column, outermost first: what stands above it, lines that share their columns as one. */
function headersOf(heads: readonly Line[], caption: readonly string[], columns: readonly Column[]): string[][] {
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

/** What the rows below stand under: headings of the table, then groups that are numbered. */
type Above = {
  sections: string[]
  groups: { serial: string; parts: string[] }[]
  added: (string | null)[]
  open: boolean
}

function tableOf(
  body: readonly BodyLine[],
  own: readonly number[],
  allValues: readonly number[],
  allHeaders: readonly string[][],
  caption: readonly string[],
  page: number,
): Omit<Table, 'head'> {
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
  for (const part of joinRows(lines, firstValue)) {
    if ('floats' in part) {
      for (const [column, cell] of part.floats.entries())
        if (cell !== null) loose.push({ ...cell, column, after: rows.length - 1 })
      continue
    }
    addRow(part.cells, { firstValue, numbered }, above, rows)
  }
  return { page, number: 1, caption, columns: own.map((index) => allHeaders[index] ?? []), rows, loose }
}

type Joined = { readonly cells: Cells } | { readonly floats: Cells }

/** Lines of a body as rows: labels that run over several lines are one, and what stands between two rows is of neither. */
function joinRows(lines: readonly BodyLine[], firstValue: number): Joined[] {
  const hasLabel = ({ cells }: BodyLine): boolean => cells.slice(0, firstValue).some((cell) => cell !== null)
  const hasValue = ({ cells }: BodyLine): boolean => cells.slice(firstValue).some((cell) => cell !== null)
  const isRow = (line: BodyLine): boolean => hasLabel(line) && hasValue(line)
  const homes = lines.map((line, index): number | 'loose' | 'own' => {
    if (isRow(line)) return 'own'
    const near = lines.flatMap((other, at) => (isRow(other) && distance(line.line, other.line) < ONE_ROW ? [at] : []))
    const [only, ...others] = near
    if (hasLabel(line))
      return only === undefined ? 'own' : (near.sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0] ?? only)
    if (only === undefined || others.length > 0) return 'loose'
    const taken = line.cells.some((cell, column) => cell !== null && lines[only]?.cells[column] !== null)
    return taken ? 'loose' : only
  })
  return lines.flatMap((line, index): Joined[] => {
    if (homes[index] === 'loose') return [{ floats: line.cells }]
    if (homes[index] !== 'own') return []
    const parts = lines.filter((_, at) => at === index || homes[at] === index)
    const cells = line.cells.map((_, column) =>
      parts.reduce<Segment | null>((cell, part) => {
        const more = part.cells[column] ?? null
        return more === null ? cell : joined(cell, more)
      }, null),
    )
    return [{ cells }]
  })
}

function addRow(
  cells: Cells,
  { firstValue, numbered }: { firstValue: number; numbered: boolean },
  above: Above,
  rows: TableRow[],
): void {
  const labels = cells.slice(0, firstValue)
  const values = cells.slice(firstValue)
  const serial = numbered ? (labels[0]?.text ?? '') : ''
  const text = labels.flatMap((cell) => (cell === null ? [] : [cell.text]))
  const filled = values.filter((cell) => cell !== null)
  const onlyUnits = filled.every(
    (cell) => unitsNamed(cell.text).length > 0 && !/\d/u.test(cell.text) && cell.text.length < 16,
  )
  if (serial === '' && text.length === 1 && onlyUnits) {
    above.sections = above.open ? [...above.sections, ...text] : [...text]
    above.groups = []
    above.open = true
    if (filled.length > 0)
      above.added = cells.map((cell, index) => (index < firstValue ? null : (cell?.text ?? above.added[index] ?? null)))
    return
  }
  above.open = false
  if (serial !== '') {
    above.groups = above.groups.filter((group) => serial.startsWith(`${group.serial.replace(/[.)]$/u, '')}.`))
  }
  const under = [...above.sections, ...above.groups.flatMap(({ parts }) => parts)]
  const isGroup = serial !== '' && !values.some((cell) => cell !== null && NUMBER.test(cell.text))
  if (isGroup) above.groups.push({ serial, parts: text })
  if (isGroup && filled.length === 0) return
  rows.push({
    under,
    cells: cells.map((cell): TableCell | null => cell),
    added: [...above.added],
    line: null,
    quotes: cells.map((_, index) =>
      cells
        .slice(0, index + 1)
        .flatMap((cell) => (cell === null ? [] : [cell.text]))
        .join(' '),
    ),
  })
}
