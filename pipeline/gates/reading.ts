import type { Cell } from '../../releases/record/cell.ts'

/** A heading or cell that is misprinted, and what proves it. */
export type Misprint = {
  readonly printed: string
  readonly meant: string
  readonly because: string
  readonly quote: string
  readonly page: number
}

/** Contents of a table column: the charge of rows.csv, its printed unit, and its own edges if any. */
export type ReadingColumn = {
  readonly charge: string | null
  readonly unit: string
  readonly from: string | null
  readonly to: string | null
}

/** Meaning of one printed row: rows of rows.csv (or named figures of rules.yaml, by column header), and its edges. */
export type ReadingRow = {
  readonly label: readonly string[]
  readonly of: readonly string[]
  readonly figures: Readonly<Record<string, string>>
  readonly from: string | null
  readonly to: string | null
  /** The columns that are read for this row; empty: all columns of the reading with printed content. */
  readonly only: readonly string[]
}

/** A cell printed once for several rows. */
export type ReadingSpan = {
  readonly column: string
  readonly first: readonly string[]
  readonly last: readonly string[]
  readonly of: readonly string[]
  readonly figure: string | null
}

/** A table of a source and its meaning (docs/release-definition.md#readingsyaml). */
export type TableReading = {
  readonly reading_id: string
  readonly source_id: string
  readonly pages: readonly number[]
  readonly table: number
  /** The table with the headers for this one's columns, if it continues from an earlier page. */
  readonly headers_from: { readonly page: number; readonly table: number } | null
  /** Headers of the columns that label a row; empty: all columns before the first one that is read. */
  readonly labels: readonly string[]
  readonly columns: Readonly<Record<string, ReadingColumn>>
  readonly rows: readonly ReadingRow[]
  readonly spans: readonly ReadingSpan[]
  readonly misprints: readonly Misprint[]
}

/** Pages of a source, both included, on which every number must be read or excluded. */
export type Covered = { readonly source_id: string; readonly from_page: number; readonly to_page: number }

/** A number on a covered page that is not a figure: the number, its context, and the reason. */
export type Dismissed = {
  readonly source_id: string
  readonly page: number
  readonly quote: string
  readonly number: string
  readonly because: string
}

/**
 * Words of a sentence that do not change the figure read from it, and why: an exception, an end date, a number of
 * something else.
 */
export type DeclaredWords = {
  readonly source_id: string
  readonly page: number
  readonly says: string
  readonly because: string
}

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
  /** Headings above each table that was read; for a continued table, first those of the page where it begins. */
  readonly headings: readonly TableHeadings[]
}

export type TableHeadings = {
  readonly source_id: string
  readonly page: number
  readonly table: number
  readonly texts: readonly string[]
}
