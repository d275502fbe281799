import * as z from 'zod'
import { type Cell, cellSchema } from '../../releases/record/cell.ts'
import { name } from '../../releases/record/expression.ts'
import type { Figure } from '../../releases/record/figure.ts'
import { code, decimalText, sentence } from '../../releases/record/text.ts'

const edge = z.union([decimalText, name]).nullable()
const label = z.array(sentence).min(1)
const page = z.int().min(1)

/** A heading or cell that is misprinted, and what proves it. */
const misprint = cellSchema.shape.misprint.unwrap()
export type Misprint = z.infer<typeof misprint>

/** Contents of a table column: the charge of rows.csv, its printed unit, and its own edges if any. */
const column = z.strictObject({ charge: code.nullable(), unit: sentence, from: edge, to: edge })
export type ReadingColumn = z.infer<typeof column>

/** A table of a source and its meaning (docs/release-definition.md#readingsyaml). */
const tableReading = z.strictObject({
  reading_id: code,
  source_id: code,
  pages: z.array(page).min(1),
  table: page,
  /** The table with the headers for this one's columns, if it continues from an earlier page. */
  headers_from: z.strictObject({ page, table: page }).nullable(),
  /** Headers of the columns that label a row; empty: all columns before the first one that is read. */
  labels: z.array(sentence),
  columns: z.record(sentence, column),
  /** Printed rows: rows of rows.csv (or named figures of rules.yaml, by column header), and their edges. */
  rows: z.array(
    z.strictObject({
      label,
      of: z.array(sentence),
      figures: z.record(sentence, code).nullable(),
      from: edge,
      to: edge,
      /** The columns that are read for this row; empty: all columns of the reading with printed content. */
      only: z.array(sentence),
    }),
  ),
  /** Cells printed once for several rows. */
  spans: z.array(
    z.strictObject({ column: sentence, first: label, last: label, of: z.array(sentence), figure: code.nullable() }),
  ),
  misprints: z.array(misprint),
})
export type TableReading = z.infer<typeof tableReading>

/** Pages of a source, both included, on which every number must be read or excluded. */
const covered = z.strictObject({ source_id: code, from_page: page, to_page: page })
export type Covered = z.infer<typeof covered>

/** A number on a covered page that is not a figure: the number, its context, and the reason. */
const dismissed = z.strictObject({ source_id: code, page, quote: sentence, number: sentence, because: sentence })
export type Dismissed = z.infer<typeof dismissed>

/**
 * Words of a sentence that do not change the figure read from it, and why: an exception, an end date, a number of
 * something else.
 */
const declaredWords = z.strictObject({ source_id: code, page, says: sentence, because: sentence })
export type DeclaredWords = z.infer<typeof declaredWords>

/** readings.yaml: tables of the sources, and the meaning of their columns and rows. */
export const readingsFileSchema = z.strictObject({
  readings: z.array(tableReading),
  covers: z.array(covered),
  dismissed: z.array(dismissed),
  sentences: z.array(declaredWords),
})

/**
 * A figure as the program read it: one line of figures.csv. `figure` is `row_id/charge/from`, or a name in rules.yaml.
 */
export type ReadFigure = {
  readonly figure: string
  readonly to: string | null
  readonly printed: string
  readonly printed_unit: string
  readonly value: string
  readonly unit: string
  readonly source_id: string
  readonly line: number | null
  readonly quote: string
  readonly cell: Cell
}

/** Result of reading a definition's tables again: the figures, and unresolved items by the reading's path. */
export type Reread = {
  readonly figures: readonly ReadFigure[]
  readonly problems: readonly { readonly path: string; readonly expected: string; readonly found: string }[]
  /** Headings above each table that was read, and of its columns; for a continued table, first those of the page where it begins. */
  readonly headings: readonly TableHeadings[]
}

export type TableHeadings = {
  readonly source_id: string
  readonly page: number
  readonly table: number
  readonly texts: readonly string[]
  /** The headers of the columns that label a row: `Consumption in two months`. */
  readonly labelled: readonly string[]
  readonly rows: readonly TableLine[]
}

/** A row by its label, with the headers of the columns in which something is printed; without those of its label. */
type TableLine = {
  readonly label: readonly string[]
  readonly columns: readonly (readonly string[])[]
  /** Of these, the ones that print an amount, and its quote; nothing is no amount. */
  readonly numbers: readonly { readonly column: readonly string[]; readonly quote: string }[]
}

/** The table that a figure was read from. */
export const tableOf = ({ cell, source_id }: Figure, headings: Reread['headings']): TableHeadings | undefined =>
  headings.find((each) => each.source_id === source_id && each.page === cell?.page && each.table === cell.table)

/** The headings above the table that a figure was read from. */
export const headingsOf = (figure: Figure, headings: Reread['headings']): readonly string[] =>
  tableOf(figure, headings)?.texts ?? []

/** The headers of the columns that label the row of a figure. */
export const labelledIn = (figure: Figure, headings: Reread['headings']): readonly string[] =>
  tableOf(figure, headings)?.labelled ?? []

/** The label of the row directly above the one that a figure was read from, in the same table; null: there is none. */
export function labelAbove(figure: Figure, headings: Reread['headings']): readonly string[] | null {
  const rows = tableOf(figure, headings)?.rows ?? []
  const at = rows.findIndex(({ label }) => label.join('\n') === figure.cell?.row.join('\n'))
  return rows[at - 1]?.label ?? null
}

/** The headers of the columns that have something printed in the row that a figure was read from. */
export const columnsOf = (figure: Figure, headings: Reread['headings']): readonly (readonly string[])[] =>
  (tableOf(figure, headings)?.rows ?? []).flatMap(({ label, columns }) =>
    label.join('\n') === figure.cell?.row.join('\n') ? columns : [],
  )
