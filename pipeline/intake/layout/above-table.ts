import { withoutMarks } from '../../gates/text/raised-digits.ts'
import { distance, isTabular, type Line } from './lines.ts'
import { SERIAL } from './pdf-rows.ts'

/** Left edge of the running text on a page: that of most wide lines; null if there is none. */
export function marginOf(lines: readonly Line[]): number | null {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const last = line.segments.at(-1)
    if (last === undefined || isTabular(line)) continue
    counts.set(last.box[0], (counts.get(last.box[0]) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return most !== undefined && most[1] > 2 ? most[0] : null
}

const startsAt = ({ segments: [first] }: Line, margin: number | null): boolean =>
  first !== undefined && margin !== null && Math.abs(first.box[0] - margin) <= 3

/** Fewer words may be a header that ends with a point, such as `Sl. No.`. */
const SENTENCE = 5

/** Lines above a table's body, without the end of a preceding paragraph. */
export function belowText(heads: readonly Line[], margin: number | null): Line[] {
  const last = heads.findLastIndex((line) => {
    const [only, ...others] = line.segments
    const isSentence = others.length === 0 && (only?.text.split(' ').length ?? 0) >= SENTENCE
    return (startsAt(line, margin) || isSentence) && /[.:;]$/u.test(withoutMarks(line.segments.at(-1)?.text ?? ''))
  })
  return heads.slice(last + 1)
}

/** Lines further apart than this many letter heights do not belong to one paragraph. */
const PARAGRAPH = 1.6

/**
 * Title lines directly above a table. `introduced`: also a line that ends with a colon, if it is the last one and stands
 * apart from the running text.
 */
export function captionAbove(top: Line, lines: readonly Line[], margin: number | null, introduced = false): string[] {
  const caption: string[] = []
  let below = top
  for (let at = lines.indexOf(top) - 1; at >= 0 && caption.length < 4; at -= 1) {
    const line = lines[at]
    if (line === undefined || distance(line, below) > PARAGRAPH) break
    const [first, ...others] = line.segments
    const isNumbered = SERIAL.test(first?.text ?? '')
    const isIntroduction = introduced && caption.length === 0 && line.segments.at(-1)?.text.endsWith(':') === true
    const text = (isIntroduction && isNumbered ? others : line.segments).map((segment) => segment.text).join(' ')
    if (!isIntroduction && (isNumbered || /[.:;,]$/u.test(withoutMarks(text)))) break
    if (startsAt(line, margin)) break
    caption.unshift(text)
    below = line
  }
  return caption
}

/** A longer line is running text. */
const LONGEST_HEADING = 120

/**
 * Headings of a page above a table: lines without gaps that are larger than most of the page, or short and further from
 * the line below than most lines; directly above the table, where a title would stand, further from the line before. A line of a
 * sentence is not a heading: it ends like a sentence, or it or the line below begins with a small letter.
 */
export function headingsAbove(top: Line, lines: readonly Line[], margin: number | null): string[] {
  const usualSize = medianOf(lines.map(({ size }) => size))
  const usualGap = medianOf(lines.slice(1).map((line, at) => distance(lines[at] ?? line, line)))
  return lines.slice(0, lines.indexOf(top)).flatMap((line, at) => {
    const below = lines[at + 1] ?? top
    const [only, ...more] = line.segments
    if (only === undefined || more.length > 0 || only.text.length > LONGEST_HEADING) return []
    const isSentence =
      /^\p{Ll}|[.:;,]$/u.test(withoutMarks(only.text)) || /^\p{Ll}/u.test(below.segments[0]?.text ?? '')
    const isLarger = line.size > usualSize * 1.1
    const isApart = (other: Line | undefined): boolean =>
      other !== undefined && isTabular(line) && distance(line, other) > Math.max(PARAGRAPH, usualGap * 1.2)
    // A line at another edge would be the title (captionAbove).
    const standsApart = isApart(below) || (below === top && startsAt(line, margin) && isApart(lines[at - 1]))
    return !isSentence && (isLarger || standsApart) ? [only.text] : []
  })
}

const medianOf = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
