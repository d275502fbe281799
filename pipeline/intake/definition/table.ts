import { CsvError, parse } from 'csv-parse/sync'
import { counted } from '../../../releases/record/counted.ts'
import { type Node, type Position, shown, wordNode } from './node.ts'
import type { Reading } from './reading.ts'
import { nearest } from './words.ts'

/** One line of a table: its cells by column, and the line on which it begins. */
export type TableLine<Column extends string> = {
  readonly at: Position
  readonly cells: Readonly<Record<Column, Node>>
}

/** A cell as CSV writes it (RFC 4180): in quotes if its text needs them. */
export const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Maximum number of findings, so that a broken file does not give one for every line. */
const MAX_BROKEN_LINES = 50

/**
 * Reads a CSV file with these columns, in any order; a missing optional column is blank on every line. Unknown, missing
 * and repeated columns, lines with too few or too many cells, and unclosed quotes are findings; every readable line is
 * read. Blank lines are skipped.
 */
export function readTable<Column extends string>(
  file: string,
  text: string,
  columns: readonly Column[],
  reading: Reading,
  optional: ReadonlySet<Column> = new Set(),
): TableLine<Column>[] {
  const lineAt = (line: number): Position => ({ file, line, column: null })
  const [header, ...records] = readRecords(file, text, reading)
  if (header === undefined) {
    reading.report(lineAt(1), `a header line with the columns ${columns.join(', ')}`, 'no lines')
    reading.broken = true
    return []
  }
  const [only] = header.cells
  const other =
    only !== undefined && header.cells.length === 1 && columns.length > 1 ? /[;\t|]/.exec(only)?.[0] : undefined
  if (other !== undefined) {
    reading.report(lineAt(header.line), 'columns separated by commas', `${shown(other)} between them`)
    reading.broken = true
    return []
  }
  const places = placeColumns(file, header, columns, optional, reading)
  return records.map(({ line, cells }) => {
    if (cells.length !== header.cells.length) {
      reading.report(
        lineAt(line),
        `${counted(header.cells.length, 'cell')}, as in the header`,
        counted(cells.length, 'cell'),
        'a comma inside a cell needs the cell in quotes',
      )
    }
    const nodes = columns.map((column): [Column, Node] => {
      const at = { file, line, column }
      const place = places.get(column)
      const cell = place === undefined ? undefined : cells[place]
      if (place === undefined && optional.has(column)) return [column, { kind: 'empty', at }]
      if (cell === undefined) return [column, { kind: 'unreadable', at }]
      return [column, cell === '' ? { kind: 'empty', at } : wordNode(cell, at)]
    })
    return { at: lineAt(line), cells: Object.fromEntries(nodes) as Record<Column, Node> }
  })
}

function placeColumns<Column extends string>(
  file: string,
  header: CsvRecord,
  columns: readonly Column[],
  optional: ReadonlySet<Column>,
  reading: Reading,
): Map<string, number> {
  const at = (column: string): Position => ({ file, line: header.line, column })
  const places = new Map<string, number>()
  for (const [index, name] of header.cells.entries()) {
    if (!columns.some((column) => column === name)) {
      const meant = nearest(name, columns)
      reading.report(
        at(name),
        meant === null ? `only the columns ${columns.join(', ')}` : `a known column, perhaps \`${meant}\``,
        `unknown column ${shown(name)}`,
      )
    } else if (places.has(name)) {
      reading.report(at(name), `the column ${shown(name)} once`, `it is repeated as column ${index + 1}`)
    } else {
      places.set(name, index)
    }
  }
  for (const column of columns) {
    if (!places.has(column) && !optional.has(column))
      reading.report(at(column), `the column ${shown(column)}`, 'it is missing')
  }
  return places
}

type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

/** All records with the line on which each begins. After an unclosed quote, parsing restarts on the next line. */
function readRecords(file: string, text: string, reading: Reading): CsvRecord[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  const records: CsvRecord[] = []
  let start = 0
  for (let broken = 0; broken < MAX_BROKEN_LINES; broken++) {
    const part = readUntilBroken(lines.slice(start).join('\n'), start)
    records.push(...part.records)
    if (part.error === null) break
    let bad = part.next
    while (lines[bad] === '') bad++
    reading.report({ file, line: bad + 1, column: null }, 'CSV cells with paired quotes', part.error)
    // Without a header no cell below has a name.
    if (records.length === 0) break
    start = bad + 1
  }
  return records.filter(({ cells }) => cells.some((cell) => cell !== ''))
}

type Part = { readonly records: CsvRecord[]; readonly error: string | null; readonly next: number }

/** Records up to the first invalid one. `skipped` lines come before `text`; `next` counts the lines read so far. */
function readUntilBroken(text: string, skipped: number): Part {
  const records: CsvRecord[] = []
  let next = skipped
  try {
    parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      raw: true,
      record_delimiter: '\n',
      on_record: (given, { lines }) => {
        // With `raw` the library returns both forms, which its types do not declare.
        const { record, raw } = given as unknown as { record: string[]; raw: string }
        next = skipped + lines
        const inside = raw.replace(/^\n+/, '').replace(/\n$/, '').split('\n').length - 1
        records.push({ line: next - inside, cells: record })
        return null
      },
    })
    return { records, error: null, next }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { records, error: error.message.replace(/ at line \d+/, ''), next }
  }
}
