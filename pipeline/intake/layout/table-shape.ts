import { unitsNamed } from '../../gates/text/printed-units.ts'
import { type BodyLine, type Cells, NUMBER, SERIAL } from './pdf-rows.ts'

/** What the rows of a table are, by their cells: where the figures begin, and which columns hold labels. */

const HEAD_WORD = /^(?:sl\.?|sr\.?|s\.?)?\s*no\.?$|^(?:category|particulars|description|name)\b/iu

const RANGE =
  /^(\d[\d,]*(?:\.\d+)?)\s*(?:-|\u2013|to)\s*(\d[\d,]*(?:\.\d+)?)$|^[<>\u2264\u2265]\s*=?\s*\d|^\d[\d,]*\s*\+$/iu
const plain = (number: string | undefined): number => Number(number?.replaceAll(',', ''))

/** `0-200`, `> 1200` or `1200+`: the label of a step. `2025-26` and `2025-2026` are years. */
function isRange(text: string): boolean {
  const found = RANGE.exec(text)
  const [low, high] = [plain(found?.[1]), plain(found?.[2])]
  return found !== null && (found[1] === undefined || (low < high && !(low > 1900 && high === low + 1)))
}

/** A row of figures: it has a number and a label, in a column other than the first. A range is a label before a number. */
function isData(cells: Cells): boolean {
  const range = cells.findIndex((cell) => cell !== null && isRange(cell.text))
  const hasNumber = (from: number): boolean =>
    cells.some((cell, index) => index > from && cell !== null && NUMBER.test(cell.text))
  const hasLetters = cells.some((cell) => cell !== null && /\p{L}|%/u.test(cell.text))
  return (hasLetters && hasNumber(0)) || (range >= 0 && hasNumber(range))
}

/** The column of the label of a row: the first with text that is not the number of the row. */
export const labelColumn = (cells: Cells): number =>
  cells.findIndex(
    (cell) => cell !== null && (/\p{L}/u.test(cell.text) || isRange(cell.text)) && !SERIAL.test(cell.text),
  )

/** The first row of the body: the first with figures, or with headings between them and the header. Null: no figures. */
export function bodyBegins(rows: readonly Cells[]): number | null {
  const first = rows.findIndex(isData)
  if (first < 0) return null
  const label = labelColumn(rows[first] ?? [])
  let begin = first
  while (begin > 0) {
    const cells = rows[begin - 1] ?? []
    const text = cells[Math.max(0, label)]?.text ?? ''
    const rest = cells.slice(Math.max(0, label) + 1).filter((cell) => cell !== null)
    const units = rest.every((cell) => unitsNamed(cell.text).length > 0 && cell.text.length < 12)
    const serial = cells[0]?.text ?? ''
    const isHeading =
      text !== '' &&
      units &&
      (label === 0 || serial === '' || SERIAL.test(serial)) &&
      !HEAD_WORD.test(text) &&
      !HEAD_WORD.test(serial)
    // Below nothing or a title: text alone may be the header of its column, and units are the header of theirs.
    const hasHeader = rows.slice(0, begin - 1).some((above) => above.filter((cell) => cell !== null).length > 1)
    if (!isHeading || begin === 1 || (rest.length > 0 && !hasHeader)) break
    begin -= 1
  }
  return begin
}

/** Columns with mostly numeric cells; the first column is always a label. */
export function valueColumns(body: readonly Pick<BodyLine, 'cells'>[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => {
    const cells = body.flatMap(({ cells }) =>
      cells[index] === null || cells[index] === undefined ? [] : [cells[index].text],
    )
    const numbers = cells.filter((text) => NUMBER.test(text))
    return index > 0 && numbers.length > 0 && numbers.length * 2 >= cells.length
  })
}

/** Tables printed side by side have a label column after a figure column, and figures after that. */
export function sideBySide(
  body: readonly Pick<BodyLine, 'cells'>[],
  values: readonly number[],
  count: number,
): number[][] {
  const all = Array.from({ length: count }, (_, index) => index)
  const first = values[0] ?? 0
  const last = values.at(-1) ?? 0
  const again = all.find((index) => {
    if (index <= first || index >= last || values.includes(index)) return false
    const own = body.filter(({ cells }) => cells[index] !== null && /\p{L}{2}/u.test(cells[index]?.text ?? ''))
    return own.length * 2 > body.length
  })
  return again === undefined ? [all] : [all.filter((index) => index < again), all.filter((index) => index >= again)]
}

/** Of a table, or of some columns of it, the first column of figures, and whether its rows are numbered. */
export function labelsOf(
  lines: readonly Pick<BodyLine, 'cells'>[],
  own: readonly number[],
  allValues: readonly number[],
): { firstValue: number; numbered: boolean } {
  const values = own.flatMap((index, place) => (allValues.includes(index) ? [place] : []))
  const firstValue = values[0] ?? own.length
  const serials = lines.filter(({ cells }) => cells[0] !== null && SERIAL.test(cells[0]?.text ?? '')).length
  const begun = lines.filter(({ cells }) => cells[0] !== null).length
  return { firstValue, numbered: firstValue > 1 && serials * 2 >= begun && serials > 0 }
}
