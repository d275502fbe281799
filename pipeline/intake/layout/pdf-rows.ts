import { boxAround, type TableCell, type TableRow } from '../../gates/layout.ts'
import { unitsNamed } from '../../gates/text/printed-units.ts'
import { RAISED } from '../../gates/text/raised-digits.ts'
import { type Above, addLabel, headingsOf, seeLabel, seeRow } from './headings.ts'
import { distance, joinedText, type Line, type Segment } from './lines.ts'

/** Lines closer than this belong to one row: the distance between table rows exceeds the letter height. */
const ONE_ROW = 0.85

/** Text of a figure cell: `585.00`, `Rs. 1,200/-`, `10% on Energy Charge`, and with the mark of a note `60 \u00b2`. */
export const NUMBER = new RegExp(
  `^[-\\u2212]?(?:Rs\\.?\\s?)?[\\d,]*\\d(?:\\.\\d+)?(?:/-|%(?:\\s(?:on|of)\\s[\\p{L}\\s]+)?)?(?:\\s[${RAISED}]+)*$`,
  'u',
)
/** The number of a line or a note. */
export const SERIAL = /^(?:\(?\d{1,3}(?:[.]\s?[a-z0-9]{1,3})*[.)]?|\(?[ivxl]{1,6}[.)]|\(?[a-z][.)])$/iu

export type Cells = (Segment | null)[]
export type BodyLine = { readonly line: Line; readonly cells: Cells }

/** Two pieces of one cell joined. */
export function joined(before: Segment | null, segment: Segment): Segment {
  if (before === null) return segment
  return { text: joinedText(before.text, segment.text), box: boxAround([before.box, segment.box]) }
}

type Joined = { readonly cells: Cells } | { readonly floats: Cells }

/** Maximum distance between the lines of a label. */
const ONE_LABEL = 1.6

/**
 * Labels continued in the next line at the same left edge, because the next word did not fit into the column. Headings
 * start there too: in a table that may have headings, no line is treated as a continuation.
 */
function wrapped(lines: readonly BodyLine[], firstValue: number): ReadonlySet<number> {
  const found = new Set<number>()
  for (const [index, { line, cells }] of lines.entries()) {
    const [place, ...others] = cells.flatMap((cell, column) => (cell === null ? [] : [column]))
    if (place === undefined || others.length > 0 || place >= firstValue) continue
    const rest = cells[place] ?? null
    const above = lines[index - 1]
    const begun = above?.cells[place] ?? null
    if (place === 0 || rest === null || above === undefined || begun === null) return new Set()
    const letter = (rest.box[2] - rest.box[0]) / rest.text.length
    const word = rest.text.split(' ')[0]?.length ?? 0
    const edge = Math.max(...lines.map((each) => each.cells[place]?.box[2] ?? 0))
    const fits = begun.box[2] + (word + 1) * letter <= edge
    const goesOn = Math.abs(begun.box[0] - rest.box[0]) <= 2 && distance(line, above.line) <= ONE_LABEL
    if (fits || !goesOn) return new Set()
    found.add(index)
  }
  return found
}

/** The lines of a row, each of its cells with all its lines. */
const asOne = ([first, ...rest]: readonly BodyLine[]): Cells =>
  rest.reduce<Cells>(
    (row, { cells }) =>
      row.map((cell, column) => {
        const more = cells[column] ?? null
        return more === null ? cell : joined(cell, more)
      }),
    first?.cells ?? [],
  )

/** Lines of a cell are closer than this, in letter heights; rows that are as close cannot be told from them. */
const ONE_CELL = 1.35

/** A line that begins with its number, as a clause below the table does. */
const CLAUSE = /^\(?(?:\d{1,3}|[a-z]|[ivxl]{1,6})[.)]\s+\S/iu

/** Lines as rows where distances show them: close lines have one line of figures at most, as rows with wide borders do. */
function apart(lines: readonly BodyLine[], firstValue: number): BodyLine[][] | null {
  const rows: BodyLine[][] = []
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1]
    const isClause = CLAUSE.test(line.cells.find((cell) => cell !== null)?.text ?? '')
    if (above !== undefined && !isClause && distance(above.line, line.line) < ONE_CELL) rows.at(-1)?.push(line)
    else rows.push([line])
  }
  const figures = rows.map((row) => row.filter(({ cells }) => cells.slice(firstValue).some((cell) => cell !== null)))
  return rows.length < lines.length && figures.every((those) => those.length <= 1) ? rows : null
}

/**
 * Lines of a body as rows: a label over several lines is one label, and a line between two rows belongs to neither.
 * Only with numbered rows can a heading be distinguished from a label that continues below its row.
 */
export function joinRows(lines: readonly BodyLine[], firstValue: number, numbered: boolean): Joined[] {
  const rows = apart(lines, firstValue)
  const isLabelled = (cells: Cells): boolean => cells.slice(0, firstValue).some((cell) => cell !== null)
  if (rows !== null) return rows.map(asOne).map((cells) => (isLabelled(cells) ? { cells } : { floats: cells }))
  const rests = numbered ? wrapped(lines, firstValue) : new Set<number>()
  const hasLabel = ({ cells }: BodyLine): boolean => isLabelled(cells)
  const hasValue = ({ cells }: BodyLine): boolean => cells.slice(firstValue).some((cell) => cell !== null)
  const isRow = (line: BodyLine): boolean => hasLabel(line) && hasValue(line)
  const homes = lines.map((line, index): number | 'loose' | 'own' => {
    if (isRow(line)) return 'own'
    if (rests.has(index)) {
      let begun = index
      while (rests.has(begun)) begun -= 1
      return begun
    }
    const near = lines.flatMap((other, at) => (isRow(other) && distance(line.line, other.line) < ONE_ROW ? [at] : []))
    const [only, ...others] = near
    if (hasLabel(line))
      return only === undefined ? 'own' : (near.sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0] ?? only)
    if (only === undefined || others.length > 0) return 'loose'
    // Halfway between two rows it belongs to both, however the halves are rounded.
    const own = distance(line.line, lines[only]?.line ?? line.line)
    const rival = lines.some((other, at) => at !== only && isRow(other) && distance(line.line, other.line) < own * 1.5)
    if (rival) return 'loose'
    const taken = line.cells.some((cell, column) => cell !== null && lines[only]?.cells[column] !== null)
    return taken ? 'loose' : only
  })
  return lines.flatMap((line, index): Joined[] => {
    if (homes[index] === 'loose') return [{ floats: line.cells }]
    if (homes[index] !== 'own') return []
    return [{ cells: asOne(lines.filter((_, at) => at === index || homes[at] === index)) }]
  })
}

/** What a row is printed as: its page, which cells are in the row itself and not in one above, and whether its label spans. */
type PrintedRow = {
  readonly page: number
  readonly begun?: readonly boolean[]
  readonly isOver?: boolean
}

/** Adds a row, or a heading for the rows below. */
export function addRow(
  cells: Cells,
  { firstValue, numbered }: { firstValue: number; numbered: boolean },
  above: Above,
  rows: TableRow[],
  { page, begun = cells.map(() => true), isOver = false }: PrintedRow,
): void {
  const labels = cells.slice(0, firstValue)
  const values = cells.slice(firstValue)
  const serial = numbered ? (labels[0]?.text ?? '') : ''
  const printed = labels.filter((cell) => cell !== null)
  const column = labels.findIndex((cell, at) => cell !== null && (at > 0 || serial === ''))
  const label = labels[column] ?? null
  const filled = values.filter((cell) => cell !== null)
  const onlyUnits = filled.every(
    (cell) => unitsNamed(cell.text).length > 0 && !/\d/u.test(cell.text) && cell.text.length < 16,
  )
  if (serial === '' && printed.length === 1 && label !== null && onlyUnits) {
    addLabel(above, numbered, label, { column, box: label.box, isOver }, page)
    if (filled.length > 0)
      above.added = cells.map((cell, index) => (index < firstValue ? null : (cell?.text ?? above.added[index] ?? null)))
    return
  }
  seeRow(above, serial)
  if (serial === '' && label !== null && begun[column] !== false) seeLabel(above, numbered, { column, ...label })
  const headings = headingsOf(above)
  const isGroup = serial !== '' && !values.some((cell) => cell !== null && NUMBER.test(cell.text))
  if (isGroup)
    above.inner.push({
      parts: printed.map(({ text }) => text),
      boxes: printed.map(({ box }) => ({ page, box })),
      serial,
      isGroup,
      isOver: false,
      column,
      box: (label ?? printed[0])?.box ?? [0, 0, 0, 0],
      first: null,
      hasEdge: false,
      isSummed: false,
    })
  if (isGroup && filled.length === 0) return
  rows.push({
    under: headings.flatMap(({ parts }) => parts),
    ...(headings.length === 0 ? {} : { over: headings.flatMap(({ boxes }) => boxes) }),
    cells: cells.map((cell): TableCell | null => cell),
    added: [...above.added],
    line: null,
    quotes: cells.map((_, index) =>
      cells
        .slice(0, index + 1)
        .flatMap((cell, column) => (cell === null || begun[column] === false ? [] : [cell.text]))
        .join(' '),
    ),
  })
}
