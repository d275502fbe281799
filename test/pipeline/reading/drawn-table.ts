import type { Table } from '../../../pipeline/gates/layout.ts'
import { layOutPdf } from '../../../pipeline/intake/layout/pdf.ts'
import { type Placed, placedText, tinyPdf } from '../intake/tiny-pdf.ts'

/** A cell of a drawn table: its text, indented by the spaces before it, or `<` for a part of the cell to its left. */
export type DrawnRow = readonly string[]

/** A table between the lines of a page above it and below it. */
export type DrawnPage = {
  readonly above?: readonly string[]
  readonly rows: readonly DrawnRow[]
  readonly below?: readonly string[]
}

/** Edges of the columns, in points from the left; the rows are 14 points high. */
const xOf = (columns: number, column: number): number =>
  column === 0 ? 60 : column === columns ? 500 : 500 - (columns - column) * 80
const HEIGHT = 14
const TOP = 700

function contentOf({ above = [], rows, below = [] }: DrawnPage): string {
  const count = rows[0]?.length ?? 0
  const y = (row: number): number => TOP - row * HEIGHT
  const lines = [`60 ${y(0)} m 500 ${y(0)} l S`]
  const texts: Placed[] = []
  for (const [row, cells] of rows.entries()) {
    lines.push(`60 ${y(row + 1)} m 500 ${y(row + 1)} l S`, `500 ${y(row)} m 500 ${y(row + 1)} l S`)
    for (const [column, text] of cells.entries()) {
      if (text === '<') continue
      const x = xOf(count, column)
      lines.push(`${x} ${y(row)} m ${x} ${y(row + 1)} l S`)
      const indent = text.length - text.trimStart().length
      if (text !== '') texts.push({ text: text.trim(), x: x + 4 + indent * 5, y: y(row) - 10 })
    }
  }
  for (const [line, text] of above.entries()) texts.push({ text, x: 60, y: 770 - line * 20 })
  for (const [line, text] of below.entries()) texts.push({ text, x: 60, y: 40 - line * 12 })
  return `) Tj ET q 0.5 w ${lines.join(' ')} Q BT /F1 7 Tf (${placedText(texts)}`
}

export const drawnPdf = (pages: readonly DrawnPage[]): Uint8Array => tinyPdf(pages.map(contentOf))

/** The tables of drawn pages, page by page. */
export async function drawnTables(
  pages: readonly DrawnPage[],
  only: ReadonlySet<number> | null = null,
): Promise<(readonly Table[])[]> {
  return (await layOutPdf(drawnPdf(pages), only)).map(({ tables }) => tables)
}

/** Each row as its headings and the texts of its cells: `A > 1 | Shops | 7.50`. */
export const printedRows = (tables: readonly Table[] | undefined): string[] =>
  (tables ?? []).flatMap(({ rows }) =>
    rows.map(({ under, cells }) => [under.join(' > '), ...cells.map((cell) => cell?.text ?? '')].join(' | ')),
  )
