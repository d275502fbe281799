import type { LooseCell, PageLayout, TableRow } from '../../gates/layout.ts'
import { joinedText } from './lines.ts'

/** A page, and what stands at its top that is the rest of the last label of the page before. */
export type PageWithRest = { readonly layout: PageLayout; readonly rest: readonly LooseCell[] }

/** A row with the rest of its labels; null if it has none in one of their columns. */
function joinedRow(row: TableRow, rest: readonly LooseCell[]): TableRow | null {
  const cells = [...row.cells]
  for (const { column, text } of rest) {
    const begun = cells[column] ?? null
    if (begun === null) return null
    cells[column] = { ...begun, text: joinedText(begun.text, text) }
  }
  return { ...row, cells }
}

/**
 * Pages in order, with whole labels: the end of a page may cut one, and the rest of it stands at the top of the next page.
 * The text up to a cell, which is quoted, stays that of its page (docs/design/reading.md).
 */
export function withWholeLabels(pages: readonly PageWithRest[]): PageLayout[] {
  const whole = pages.map(({ layout }) => layout)
  for (const [index, { layout, rest }] of pages.entries()) {
    const before = whole[index - 1]
    const last = before?.tables.at(-1)
    const row = last?.rows.at(-1)
    const joined = rest.length === 0 || row === undefined ? null : joinedRow(row, rest)
    const [first, ...others] = layout.tables
    if (before === undefined || last === undefined || first === undefined || joined === null) continue
    const begun = { ...last, rows: [...last.rows.slice(0, -1), joined] }
    whole[index - 1] = { ...before, tables: [...before.tables.slice(0, -1), begun] }
    const loose = first.loose.filter((cell) => !rest.includes(cell))
    whole[index] = { ...layout, tables: [{ ...first, loose }, ...others] }
  }
  return whole
}
