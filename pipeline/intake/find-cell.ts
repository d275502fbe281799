import { figureOfCell } from '../gates/cells/figure-cell.ts'
import { headerOf, onlyOf } from '../gates/cells/locate-cell.ts'
import type { Table, TableRow } from '../gates/layout.ts'
import type { TableReading } from '../gates/reading.ts'
import { fold } from '../gates/text/fold.ts'
import { unitsNamed } from '../gates/text/printed-units.ts'
import { withoutMarks } from '../gates/text/raised-digits.ts'
import { APPROVED, hasWord, NOT_APPROVED } from '../gates/text/reading-words.ts'

/** Separator of the parts of headers and labels written on one line. */
export const JOINT = ' | '

/** The columns of a table that label a row, and those that are read, by their headers. */
type Columns = Pick<TableReading, 'labels'> & { readonly columns: Readonly<Record<string, unknown>> }

/** The header of a column of row numbers. */
export const SERIAL_HEAD = /^(?:sl|sr|s)?\.?\s*no\.?$|^serial/iu

/** Printed label of a row: headings above it, then its cells in the label columns. */
export function labelOf(row: TableRow, labels: readonly number[]): string[] {
  const own = labels.map((column) => row.cells[column]?.text ?? '')
  return [...row.under, ...own].map(fold).filter((text) => text !== '')
}

/**
 * The columns that label a row: those named by the reading, or all columns before the first one that is read, without those
 * of rates, such as the existing ones: a rate that is left out is no label.
 */
export function labelColumns(columns: Table['columns'], { labels, columns: read }: Columns): number[] {
  const heads = columns.map((header) => header.map(fold))
  if (labels.length > 0) {
    return labels.flatMap((label) => {
      const at = heads.findIndex((head) => isHeaded(head, fold(label)))
      return at < 0 ? [] : [at]
    })
  }
  // Text that a heading inside the table adds to a header is not above the column.
  const isRead = (head: readonly string[]): boolean =>
    Object.keys(read).some((key) => {
      const parts = fold(key).split(JOINT)
      return isHeaded(head, parts.join(JOINT)) || (parts.length > 1 && isHeaded(head, parts.slice(0, -1).join(JOINT)))
    })
  const first = heads.findIndex(isRead)
  return columns.flatMap((_, index) => (index < first && !isOfRates(heads[index] ?? [], heads[0] ?? []) ? [index] : []))
}

/** Whether a header names money, in its own words and not in those of a title over the first column as well. */
const isOfRates = (head: readonly string[], over: readonly string[]): boolean =>
  unitsNamed(head.filter((part) => !over.includes(part)).join(' ')).some((unit) => /^(?:P|Rs)(?:\/|$)/u.test(unit))

/**
 * Columns of words that are not read and that the labels leave out: they say what a row is, such as `proposed`, or as a remark
 * behind the rates `Non-telescopic`, and every check of a label must see them. The fields of a sheet are judged line by line.
 */
export function labelsLeftOut(table: Table, columns: Table['columns'], reading: Columns): number[] {
  const named = labelColumns(columns, reading)
  const before = labelColumns(columns, { ...reading, labels: [] })
  const read = new Set(
    table.rows.flatMap((row) => Object.keys(reading.columns).map((header) => columnHeaded(columns, row, header))),
  )
  const saysMore = (text: string): boolean => /\p{L}{4}/u.test(text) && 'why' in figureOfCell(text)
  return columns.flatMap((header, at) => {
    const texts = table.rows.flatMap(({ cells, line }) =>
      line === null || before.includes(at) ? (cells[at]?.text ?? []) : [],
    )
    const isOfWords = before.includes(at)
      ? texts.some((text) => /\p{L}{2}/u.test(text)) && !texts.some((text) => /^[\d.,\s/-]+$/u.test(text))
      : texts.length > 0 && !isOfRates(header, columns[0] ?? []) && texts.every(saysMore)
    return isOfWords && !named.includes(at) && !read.has(at) ? [at] : []
  })
}

/** Whether a reading names a text, with its marks of notes or without. */
const isNamed = (printed: string, wanted: string | undefined): boolean =>
  printed === wanted || withoutMarks(printed) === wanted

/** The rows whose label has these parts in this order; it may have others in between. */
export function rowsLabelled(table: Table, label: readonly string[], labels: readonly number[]): number[] {
  const wanted = label.map(fold)
  return table.rows.flatMap((row, index) => {
    let next = 0
    for (const part of labelOf(row, labels)) if (isNamed(part, wanted[next])) next += 1
    return next === wanted.length ? [index] : []
  })
}

/** Whether a header ends with the parts in a reading: titles above the whole table may be omitted. */
function isHeaded(header: readonly string[], wanted: string): boolean {
  return header.some((_, from) => isNamed(header.slice(from).join(JOINT), wanted))
}

/** The column with this header in a row; null if there is none or more than one. */
export function columnHeaded(columns: Table['columns'], row: TableRow, header: string): number | null {
  const wanted = fold(header)
  return onlyOf(columns.flatMap((_, index) => (isHeaded(headerOf(columns, row, index), wanted) ? [index] : [])))
}

/** Whether a header calls its figures existing or proposed. */
export const isNotApproved = (header: string): boolean => hasWord(header, NOT_APPROVED) && !hasWord(header, APPROVED)

/** Columns beside one that its header calls approved, which their headers call otherwise. Titles of the table say neither. */
export function notApprovedBeside({ columns }: Table, column: number): number[] {
  const own = columns.map((header) =>
    header.filter((part) => !columns.every((each) => each.includes(part))).join(' | '),
  )
  if (!hasWord(own[column] ?? '', APPROVED)) return []
  return own.flatMap((text, at) => (isNotApproved(text) ? [at] : []))
}
