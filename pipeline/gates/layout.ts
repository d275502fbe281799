/**
 * Layout of a document: the cells of its tables and their places. Boxes are whole thousandths of the page's sides, from
 * its top left corner (docs/design/reading.md).
 */

/** Layout program; its version changes when words, boxes or tables may be found differently. */
export const EXTRACTOR = 'pramaan-layout 4'

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
  /** In a text format, the line on which it begins, from 1; null otherwise. */
  readonly line: number | null
  /** The printed text of the row up to each of its cells. */
  readonly quotes: readonly string[]
}

/** A cell without a row of its own, because it is printed once for several rows. */
export type LooseCell = TableCell & { readonly column: number; readonly after: number }

export type Table = {
  readonly page: number
  /** From 1, down the page. */
  readonly number: number
  /** Lines directly above it: its title, and headings that apply to all of it. */
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
  /** In points, upright; null in formats without a page size. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly words: readonly Word[]
  readonly tables: readonly Table[]
  /** Why nothing on this page may be cited (it is a picture, or its text is rotated), or null. */
  readonly unreadable: string | null
}

export type Layout = {
  /** The program and its version: another version may give other boxes. */
  readonly extractor: string
  readonly pages: readonly PageLayout[]
}
