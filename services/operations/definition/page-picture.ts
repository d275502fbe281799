import { locateCell } from '../../../pipeline/gates/cells/locate-cell.ts'
import type { Box, Layout, PageLayout, Table } from '../../../pipeline/gates/layout.ts'
import { fold } from '../../../pipeline/gates/text/fold.ts'
import { boxesOn } from '../../../pipeline/intake/coverage/page-numbers.ts'
import { foldPage } from '../../../pipeline/intake/find-text.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { xmlText } from '../../platform/xml-text.ts'
import { OperationRefusal } from '../refusal.ts'

const MARGIN = 260
const LINE_HEIGHT = 16

function svg(width: number, height: number, inside: readonly string[], top = 0): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 ${top} ${width} ${height}" font-family="sans-serif">`,
    `<rect y="${top}" width="${width}" height="${height}" fill="#fff"/>`,
    ...inside,
    '</svg>',
    '',
  ].join('\n')
}

/** Text broken into lines of a width, from a position downwards. */
function besides(said: readonly string[], left: number, top: number): string[] {
  const lines = said.flatMap((text) => [...text.matchAll(/.{1,40}(?:\s|$)|\S{40}/gu)].map(([line]) => line.trim()))
  return lines.map(
    (line, index) => `<text x="${left}" y="${top + index * LINE_HEIGHT}" font-size="12">${xmlText(line)}</text>`,
  )
}

/**
 * A page drawn from its words, each in its own box, with a marked place and a text at the side. SVG in points. It shows
 * where words are, not what the page looks like: it has no pictures, lines or fonts of the document. `around`: points
 * shown above and below the marked place; null: the whole page.
 */
function pagePicture(
  { size, words }: PageLayout,
  box: Box | null,
  said: readonly string[],
  around: number | null,
): string {
  const { width, height } = size ?? { width: 595, height: 842 }
  const [x, y] = [
    (thousandths: number) => (thousandths * width) / 1000,
    (thousandths: number) => (thousandths * height) / 1000,
  ]
  const place = ([left, top, right, bottom]: Box): string =>
    `x="${rounded(x(left) - 2)}" y="${rounded(y(top) - 2)}" width="${rounded(x(right - left) + 4)}" height="${rounded(y(bottom - top) + 4)}"`
  const page = [
    `<rect width="${width}" height="${height}" fill="none" stroke="#999"/>`,
    ...(box === null ? [] : [`<rect ${place(box)} fill="#ffe08a" stroke="#b35900"/>`]),
    ...words.map(
      ({ text, box: [left, top, right, bottom] }) =>
        `<text x="${rounded(x(left))}" y="${rounded(y(bottom))}" font-size="${rounded(y(bottom - top))}" textLength="${rounded(x(Math.max(1, right - left)))}" lengthAdjust="spacingAndGlyphs">${xmlText(text)}</text>`,
    ),
  ]
  if (around !== null && box !== null) {
    const top = Math.max(0, Math.floor(y(box[1]) - around))
    return svg(width, Math.min(height, Math.ceil(y(box[3]) + around)) - top, page, top)
  }
  const beside = Math.min(height - 200, Math.max(24, box === null ? 24 : y(box[1])))
  return svg(width + MARGIN, height, [...page, ...besides(said, width + 12, beside)])
}

const rounded = (points: number): string => String(Math.round(points * 10) / 10)

/** Number of rows of a sheet shown above and below the marked one. */
const AROUND = 6
const ROW_HEIGHT = 22
const COLUMN_WIDTH = 150

/** A table without a page, drawn around one of its cells, which may be printed once for several rows. */
function tablePicture(
  table: Table,
  at: { readonly row: number; readonly column: number; readonly cell: { readonly text: string } },
  said: readonly string[],
): string {
  const from = Math.max(0, at.row - AROUND)
  const rows = table.rows.slice(from, at.row + AROUND + 1)
  const lines = [
    table.columns.map((header) => header.join(' | ')),
    ...rows.map(({ cells }) => cells.map((cell) => cell?.text ?? '')),
  ]
  const width = table.columns.length * COLUMN_WIDTH
  const cell = (text: string, line: number, column: number): string => {
    const isMarked = line === at.row - from + 1 && column === at.column
    const [left, top] = [column * COLUMN_WIDTH, line * ROW_HEIGHT]
    const box = `<rect x="${left}" y="${top}" width="${COLUMN_WIDTH}" height="${ROW_HEIGHT}" fill="${isMarked ? '#ffe08a' : line === 0 ? '#eee' : '#fff'}" stroke="#999"/>`
    const shown = isMarked ? at.cell.text : text
    const short = shown.length > 22 ? `${shown.slice(0, 21)}\u2026` : shown
    return `${box}<text x="${left + 4}" y="${top + 15}" font-size="12">${xmlText(short)}</text>`
  }
  const below = lines.length * ROW_HEIGHT + 24
  return svg(Math.max(width, MARGIN), below + said.length * 2 * LINE_HEIGHT, [
    ...lines.flatMap((line, index) => line.map((text, column) => cell(text, index, column))),
    ...besides(said, 4, below),
  ])
}

/** Lines of a page without boxes, drawn around the marked ones: those of the quote. */
function textPicture(pageText: string, quote: string, said: readonly string[]): string | null {
  const lines = pageText.split('\n')
  const sought = fold(quote)
  const marked = lines.map((line) => {
    const own = fold(line)
    return own !== '' && (own.includes(sought) || sought.includes(own))
  })
  const [first, last] = [marked.indexOf(true), marked.lastIndexOf(true)]
  if (first < 0) return null
  const from = Math.max(0, first - AROUND)
  const shown = lines.slice(from, last + AROUND + 1)
  const width = Math.max(MARGIN, ...shown.map((line) => line.length * 7))
  const drawn = shown.flatMap((line, index) => {
    const top = index * ROW_HEIGHT
    const mark = marked[from + index]
      ? [`<rect y="${top}" width="${width}" height="${ROW_HEIGHT}" fill="#ffe08a"/>`]
      : []
    return [...mark, `<text x="4" y="${top + 15}" font-size="12">${xmlText(line)}</text>`]
  })
  const below = shown.length * ROW_HEIGHT + 24
  return svg(width, below + said.length * 2 * LINE_HEIGHT, [...drawn, ...besides(said, 4, below)])
}

/**
 * The page of a figure as SVG, with its cell or quote marked and the record's data next to it. `pageText`: extracted
 * text of the page, used to find a quote; `around`: points of the page shown above and below, null for the whole page.
 * Refused with SOURCE_NOT_FOUND if the page cannot be drawn.
 */
export function figurePicture(
  figure: Figure,
  path: string,
  layout: Layout | null,
  pageText: string,
  around: number | null = null,
): { readonly svg: string; readonly box: Box | null } {
  const { cell, locator, quote, source_id } = figure
  const page = layout?.pages[locator.page - 1]
  if (layout === null || page === undefined)
    throw new OperationRefusal('SOURCE_NOT_FOUND', `${source_id} has no page ${locator.page} that can be drawn`)
  const said = [
    path,
    `${figure.value ?? 'held'} ${figure.unit} (${figure.grade})`,
    `printed ${figure.printed ?? '-'} ${figure.printed_unit ?? ''}`,
    ...(cell === undefined
      ? [`"${fold(quote)}"`]
      : [`row: ${cell.row.join(' | ')}`, `column: ${cell.column.join(' | ')}`]),
    `${source_id}, page ${locator.page}`,
  ]
  const place = cell === undefined ? null : locateCell(layout, cell)
  if (place !== null && place.cell.box === null) return { svg: tablePicture(place.table, place, said), box: null }
  const ofText = page.words.length === 0 ? textPicture(pageText, quote, said) : null
  if (ofText !== null) return { svg: ofText, box: null }
  const box = place?.cell.box ?? (cell === undefined ? boxOfQuote(pageText, page.words, quote) : null)
  const lost = box === null ? ['its place on the page is uncertain: nothing is marked'] : []
  return { svg: pagePicture(page, box, [...said, ...lost], around), box }
}

function boxOfQuote(page: string, words: Parameters<typeof boxesOn>[1], quote: string): Box | null {
  const { text } = foldPage(page)
  const at = text.indexOf(fold(quote))
  return at < 0 ? null : boxesOn(text, words)(at, at + fold(quote).length)
}
