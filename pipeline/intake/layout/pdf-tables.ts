import type { LooseCell, Table, TableRow } from '../../gates/layout.ts'
import type { Ruling } from '../text/pdf-marks.ts'
import { belowText, captionAbove, headingsAbove, marginOf } from './above-table.ts'
import { nothingAbove } from './headings.ts'
import {
  around,
  type Column,
  columnsOf,
  columnsUnder,
  distance,
  isTabular,
  type Line,
  linesOf,
  type Run,
} from './lines.ts'
import type { PageEnd } from './over-pages.ts'
import { addRow, type BodyLine, type Cells, joined, joinRows } from './pdf-rows.ts'
import { type RuledTables, ruledTables } from './ruled-tables.ts'
import { bodyBegins, labelsOf, sideBySide, valueColumns } from './table-shape.ts'

/** Lines further apart than this many letter heights do not belong to one table. */
const APART = 2.2

/** Runs of lines that may be tables: close together, with gaps, and at least two of them with several pieces. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = []
  let last: Line | null = null
  for (const line of lines) {
    if (!isTabular(line)) {
      last = null
      continue
    }
    const block = blocks.at(-1)
    if (block !== undefined && last !== null && distance(last, line) <= APART) block.push(line)
    else blocks.push([line])
    last = line
  }
  return blocks.filter((block) => block.filter(({ segments }) => segments.length > 1).length > 1)
}

/**
 * The tables of a page, down the page: those that lines divide into cells, and those that only gaps divide. With the end of
 * the page before, the first one has the headings that are still open there.
 */
export function pdfTables(
  runs: readonly Run[],
  rulings: readonly Ruling[],
  page: number,
  before: PageEnd | null,
): Omit<RuledTables, 'outside'> {
  const { tables, outside, ...ends } = ruledTables(runs, rulings, page, before)
  const lines = linesOf(outside)
  const found = [...tables, ...blocksOf(lines).flatMap((block) => tablesOf(block, lines, page))]
  const sorted = found.sort((a, b) => topOf(a) - topOf(b))
  return { ...ends, tables: sorted.map((table, index) => ({ ...table, number: index + 1 })) }
}

/** Where a table begins on its page. Tables side by side begin at one place, and stay in order. */
function topOf({ head, rows }: Table): number {
  const boxes = rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell?.box ? [cell.box] : [])))
  return head?.[1] ?? Math.min(...boxes.map(([, top]) => top))
}

function cellsOf(line: Line, columns: readonly Column[]): Cells {
  const cells: Cells = columns.map(() => null)
  for (const segment of line.segments) {
    const [first] = columnsUnder(columns, segment)
    if (first !== undefined) cells[first] = joined(cells[first] ?? null, segment)
  }
  return cells
}

function tablesOf(block: readonly Line[], lines: readonly Line[], page: number): Table[] {
  const columns = columnsOf(block)
  if (columns.length < 2) return []
  const all = block.map((line) => ({ line, cells: cellsOf(line, columns) }))
  const begin = bodyBegins(all.map(({ cells }) => cells))
  if (begin === null) return []
  const body = all.slice(begin)
  if (body.filter(({ line }) => line.segments.length > 1).length < 2) return []
  const values = valueColumns(body, columns.length)
  if (values.length === 0) return []
  const margin = marginOf(lines)
  const heads = belowText(block.slice(0, begin), margin)
  const top = block[0]
  const caption = top === undefined || heads.length < begin ? [] : captionAbove(top, lines, margin)
  const parts = sideBySide(body, values, columns.length)
  const head = around(heads)
  const headings = top === undefined ? [] : headingsAbove(top, lines, margin)
  return parts.map((columnsIn) => ({
    ...tableOf(body, columnsIn, values, headersOf(heads, caption, columns), caption, page),
    headings,
    head,
  }))
}

function tableOf(
  body: readonly BodyLine[],
  own: readonly number[],
  allValues: readonly number[],
  allHeaders: readonly string[][],
  caption: readonly string[],
  page: number,
): Omit<Table, 'head' | 'headings'> {
  const pick = (cells: Cells): Cells => own.map((index) => cells[index] ?? null)
  const lines = body
    .map(({ line, cells }) => ({ line, cells: pick(cells) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null))
  const { firstValue, numbered } = labelsOf(lines, own, allValues)
  const rows: TableRow[] = []
  const loose: LooseCell[] = []
  const above = nothingAbove(own.length)
  for (const part of joinRows(lines, firstValue, numbered)) {
    if ('floats' in part) {
      for (const [column, cell] of part.floats.entries())
        if (cell !== null) loose.push({ ...cell, column, after: rows.length - 1 })
      continue
    }
    addRow(part.cells, { firstValue, numbered }, above, rows, { page })
  }
  return { page, number: 1, caption, columns: own.map((index) => allHeaders[index] ?? []), rows, loose }
}

/** Header of each column, outermost first: the text above it; lines that share columns are combined. */
function headersOf(heads: readonly Line[], caption: readonly string[], columns: readonly Column[]): string[][] {
  const title = caption.join(' ')
  return columns.map((_, index) => {
    const parts: { key: string; text: string }[] = []
    for (const line of heads) {
      for (const segment of line.segments) {
        const under = columnsUnder(columns, segment)
        if (!under.includes(index)) continue
        const key = under.join(' ')
        const last = parts.at(-1)
        if (last?.key === key) last.text += ` ${segment.text}`
        else parts.push({ key, text: segment.text })
      }
    }
    const header = parts.map(({ text }) => text)
    return title === '' ? header : [title, ...header]
  })
}
