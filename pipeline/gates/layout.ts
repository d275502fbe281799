/**
 * Layout of a document: the cells of its tables and their places. Boxes are whole thousandths of the page's sides, from
 * its top left corner (docs/design/reading.md).
 */

/** Layout program; its version changes when words, boxes or tables may be found differently. */
export const EXTRACTOR = 'pramaan-layout 3'

/** Left, top, right, bottom. */
export type Box = readonly [number, number, number, number]

export type Word = { readonly text: string; readonly box: Box }

/** Text of a cell; the box is null in formats without a page size. */
export type TableCell = { readonly text: string; readonly box: Box | null }

export type TableRow = {
  /** Headings inside the table above the row, outermost first. */
  readonly under: readonly string[]
  /** Its cells, column by column; null if nothing is printed. */
  readonly cells: readonly (TableCell | null)[]
  /** Text that a heading inside the table adds to the column headers of the rows below it: `(P/kWh)`. */
  readonly added: readonly (string | null)[]
  /** The line of a text format on which it begins, from 1; null elsewhere. */
  readonly line: number | null
  /** The row as it is printed up to each of its cells. */
  readonly quotes: readonly string[]
}

/** A cell without a row of its own, because it is printed once for several rows. */
export type LooseCell = TableCell & { readonly column: number; readonly after: number }

export type Table = {
  readonly page: number
  /** From 1, down the page. */
  readonly number: number
  /** Lines right above it: its title, and what a table's heading says of all of it. */
  readonly caption: readonly string[]
  /** Headings further above it on its page, from the top. They are not part of its headers. */
  readonly headings: readonly string[]
  /** Around the lines of the headers; null if there are none, or no boxes. */
  readonly head: Box | null
  /** The printed header of each column, outermost first. */
  readonly columns: readonly (readonly string[])[]
  readonly rows: readonly TableRow[]
  readonly loose: readonly LooseCell[]
}

export type PageLayout = {
  /** In points, as a reader turns it; null in formats that have no pages of a size. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly words: readonly Word[]
  readonly tables: readonly Table[]
  /** Why nothing on this page may be cited, or null: it is a picture, or its text is turned. */
  readonly unreadable: string | null
}

export type Layout = {
  /** The program and its version: another one may give other boxes. */
  readonly extractor: string
  readonly pages: readonly PageLayout[]
}
