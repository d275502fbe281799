import { type Box, boxAround, type Word } from '../../gates/layout.ts'

/** A run of text as placed in the document, with the height of its letters, in thousandths of the page's height. */
export type Run = { readonly text: string; readonly box: Box; readonly size: number; readonly wide: number }

/** Two lines of one text. A hyphen at the end of the first is part of a word (`HT-` and `1 Industry`) or of a range. */
export const joinedText = (before: string, after: string): string =>
  /[\p{L}\p{N}]-$/u.test(before) ? `${before}${after}` : `${before} ${after}`

/** Words without a gap wide enough to separate two columns. */
export type Segment = { readonly text: string; readonly box: Box }

export type Line = {
  readonly segments: readonly Segment[]
  readonly top: number
  readonly bottom: number
  readonly size: number
}

const middleOf = ([, top, , bottom]: Box): number => (top + bottom) / 2

/** The runs of a line without those that are smaller and raised, such as footnote marks. `beside`: with those of the next line that are near it. */
function withoutRaised(runs: readonly Run[], beside: readonly Run[]): Run[] {
  const size = beside.reduce((most, each) => Math.max(most, each.size), 0)
  const base = beside.reduce((most, each) => (each.size === size ? Math.max(most, each.box[3]) : most), 0)
  // Browsers print raised marks in five sixths of the size.
  return runs.filter((run) => run.size >= size * 0.95 || run.box[3] >= base - size * 0.2)
}

/** Runs grouped into lines from the top, each line from the left; raised marks are left out. */
export function linesOf(runs: readonly Run[]): Line[] {
  const rows: Run[][] = []
  for (const run of [...runs].sort((a, b) => middleOf(a.box) - middleOf(b.box) || a.box[0] - b.box[0])) {
    const row = rows.at(-1)
    const near = row?.some(
      (each) => Math.abs(middleOf(each.box) - middleOf(run.box)) <= Math.min(each.size, run.size) * 0.3,
    )
    if (row !== undefined && near === true) row.push(run)
    else rows.push([run])
  }
  return rows.flatMap((row, index) => {
    // The runs are in order: of this line, the last one is nearest to the next line.
    const lowest = Math.max(...row.slice(-1).map(({ box }) => middleOf(box)))
    const beside = [row, rows[index + 1] ?? []]
      .flat()
      .filter(({ box, size }) => Math.max(0, middleOf(box) - lowest) < size * 0.8)
    const kept = withoutRaised(row, beside).sort((a, b) => a.box[0] - b.box[0])
    return kept.length === 0 ? [] : [lineOf(kept)]
  })
}

/** Digits of another size beside digits are a mark of a note, not digits of the same number. */
const isAnotherNumber = (before: { text: string; size: number }, text: string, size: number): boolean =>
  /\d$/u.test(before.text) && /^\d/u.test(text) && Math.max(size, before.size) * 0.95 > Math.min(size, before.size)

function lineOf(runs: readonly Run[]): Line {
  const segments: { text: string; box: Box; size: number }[] = []
  for (const { text, box, wide, size } of runs) {
    const last = segments.at(-1)
    const gap = last === undefined ? Number.POSITIVE_INFINITY : box[0] - last.box[2]
    if (last === undefined || gap > wide * 0.9) {
      segments.push({ text, box, size })
      continue
    }
    const apart = gap > wide * 0.12 || isAnotherNumber(last, text, size)
    last.text += apart && !last.text.endsWith(' ') ? ` ${text}` : text
    last.size = size
    last.box = boxAround([last.box, box])
  }
  return {
    segments: segments.map(({ text, box }) => ({ text: text.replace(/\s+/gu, ' ').trim(), box })),
    top: Math.min(...runs.map(({ box }) => box[1])),
    bottom: Math.max(...runs.map(({ box }) => box[3])),
    size: Math.max(...runs.map(({ size }) => size)),
  }
}

/** The box around some lines; null if there are none. */
export function around(lines: readonly Line[]): Box | null {
  const boxes = lines.flatMap(({ segments }) => segments.map(({ box }) => box))
  return boxes.length === 0 ? null : boxAround(boxes)
}

/** The words of runs, each with its part of the run's box. */
export function wordsOf(runs: readonly Run[]): Word[] {
  return runs.flatMap(({ text, box: [left, top, right, bottom] }) => {
    const share = (right - left) / Math.max(1, text.length)
    return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
      text: word,
      box: [Math.round(left + index * share), top, Math.round(left + (index + word.length) * share), bottom] as const,
    }))
  })
}

/** A line without gaps that is wider than this is running text. */
const WIDEST = 580

const middle = ({ top, bottom }: Line): number => (top + bottom) / 2

/** Distance between two lines, in letter heights. */
export const distance = (a: Line, b: Line): number => Math.abs(middle(a) - middle(b)) / Math.max(a.size, b.size)

/** Whether a line may belong to a table: it has several pieces, or one narrow one. */
export function isTabular({ segments }: Line): boolean {
  return segments.every(({ box }) => box[2] - box[0] < WIDEST)
}

/** The left and right edge of a column. */
export type Column = readonly [number, number]

const overlaps = ([left, right]: Column, { box }: Segment): boolean => box[0] < right && box[2] > left

/** Columns of a segment: more than one if it spans them. */
export function columnsUnder(columns: readonly Column[], segment: Segment): number[] {
  return columns.flatMap((column, index) => (overlaps(column, segment) ? [index] : []))
}

/** Columns of the lines of a table: narrow segments first, so that segments that span two columns do not join them. */
export function columnsOf(lines: readonly Line[]): Column[] {
  const segments = lines.filter((line) => line.segments.length > 1).flatMap((line) => line.segments)
  let columns: { edges: Column; count: number }[] = []
  for (const segment of [...segments].sort((a, b) => a.box[2] - a.box[0] - (b.box[2] - b.box[0]))) {
    const under = columns.filter(({ edges }) => overlaps(edges, segment))
    const [only, ...others] = under
    if (only === undefined) columns.push({ edges: [segment.box[0], segment.box[2]], count: 1 })
    else if (others.length === 0) {
      columns = columns.map((each) =>
        each === only
          ? {
              edges: [Math.min(only.edges[0], segment.box[0]), Math.max(only.edges[1], segment.box[2])],
              count: only.count + 1,
            }
          : each,
      )
    }
  }
  return columns
    .filter(({ count }) => count > 1)
    .map(({ edges }) => edges)
    .sort((a, b) => a[0] - b[0])
}
