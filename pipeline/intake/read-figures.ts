import { counted } from '../../releases/record/counted.ts'
import { formatExact, parseDecimal } from '../../releases/record/decimal.ts'
import { PRINTED_UNITS } from '../../releases/record/figure.ts'
import { figureOfCell } from '../gates/cells/figure-cell.ts'
import { headerOf, spanCell } from '../gates/cells/locate-cell.ts'
import type { Layout, Table, TableCell } from '../gates/layout.ts'
import type { Misprint, ReadFigure, ReadingColumn, Reread, TableHeadings, TableReading } from '../gates/reading.ts'
import { fold } from '../gates/text/fold.ts'
import { printedText } from '../gates/text/numbers.ts'
import { columnHeaded, JOINT, labelColumns, labelOf, labelsLeftOut, rowsLabelled } from './find-cell.ts'

/** A source for readings: its hash and its layout; null if the document is not stored. */
export type LaidOut = { readonly sha256: string; readonly layout: Layout | null }

type Problem = Reread['problems'][number]

/** Context and result of a reading. */
type Work = {
  readonly reading: TableReading
  readonly source: LaidOut
  readonly table: Table
  readonly columns: Table['columns']
  readonly labels: readonly number[]
  readonly figures: ReadFigure[]
  problem(part: string, expected: string, found: string): undefined
}

/**
 * Reads the tables of a definition by its readings: exactly the cells named by a reading become figures. Anything that
 * does not resolve to exactly one table, row or column, or is not a number, is a problem. Pure. Source:
 * docs/release-definition.md#readingsyaml.
 */
export function readFigures(readings: readonly TableReading[], sources: ReadonlyMap<string, LaidOut>): Reread {
  const figures: ReadFigure[] = []
  const problems: Problem[] = []
  const headings: TableHeadings[] = []
  for (const reading of readings) {
    const problem = (part: string, expected: string, found: string): undefined => {
      problems.push({ path: `readings/${reading.reading_id}${part === '' ? '' : `/${part}`}`, expected, found })
    }
    const source = sources.get(reading.source_id)
    if (source === undefined) problem('', 'a source of sources.yaml', reading.source_id)
    else if (source.layout === null)
      problem(
        '',
        `the document of ${reading.source_id}`,
        'no file: add it with `source add`, or put it where sources.yaml says or into the folder that PRAMAAN_SOURCES names',
      )
    else
      for (const page of reading.pages) {
        readPage(reading, source, source.layout, page, figures, problem)
        headings.push(headingsOf(reading, source.layout, page))
      }
  }
  const seen = new Map<string, ReadFigure>()
  for (const figure of figures) {
    const before = seen.get(figure.figure)
    seen.set(figure.figure, figure)
    if (before === undefined) continue
    problems.push({
      path: `figures/${figure.figure}`,
      expected: `one cell for ${figure.figure}`,
      found: `${placeOf(before)} and ${placeOf(figure)}`,
    })
  }
  return { figures: [...seen.values()], problems, headings }
}

const placeOf = ({ cell }: ReadFigure): string => `${cell.row.join(JOINT)} under ${cell.column.join(JOINT)}`

function readPage(
  reading: TableReading,
  source: LaidOut,
  layout: Layout,
  page: number,
  figures: ReadFigure[],
  problem: Work['problem'],
): undefined {
  const laid = layout.pages[page - 1]
  if (laid === undefined)
    return problem('', `a page of ${reading.source_id} up to ${layout.pages.length}`, `page ${page}`)
  if (laid.unreadable !== null)
    return problem('', `a page of ${reading.source_id} that can be read`, `page ${page}: ${laid.unreadable}`)
  const table = laid.tables.find(({ number }) => number === reading.table)
  if (table === undefined)
    return problem(
      '',
      `table ${reading.table} on page ${page} of ${reading.source_id}`,
      `the page has ${counted(laid.tables.length, 'table')}`,
    )
  const columns = headersFor(reading, layout, table)
  if (columns === null)
    return problem('', 'a table of as many columns to take the headers from', JSON.stringify(reading.headers_from))
  const labels = labelColumns(columns, reading)
  if (reading.labels.length > labels.length)
    return problem(
      '',
      `columns headed ${reading.labels.join(', ')}`,
      columns.map((header) => header.join(JOINT)).join('; '),
    )
  const headed = (at: readonly number[]): string => at.map((each) => columns[each]?.join(JOINT) ?? '').join(', ')
  const leftOut = headed(labelsLeftOut(table, columns, reading))
  if (leftOut !== '') return problem('', `labels with ${leftOut} too: its words say what a row is`, headed(labels))
  const work: Work = { reading, source, table, columns, labels, figures, problem }
  for (const header of Object.keys(reading.columns)) {
    if (table.rows.some((row) => columnHeaded(columns, row, header) !== null)) continue
    problem('', `one column headed ${header}`, columns.map((each) => each.join(JOINT)).join('; '))
  }
  for (const [index, row] of reading.rows.entries()) readRow(work, row, index)
  for (const [index, span] of reading.spans.entries()) readSpan(work, span, index)
  for (const [index, misprint] of reading.misprints.entries()) {
    if (figures.some(({ cell }) => cell.misprint === misprint)) continue
    problem(`misprints/${index}`, `a heading, label or cell of this reading that prints ${misprint.printed}`, 'none')
  }
}

const tableAt = (layout: Layout, page: number, table: number): Table | undefined =>
  layout.pages[page - 1]?.tables.find(({ number }) => number === table)

function headingsOf(reading: TableReading, layout: Layout, page: number): TableHeadings {
  const { source_id, table, headers_from: from } = reading
  const begun = from === null ? undefined : tableAt(layout, from.page, from.table)
  const own = tableAt(layout, page, table)
  const texts = [begun, own].flatMap((each) => each?.headings ?? []).map(fold)
  const heads = own === undefined ? null : headersFor(reading, layout, own)
  const labels = heads === null ? [] : labelColumns(heads, reading)
  const labelled = labels.flatMap((index) => heads?.[index] ?? []).map(fold)
  const rows = (own?.rows ?? []).map((row) => {
    const printed = row.cells.flatMap((cell, index) => (cell === null || labels.includes(index) ? [] : [index]))
    const numbers = printed.flatMap((index) => {
      const text = row.cells[index]?.text ?? ''
      const found = figureOfCell(text)
      const isAmount = 'number' in found && Number(found.number.value) !== 0
      return isAmount ? [{ column: headerOf(heads ?? [], row, index), quote: fold(row.quotes[index] ?? text) }] : []
    })
    return { label: labelOf(row, labels), columns: printed.map((index) => headerOf(heads ?? [], row, index)), numbers }
  })
  return { source_id, page, table, texts, labelled, rows }
}

function headersFor({ headers_from }: TableReading, layout: Layout, table: Table): Table['columns'] | null {
  if (headers_from === null) return table.columns
  const from = tableAt(layout, headers_from.page, headers_from.table)
  return from === undefined || from.columns.length !== table.columns.length ? null : from.columns
}

/** The only row with a label; null, and a problem, if there is none or more than one. */
function rowOf(work: Work, label: readonly string[], part: string): number | null {
  const { table, labels, problem } = work
  const [only, ...others] = rowsLabelled(table, label, labels)
  if (only !== undefined && others.length === 0) return only
  const count =
    only === undefined ? `none; ${labelsMeant(work, label) ?? nearestRows(table, label, labels)}` : others.length + 1
  problem(part, `one row labelled ${label.join(JOINT)}`, `table ${table.number} of page ${table.page} has ${count}`)
  return null
}

/** The columns that label the rows, if a row has the label in them and not in those that the reading takes. Null: none has. */
function labelsMeant({ reading, table, columns, labels }: Work, label: readonly string[]): string | null {
  const headers = Object.keys(reading.columns)
  const read = new Set(table.rows.flatMap((row) => headers.map((header) => columnHeaded(columns, row, header))))
  const others = columns.flatMap((_, at) => (read.has(at) ? [] : [at]))
  if (others.length <= labels.length || rowsLabelled(table, label, others).length === 0) return null
  return `one with labels: [${others.map((at) => columns[at]?.at(-1) ?? '').join(', ')}]`
}

const MOST_NEAR = 3

/** The labels of the rows that have most parts of a label, for whoever mistyped it. */
function nearestRows(table: Table, label: readonly string[], labels: readonly number[]): string {
  const wanted = new Set(label.map(fold))
  const rows = new Map(table.rows.map((row) => labelOf(row, labels)).map((parts) => [parts.join(JOINT), parts]))
  const shared = (parts: readonly string[]): number => parts.filter((part) => wanted.has(part)).length
  const near = [...rows].sort(([, a], [, b]) => shared(b) - shared(a)).slice(0, MOST_NEAR)
  return near.length === 0 ? 'it has no rows' : `nearest: ${near.map(([text]) => text).join('; ')}`
}

function readRow(work: Work, row: TableReading['rows'][number], index: number): undefined {
  const { reading, table, columns, problem } = work
  const part = `rows/${index}`
  const at = rowOf(work, row.label, part)
  const printed = at === null ? undefined : table.rows[at]
  if (at === null || printed === undefined) return
  for (const header of row.only)
    if (!Object.hasOwn(reading.columns, header)) problem(part, 'a column of this reading', header)
  let read = 0
  for (const [header, column] of Object.entries(reading.columns)) {
    if (row.only.length > 0 && !row.only.includes(header)) continue
    const place = columnHeaded(columns, printed, header)
    const cell = place === null ? null : (printed.cells[place] ?? null)
    // Headings inside a table change the header for the rows below: a reading names those of all its rows.
    if (place === null || cell === null) continue
    const from = column.from ?? row.from
    const to = column.from === null ? row.to : column.to
    for (const name of namesOf(row.of, row.figures?.[header] ?? null, column, from)) {
      read += 1
      add(work, {
        part,
        name,
        to,
        unit: column.unit,
        cell,
        quote: printed.quotes[place] ?? cell.text,
        row: at,
        through: null,
        column: place,
      })
    }
  }
  if (read === 0) problem(part, 'something printed in a column of this reading', `nothing of ${row.label.join(JOINT)}`)
}

function namesOf(
  of: readonly string[],
  figure: string | null,
  { charge }: ReadingColumn,
  from: string | null,
): string[] {
  if (figure !== null) return [figure]
  return charge === null ? [] : of.map((row) => `${row}/${charge}/${from ?? '0'}`)
}

function readSpan(work: Work, span: TableReading['spans'][number], index: number): undefined {
  const { reading, table, columns, problem } = work
  const part = `spans/${index}`
  const column = reading.columns[span.column]
  if (column === undefined) return problem(part, 'a column of this reading', span.column)
  const first = rowOf(work, span.first, part)
  const last = rowOf(work, span.last, part)
  const head = first === null ? undefined : table.rows[first]
  if (first === null || last === null || head === undefined) return
  const place = columnHeaded(columns, head, span.column)
  const found = place === null ? null : spanCell(table, place, first, last)
  if (place === null || found === null)
    return problem(
      part,
      `one cell under ${span.column} from ${span.first.join(JOINT)} to ${span.last.join(JOINT)}`,
      'none, or several',
    )
  for (const name of namesOf(span.of, span.figure, column, column.from))
    add(work, { part, name, to: column.to, unit: column.unit, ...found, row: first, through: last, column: place })
}

type Found = {
  readonly part: string
  readonly name: string
  readonly to: string | null
  readonly unit: string
  readonly cell: TableCell
  readonly quote: string
  readonly row: number
  readonly through: number | null
  readonly column: number
}

function add(work: Work, { part, name, to, unit, cell, quote, row, through, column }: Found): undefined {
  const { reading, source, table, columns, labels, figures, problem } = work
  const known = Object.hasOwn(PRINTED_UNITS, unit) ? PRINTED_UNITS[unit] : undefined
  if (known === undefined) return problem(part, `a unit among ${Object.keys(PRINTED_UNITS).join(', ')}`, unit)
  const printedRow = table.rows[row]
  if (printedRow === undefined) return
  const header = headerOf(columns, printedRow, column)
  const misprint = misprintOf(reading.misprints, header, labelOf(printedRow, labels), cell.text)
  const number = figureOfCell(misprint?.printed === fold(cell.text) ? misprint.meant : cell.text)
  if ('why' in number) return problem(part, `a number under ${header.join(JOINT)}`, `\`${cell.text}\`: ${number.why}`)
  const exact = parseDecimal(number.number.value ?? '')
  if (exact === null) return
  const lastRow = through === null ? undefined : table.rows[through]
  figures.push({
    figure: name,
    to,
    printed: printedText(number.number),
    printed_unit: unit,
    value: formatExact(exact.digits, exact.scale + (known.divisor === 100n ? 2 : 0)),
    unit: known.unit,
    source_id: reading.source_id,
    line: printedRow.line,
    quote: fold(quote),
    cell: {
      source_sha256: source.sha256,
      page: table.page,
      table: table.number,
      row: labelOf(printedRow, labels),
      through: lastRow === undefined ? null : labelOf(lastRow, labels),
      column: header,
      printed: fold(cell.text),
      misprint,
    },
  })
}

function misprintOf(
  misprints: readonly Misprint[],
  header: readonly string[],
  label: readonly string[],
  printed: string,
): Misprint | null {
  const heads = new Set([header.join(JOINT), ...header, ...label, fold(printed)])
  return misprints.find((each) => heads.has(fold(each.printed))) ?? null
}
