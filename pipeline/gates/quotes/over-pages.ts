import { PAGE_NUMBER } from '../text/furniture.ts'
import { endsAsSentence } from '../text/sentences.ts'
import { BEGINS } from './paragraphs.ts'

/** Of a sentence, more lines than these on another page are no sentence. */
const MOST = 12
/** Lines at the edge of a page that may be its running title or number. */
const EDGE = 3

/** The text of a page, with the lines in which its first sentence begins and its last one ends on the pages beside it. */
export type OverPages = {
  readonly lines: readonly string[]
  /** Those of the page before. */
  readonly before: readonly string[]
  /** Place of the page's own first line among them. */
  readonly first: number
  /** The numbers of the pages on which they stand. */
  readonly pages: ReadonlySet<number>
}

/** A title that runs over pages: the same words, with another number. */
const running = (line: string): string => line.replace(/\d+/gu, '#').replace(/\s+/gu, ' ').trim()

const linesOf = (pages: readonly string[], index: number): string[] => (pages[index] ?? '').split('\n')

/** Where the lines of a page begin and end without running titles and numbers at its edges. */
function bodyOf(pages: readonly string[], index: number): { readonly from: number; readonly to: number } {
  const lines = linesOf(pages, index)
  const beside = [index - 1, index + 1].map((page) => linesOf(pages, page).filter((line) => line.trim() !== ''))
  const first = new Set(beside.flatMap((each) => each.slice(0, EDGE)).map(running))
  const last = new Set(beside.flatMap((each) => each.slice(-EDGE)).map(running))
  const isEdge = (line: string, others: ReadonlySet<string>): boolean =>
    line.trim() === '' || PAGE_NUMBER.test(line.trim()) || others.has(running(line))
  let [from, to] = [0, lines.length]
  while (from < Math.min(EDGE, lines.length) && isEdge(lines[from] ?? '', first)) from += 1
  while (to > Math.max(from, lines.length - EDGE) && isEdge(lines[to - 1] ?? '', last)) to -= 1
  return { from, to }
}

const bodyLines = (pages: readonly string[], index: number): string[] => {
  const { from, to } = bodyOf(pages, index)
  return linesOf(pages, index).slice(from, to)
}

/** Whether a sentence goes on from a page to the next: one ends in the middle, the other begins with a small letter. */
const goesOn = (above: readonly string[], below: readonly string[]): boolean =>
  above.length > 0 &&
  /^\s*\p{Ll}/u.test(below[0] ?? '') &&
  !BEGINS.test(below[0] ?? '') &&
  !endsAsSentence((above.at(-1) ?? '').trim()) &&
  !/:\s*$|\s\|\s/u.test(above.at(-1) ?? '')

/** The last lines of a page, from where a sentence or an item begins in them; empty where that is too far above. */
function beginning(lines: readonly string[]): readonly string[] {
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - MOST); at -= 1) {
    if (at < lines.length - 1 && endsAsSentence((lines[at] ?? '').trim())) return lines.slice(at + 1)
    if (BEGINS.test(lines[at] ?? '')) return lines.slice(at)
  }
  return []
}

function ending(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => /[.;]["'\u2019\u201d)]*(?:\s|$)/u.test(line))
  return at < 0 || at >= MOST ? [] : lines.slice(0, at + 1)
}

/** The pages of a text by their number, each with what its first and last sentence have on the pages beside it. */
export function pagesJoined(pages: readonly string[]): (page: number) => OverPages {
  const known = new Map<number, OverPages>()
  return (page) => {
    const found = known.get(page) ?? overPages(pages, page - 1)
    known.set(page, found)
    return found
  }
}

function overPages(pages: readonly string[], index: number): OverPages {
  const lines = linesOf(pages, index)
  const { from, to } = bodyOf(pages, index)
  const own = lines.slice(from, to)
  const [above, below] = [bodyLines(pages, index - 1), bodyLines(pages, index + 1)]
  const before = goesOn(above, own) ? beginning(above) : []
  const after = goesOn(own, below) ? ending(below) : []
  // Where no sentence goes on, the page stays as it is.
  const [begin, end] = [before.length > 0 ? from : 0, after.length > 0 ? to : lines.length]
  const reached = [...(before.length > 0 ? [index] : []), index + 1, ...(after.length > 0 ? [index + 2] : [])]
  return {
    lines: [...before, ...lines.slice(begin, end), ...after],
    before,
    first: before.length - begin,
    pages: new Set(reached),
  }
}
