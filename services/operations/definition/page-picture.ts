import type { Box, PageLayout, Table } from '../../../pipeline/gates/layout.ts'

/** Marked box, with a text next to the page. `around`: points shown above and below the box; null: the whole page. */
export type Marked = {
  readonly boxes: readonly Box[]
  readonly said: readonly string[]
  readonly around?: number | null
}

const MARGIN = 260
const LINE_HEIGHT = 16
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

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
    (line, index) => `<text x="${left}" y="${top + index * LINE_HEIGHT}" font-size="12">${escaped(line)}</text>`,
  )
}

/**
 * A page drawn from its words, each in its own box, with marked places and their notes at the side. SVG in points. It
 * shows where words are, not what the page looks like: it has no pictures, lines or fonts of the document.
 */
export function pagePicture({ size, words }: PageLayout, { boxes, said, around = null }: Marked): string {
  const { width, height } = size ?? { width: 595, height: 842 }
  const [x, y] = [
    (thousandths: number) => (thousandths * width) / 1000,
    (thousandths: number) => (thousandths * height) / 1000,
  ]
  const place = ([left, top, right, bottom]: Box): string =>
    `x="${rounded(x(left) - 2)}" y="${rounded(y(top) - 2)}" width="${rounded(x(right - left) + 4)}" height="${rounded(y(bottom - top) + 4)}"`
  const first = boxes[0]
  const page = [
    `<rect width="${width}" height="${height}" fill="none" stroke="#999"/>`,
    ...boxes.map((box) => `<rect ${place(box)} fill="#ffe08a" stroke="#b35900"/>`),
    ...words.map(
      ({ text, box: [left, top, right, bottom] }) =>
        `<text x="${rounded(x(left))}" y="${rounded(y(bottom))}" font-size="${rounded(y(bottom - top))}" textLength="${rounded(x(Math.max(1, right - left)))}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`,
    ),
  ]
  if (around !== null && first !== undefined) {
    const top = Math.max(0, Math.floor(y(first[1]) - around))
    return svg(width, Math.min(height, Math.ceil(y(first[3]) + around)) - top, page, top)
  }
  const beside = Math.min(height - 200, Math.max(24, first === undefined ? 24 : y(first[1])))
  return svg(width + MARGIN, height, [...page, ...besides(said, width + 12, beside)])
}

const rounded = (points: number): string => String(Math.round(points * 10) / 10)

/** Number of rows of a sheet shown above and below the marked one. */
const AROUND = 6
const ROW_HEIGHT = 22
const COLUMN_WIDTH = 150

/** A table without a page, drawn around one of its cells. */
export function tablePicture(table: Table, at: { row: number; column: number }, said: readonly string[]): string {
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
    const short = text.length > 22 ? `${text.slice(0, 21)}\u2026` : text
    return `${box}<text x="${left + 4}" y="${top + 15}" font-size="12">${escaped(short)}</text>`
  }
  const below = lines.length * ROW_HEIGHT + 24
  return svg(Math.max(width, MARGIN), below + said.length * 2 * LINE_HEIGHT, [
    ...lines.flatMap((line, index) => line.map((text, column) => cell(text, index, column))),
    ...besides(said, 4, below),
  ])
}
