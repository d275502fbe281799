import type { ReadFigure, TableReading } from '../../gates/reading.ts'
import { JOINT } from '../find-cell.ts'
import { type MapNode, type Node, type Position, shown, textOf, wordNode } from './node.ts'
import type { Reading } from './reading.ts'
import { OF_QUOTE, type RowLine } from './row-columns.ts'
import type { DeclaredSource } from './schemas.ts'
import { csvCell, readTable } from './table.ts'
import { expectedName } from './words.ts'

export const FIGURES_FILE = 'figures.csv'

/**
 * The columns of figures.csv, which has a line for each figure that the program read
 * (docs/release-definition.md#figurescsv), and their texts.
 */
const TEXTS = {
  figure: ({ figure }) => figure,
  to: ({ to }) => to ?? '',
  printed: ({ printed }) => printed,
  printed_unit: ({ printed_unit }) => printed_unit,
  value: ({ value }) => value,
  unit: ({ unit }) => unit,
  source_id: ({ source_id }) => source_id,
  page: ({ cell }) => String(cell.page),
  line: ({ line }) => (line === null ? '' : String(line)),
  table: ({ cell }) => String(cell.table),
  row: ({ cell }) => cell.row.join(JOINT),
  through: ({ cell }) => cell.through?.join(JOINT) ?? '',
  column: ({ cell }) => cell.column.join(JOINT),
  cell: ({ cell }) => cell.printed,
  misprint: ({ cell }) => cell.misprint?.printed ?? '',
  quote: ({ quote }) => quote,
} satisfies Readonly<Record<string, (read: ReadFigure) => string>>
type Column = keyof typeof TEXTS
const COLUMNS = Object.keys(TEXTS) as Column[]

/** The text of figures.csv. */
export function figuresText(figures: readonly ReadFigure[]): string {
  const lines = figures.map((read) => COLUMNS.map((column) => csvCell(TEXTS[column](read))))
  return [COLUMNS, ...lines].map((line) => `${line.join(',')}\n`).join('')
}

/** Reads figures.csv, from which rows.csv and rules.yaml take their figures. */
export function readFiguresFile(
  text: string,
  readings: readonly TableReading[],
  sources: readonly DeclaredSource[],
  reading: Reading,
): ReadFigure[] {
  if (text === '') {
    reading.figuresMissing = readings.length > 0
    if (reading.figuresMissing)
      reading.report(
        { file: FIGURES_FILE, line: 1, column: null },
        'the file, as `pramaan definition figures <folder>` writes it',
        'nothing',
      )
    return []
  }
  const misprints = new Map(readings.flatMap((each) => each.misprints.map((misprint) => [misprint.printed, misprint])))
  const hashes = new Map(sources.map(({ source_id, sha256 }) => [source_id, sha256]))
  const unknown = new Set<string>()
  return readTable(FIGURES_FILE, text, COLUMNS, reading).flatMap((line) => {
    const said = (column: Column): string => textOf(line.cells[column]) ?? ''
    const path = (column: Column): string[] => said(column).split(JOINT)
    const whole = (column: Column): number => (/^[1-9]\d*$/.test(said(column)) ? Number(said(column)) : 0)
    const misprint = said('misprint') === '' ? null : (misprints.get(said('misprint')) ?? null)
    const read: ReadFigure = {
      figure: said('figure'),
      to: said('to') === '' ? null : said('to'),
      printed: said('printed'),
      printed_unit: said('printed_unit'),
      value: said('value'),
      unit: said('unit'),
      source_id: said('source_id'),
      line: whole('line') === 0 ? null : whole('line'),
      quote: said('quote'),
      cell: {
        // An unknown source is reported below.
        source_sha256: hashes.get(said('source_id')) ?? '0'.repeat(64),
        page: whole('page'),
        table: whole('table'),
        row: path('row'),
        through: said('through') === '' ? null : path('through'),
        column: path('column'),
        printed: said('cell'),
        misprint,
      },
    }
    const { source_id: source } = read
    if (source !== '' && !hashes.has(source)) {
      // Once, although every line may name it, and nothing of the figures that its rows then miss.
      if (!unknown.has(source))
        reading.report(line.at, expectedName('a source of sources.yaml', source, hashes.keys()), `\`${source}\``)
      unknown.add(source)
    } else if (!isWhole(read) || (said('misprint') !== '' && misprint === null)) {
      reading.report(
        line.at,
        'a line as `pramaan definition figures` writes it',
        'one that was written by hand, or is of another version',
      )
      return []
    }
    reading.figures.set(read.figure, { figure: read, at: line.at })
    return [read]
  })
}

const isWhole = ({ figure, printed, value, unit, source_id, cell }: ReadFigure): boolean =>
  [figure, printed, value, unit, cell.printed, source_id, ...cell.row, ...cell.column].every((text) => text !== '') &&
  cell.page > 0 &&
  cell.table > 0

const wordOrNothing = (text: string | null, at: Position): Node =>
  text === null ? { kind: 'empty', at } : wordNode(text, at)

/** Fields of a figure that was read from a table, as cells in the form used for figures from sentences. */
function cellsOf(read: ReadFigure, at: Position): Record<(typeof OF_QUOTE)[number], Node> & { readonly cell: Node } {
  return {
    printed: wordNode(read.printed, at),
    printed_unit: wordNode(read.printed_unit, at),
    value: wordNode(read.value, at),
    unit: wordNode(read.unit, at),
    source_id: wordNode(read.source_id, at),
    page: wordNode(String(read.cell.page), at),
    line: wordOrNothing(read.line === null ? null : String(read.line), at),
    section: { kind: 'empty', at },
    quote: wordNode(read.quote, at),
    cell: { kind: 'value', value: read.cell, at },
  }
}

/**
 * Lines of rows.csv with the figures from tables: a line without a quoted sentence has the figure of its row, charge
 * and `from`. If no table gives it, that is a finding.
 */
export function withFigures(lines: readonly RowLine[], reading: Reading): RowLine[] {
  let [row, charge] = ['', '']
  return lines.map((line) => {
    const { cells } = line
    const begun = textOf(cells.row_id) ?? row
    charge = textOf(cells.charge) ?? (begun === row ? charge : '')
    row = begun
    if (OF_QUOTE.some((column) => cells[column].kind === 'scalar')) return line
    const name = `${row}/${charge}/${textOf(cells.from) ?? '0'}`
    const read = reading.take(name)
    if (read === null) {
      if (!reading.figuresMissing)
        reading.report(
          line.at,
          `a figure for ${name}: read from a table into figures.csv by \`definition figures\`, or printed in a quote`,
          'neither',
        )
      const unread = OF_QUOTE.map((column) => [column, { kind: 'unreadable', at: cells[column].at }])
      return { ...line, cells: { ...cells, ...Object.fromEntries(unread) } }
    }
    if (read.to !== textOf(cells.to)) {
      reading.report(
        cells.to.at,
        `\`to\` ${read.to ?? 'blank'}, as its reading has it`,
        shown(textOf(cells.to) ?? 'blank'),
      )
    }
    const { cell, ...given } = cellsOf(read, line.at)
    return { ...line, cells: { ...cells, ...given }, cell }
  })
}

/** A figure of rules.yaml that refers to a figure from a table: `figure: { read: name, grade: … }`. */
export function figureRead(node: MapNode, reading: Reading): MapNode {
  const named = node.entries.get('read')
  if (named === undefined) return node
  const entries = new Map(node.entries)
  entries.delete('read')
  const name = textOf(named.value) ?? ''
  const read = reading.take(name)
  if (read === null) {
    if (!reading.figuresMissing) reading.report(named.at, 'the name of a figure of figures.csv', shown(name))
    for (const column of OF_QUOTE)
      if (!entries.has(column)) entries.set(column, { at: named.at, value: { kind: 'unreadable', at: named.at } })
    return { ...node, entries }
  }
  for (const [key, value] of Object.entries(cellsOf(read, named.at))) {
    const own = entries.get(key)
    if (own !== undefined)
      reading.report(own.at, `no \`${key}\` together with \`read\`: the table gives it`, shown(textOf(own.value) ?? ''))
    if (value.kind !== 'empty') entries.set(key, { at: named.at, value })
  }
  return { ...node, entries }
}
