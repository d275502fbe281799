import * as z from 'zod'

/**
 * Layout of a document: the cells of its tables and their places. Boxes are whole thousandths of the page's sides, from
 * its top left corner (docs/design/reading.md).
 */

/** Layout program; its version changes when words, boxes or tables may be found differently. */
export const EXTRACTOR = 'pramaan-layout 11'

const text = z.string()
/** Left, top, right, bottom. */
const box = z.tuple([z.int(), z.int(), z.int(), z.int()])
const word = z.object({ text, box })
/** Text of a cell; the box is null in formats without a page size. */
const cell = z.object({ text, box: box.nullable() })
const row = z.object({
  /** Headings inside the table above the row, outermost first. */
  under: z.array(text),
  /** Where these are printed, with their numbers: on its page, or on one before that the table goes on from. Only in a PDF. */
  over: z.array(z.object({ page: z.int(), box })).optional(),
  /** Its cells, column by column; null if nothing is printed. */
  cells: z.array(cell.nullable()),
  /** Text that a heading inside the table adds to the column headers of the rows below it: `(P/kWh)`. */
  added: z.array(text.nullable()),
  /** In a text format, the line on which it begins, from 1; null otherwise. */
  line: z.int().nullable(),
  /** The printed text of the row up to each of its cells. */
  quotes: z.array(text),
})
/** A cell without a row of its own, because it is printed once for several rows. */
const looseCell = cell.extend({
  column: z.int(),
  after: z.int(),
  /** The last row that it reaches over, from `after`, where the format says so: in HTML. */
  through: z.int().optional(),
})
const table = z.object({
  page: z.int(),
  /** From 1, down the page. */
  number: z.int(),
  /** Lines directly above it: its title, and headings that apply to all of it. */
  caption: z.array(text),
  /** Headings further above it on its page, from the top. They are not part of its headers. */
  headings: z.array(text),
  /** Around the lines of the headers; null if there are none, or no boxes. */
  head: box.nullable(),
  /** The printed header of each column, outermost first. */
  columns: z.array(z.array(text)),
  rows: z.array(row),
  loose: z.array(looseCell),
})
export const pageLayoutSchema = z.object({
  /** In points, upright; null in formats without a page size. */
  size: z.object({ width: z.int(), height: z.int() }).nullable(),
  words: z.array(word),
  tables: z.array(table),
  /** Why nothing on this page may be cited (it is a picture, or its text is rotated), or null. */
  unreadable: text.nullable(),
})

/** What a schema gives, read only. */
type Given<T> = T extends object ? { readonly [Key in keyof T]: Given<T[Key]> } : T

export type Box = Given<z.infer<typeof box>>
export type Word = Given<z.infer<typeof word>>
export type TableCell = Given<z.infer<typeof cell>>
export type TableRow = Given<z.infer<typeof row>>
export type LooseCell = Given<z.infer<typeof looseCell>>
export type Table = Given<z.infer<typeof table>>
export type PageLayout = Given<z.infer<typeof pageLayoutSchema>>

/** The box around some boxes, of which there is at least one. */
export function boxAround(boxes: readonly Box[]): Box {
  const least = (side: 0 | 1): number => Math.min(...boxes.map((box) => box[side]))
  const most = (side: 2 | 3): number => Math.max(...boxes.map((box) => box[side]))
  return [least(0), least(1), most(2), most(3)]
}

export type Layout = {
  /** The program and its version: another version may give other boxes. */
  readonly extractor: string
  readonly pages: readonly PageLayout[]
}
