import type { PageLayout, Table } from '../../gates/layout.ts'
import { fold } from '../../gates/text/fold.ts'
import type { FoldedPage } from '../find-text.ts'

/** A part of a page's folded text. */
export type Stretch = { readonly from: number; readonly to: number }

/** The places of a table in the text of its page: its header, and of each row its cells and the headings above it. */
export type TableLines = {
  readonly head: readonly Stretch[]
  readonly rows: readonly { readonly cells: readonly (Stretch | null)[]; readonly under: readonly Stretch[] }[]
}

type Printed = readonly (string | null)[]
type Line = FoldedPage['lines'][number]

const joined = (cells: Printed): string => cells.filter((text) => text !== null).join(' ')

/**
 * Finds the tables of a page without boxes, such as an HTML page, in its text, in which each row is a line with its
 * cells from left to right. A row whose line is not exactly that is not found: its cells are null. Lines are taken in
 * the order of the tables and each only once, so that no row is found in the line of another.
 */
export function linesOfTables({ lines }: FoldedPage, tables: readonly Table[]): ReadonlyMap<number, TableLines> {
  const found = new Map<number, TableLines>()
  let next = 0
  /** The first line from `next` on that is one of these texts; the lines after it are left. */
  const take = (texts: readonly string[]): Line | null => {
    const at = lines.findIndex(({ text }, index) => index >= next && text !== '' && texts.includes(text))
    if (at < 0) return null
    next = at + 1
    return lines[at] ?? null
  }
  for (const table of tables) {
    const head = headerLines(table).flatMap((text) => stretchesOf(take([text]), [text]))
    const rows: TableLines['rows'][number][] = []
    let [above, headings]: [Printed, readonly string[]] = [[], []]
    for (const [index, row] of table.rows.entries()) {
      const isSame = row.under.length === headings.length && row.under.every((text, at) => text === headings[at])
      const under = isSame
        ? (rows.at(-1)?.under ?? [])
        : row.under.flatMap((text) => stretchesOf(take([fold(text)]), [fold(text)]))
      headings = row.under
      const cells = row.cells.map((cell, column) => {
        const loose = table.loose.find((each) => each.column === column && each.after === index)
        const text = fold((cell ?? loose)?.text ?? '')
        return text === '' ? null : text
      })
      const ways = printedWays(cells, above)
      const line = take(ways.map(joined))
      const way = ways.find((each) => joined(each) === line?.text) ?? []
      const places = line === null ? [] : placesOf(line, way)
      rows.push({
        under,
        // A label that spans rows is printed with the first of them.
        cells: cells.map((text, column) => {
          const isFromAbove = line !== null && text !== null && (way[column] ?? null) === null
          return isFromAbove ? (rows.at(-1)?.cells[column] ?? null) : (places[column] ?? null)
        }),
      })
      above = cells
    }
    found.set(table.number, { head, rows })
  }
  return found
}

/**
 * Where the cells of a page without boxes begin in its text: a number does not run from one into the next, as `310 325`
 * of an HTML table or `310,325` of a CSV file would.
 */
export function cellStarts(folded: FoldedPage, { tables }: PageLayout): ReadonlySet<number> {
  const inLines = [...linesOfTables(folded, tables).values()].flatMap(({ rows }) =>
    rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell === null ? [] : [cell.from]))),
  )
  const inFields = tables.flatMap(({ rows }) =>
    rows.flatMap(({ line, quotes }) => {
      const own = folded.lines.find((each) => each.line === line)
      return own === undefined ? [] : quotes.map((quote) => own.at + fold(quote).length + 1)
    }),
  )
  return new Set([...inLines, ...inFields])
}

/** The header of a table, line by line; a header over several columns is printed once. */
function headerLines({ columns, caption }: Table): string[] {
  const headers = columns.map((parts) => parts.slice(caption.length).map(fold))
  const deepest = Math.max(0, ...headers.map((parts) => parts.length))
  return Array.from({ length: deepest }, (_, level) =>
    headers
      .filter((parts, at) => {
        const isOver = at > 0 && parts.length > level + 1 && headers[at - 1]?.[level] === parts[level]
        return parts[level] !== undefined && !isOver
      })
      .map((parts) => parts[level])
      .join(' '),
  )
}

/** More labels of a row are not tried. */
const MOST_LABELS = 6

/** The ways in which a row may be printed: with and without each of the labels that it may share with the row above. */
function printedWays(cells: Printed, above: Printed): Printed[] {
  const shared = cells.flatMap((text, column) => (text !== null && text === above[column] ? [column] : []))
  if (shared.length > MOST_LABELS) return [cells]
  return Array.from({ length: 2 ** shared.length }, (_, bits) =>
    cells.map((text, column) => {
      const at = shared.indexOf(column)
      return at >= 0 && (bits & (1 << at)) !== 0 ? null : text
    }),
  )
}

function placesOf({ at }: Line, cells: Printed): (Stretch | null)[] {
  let from = at
  return cells.map((text) => {
    if (text === null) return null
    const place = { from, to: from + text.length }
    from = place.to + 1
    return place
  })
}

const stretchesOf = (line: Line | null, cells: Printed): Stretch[] =>
  line === null ? [] : placesOf(line, cells).filter((place) => place !== null)
