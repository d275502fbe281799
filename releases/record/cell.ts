import * as z from 'zod'
import { sentence, sha256Hex } from './text.ts'

/**
 * A cell of a table, identified by the text printed around it, so that the program can find the figure there. Boxes are
 * not included, since another version of the extractor may move them.
 */
export const cellSchema = z.strictObject({
  source_sha256: sha256Hex,
  page: z.int().min(1),
  /** Tables are counted down the page, from 1. */
  table: z.int().min(1),
  /** Printed label of the row: headings above it, then the cells that label it. */
  row: z.array(sentence).min(1),
  /** If the cell is printed once for several rows: the label of the last of them. */
  through: z.array(sentence).min(1).nullable(),
  /** The column's printed header, outermost first. */
  column: z.array(sentence).min(1),
  /** All that is printed in the cell. */
  printed: sentence,
  /** A heading or cell that is misprinted, and what proves it. */
  misprint: z
    .strictObject({ printed: sentence, meant: sentence, because: sentence, quote: sentence, page: z.int().min(1) })
    .nullable(),
})
export type Cell = z.infer<typeof cellSchema>
