import type { Box } from '../../gates/layout.ts'
import type { Segment } from './lines.ts'

/** A heading inside a table, with its place: of a numbered group, the number of the group too. */
export type Heading = {
  readonly parts: readonly string[]
  readonly boxes: readonly { readonly page: number; readonly box: Box }[]
  /** Of a numbered group its number; of a label below rows the number of the last one. */
  readonly serial: string
  readonly isGroup: boolean
  /** Whether it stands over the column of the numbers too. */
  readonly isOver: boolean
  readonly column: number
  readonly box: Box
  /** The first label below it; null: none yet. */
  first: Box | null
  /** Whether no label below it begins further to the left than the first. */
  hasEdge: boolean
  /** Whether a row below it is a total: what comes after that may be of no heading. */
  isSummed: boolean
}

/**
 * Headings for the rows below. `sections` stand above numbered groups, `inner` are the groups, with the labels alone that
 * stand inside of them; `waiting` are labels alone of which only the next row says which they are.
 */
export type Above = {
  sections: Heading[]
  inner: Heading[]
  waiting: Heading[]
  /** The number of the last row that has one. */
  serial: string
  added: (string | null)[]
  open: boolean
}

export const nothingAbove = (columns: number): Above => ({
  sections: [],
  inner: [],
  waiting: [],
  serial: '',
  added: Array.from({ length: columns }, () => null),
  open: false,
})

export const headingsOf = ({ sections, inner }: Above): readonly Heading[] => [...sections, ...inner]

const TOTAL = /^(?:\([a-z]\)\s*)?(?:(?:sub|grand)[\s-]*)?total\b/iu

function upToTotal(headings: Heading[]): Heading[] {
  const summed = headings.findIndex(({ isSummed }) => isSummed)
  return summed < 0 ? headings : headings.slice(0, summed)
}

/** The headings that still stand above the rows of the next page. */
export function overPage(above: Above): Above {
  const next = structuredClone(above)
  return { ...next, sections: upToTotal(next.sections), inner: upToTotal(next.inner) }
}

/** Edges that are closer, in thousandths, are one. */
const ONE_EDGE = 3
/** A label that is indented stands further to the right than another by more than this, in thousandths. */
export const INDENTED = 5

const middleOf = ([left, , right]: Box): number => (left + right) / 2

/** The label of a row or of a heading, where it is printed. */
export type Label = { readonly column: number; readonly box: Box }

/** Whether a label stands at the edge of a heading, left of the labels below it, and not because all are centred. */
function ends({ column, box, first, hasEdge }: Heading, label: Label): boolean {
  if (first === null || !hasEdge || column !== label.column) return false
  const isCentred = [first, label.box].every((each) => Math.abs(middleOf(each) - middleOf(box)) <= INDENTED)
  return !isCentred && Math.abs(label.box[0] - box[0]) <= ONE_EDGE && label.box[0] < first[0] - INDENTED
}

/** A row with this label below a heading. */
function seeBelow(heading: Heading, { column, box }: Label): void {
  if (column !== heading.column) return
  const [edge] = heading.first ?? box
  if (box[0] < edge - ONE_EDGE) heading.hasEdge = false
  heading.first ??= box
}

/** A label alone, in a row without a number. */
export function addLabel(
  above: Above,
  numbered: boolean,
  cell: Segment,
  given: Label & Pick<Heading, 'isOver'>,
  page: number,
): void {
  const heading: Heading = {
    parts: [cell.text],
    boxes: [{ page, box: cell.box }],
    serial: above.serial,
    isGroup: false,
    ...given,
    first: null,
    hasEdge: true,
    isSummed: false,
  }
  for (const outer of above.open ? [...above.sections, ...above.waiting] : []) seeBelow(outer, given)
  if (numbered && !heading.isOver) above.waiting.push(heading)
  else {
    above.sections = above.open ? [...above.sections, ...above.waiting, heading] : [heading]
    above.inner = []
    above.waiting = []
    above.serial = ''
  }
  above.open = true
}

const isPartOf = (serial: string, of: string): boolean => of !== '' && serial.startsWith(`${of.replace(/[.)]$/u, '')}.`)

/**
 * A row with this number, `''` without one: what stands above it. Labels alone are a section if a numbered row follows that
 * is in no group, otherwise they stand inside of the group, up to the next number.
 */
export function seeRow(above: Above, serial: string): void {
  above.open = false
  if (serial !== '') {
    const ended = above.inner.findIndex((each) => !isPartOf(serial, each.serial))
    if (ended >= 0) above.inner = above.inner.slice(0, ended)
  }
  const over = above.sections.filter(({ isOver }) => isOver)
  if (above.waiting.length > 0) {
    const isInGroup = above.inner.some(({ isGroup }) => isGroup)
    if (serial !== '' && !isInGroup) {
      above.sections = [...over, ...above.waiting]
      above.inner = []
    } else {
      const group = above.inner.findLastIndex(({ isGroup }) => isGroup)
      above.inner = [...above.inner.slice(0, group + 1), ...above.waiting]
      // Outside of a group it may as well be the next section.
      if (!isInGroup) above.sections = over
    }
    above.waiting = []
  }
  if (serial !== '') above.serial = serial
}

/** A row with this label: headings end above it if it stands at their edge and what was below them is indented. */
export function seeLabel(above: Above, numbered: boolean, label: Label & Pick<Segment, 'text'>): void {
  const part = numbered ? 'inner' : 'sections'
  const group = above[part].findLastIndex(({ isGroup }) => isGroup)
  const ended = above[part].findIndex((each, index) => index > group && ends(each, label))
  if (ended >= 0) above[part] = above[part].slice(0, ended)
  for (const [index, each] of above[part].entries()) {
    if (index > group) seeBelow(each, label)
    if (TOTAL.test(label.text)) each.isSummed = true
  }
}
