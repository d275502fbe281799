import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { markOfNote } from '../../gates/text/raised-digits.ts'
import { type Drawing, isStruck, type Marks, type Matrix, marksOf, type Ruling } from './pdf-marks.ts'

/** A run of text as returned by the library; marked content has no `str`. */
export type PdfItem = {
  readonly str?: string
  readonly hasEOL?: boolean
  readonly width?: number
  readonly transform?: Matrix
}

type Beside = { readonly raised: number; readonly share: number }

/** A smaller run beside another on its line: how far it is raised and how large it is, in heights of the other. Null if it is none. */
function smallerThan({ transform: own }: PdfItem, { transform: other }: PdfItem): Beside | null {
  if (own === undefined || other === undefined) return null
  const height = Math.hypot(other[2], other[3])
  const share = Math.hypot(own[2], own[3]) / height
  const raised = (own[5] - other[5]) / height
  return share < 0.95 && Math.abs(raised) < 0.8 ? { raised, share } : null
}

/** A mark that is nearly as large as the text beside it, as browsers print it, is raised. */
const IS_RAISED = 0.2
const IS_SMALL = 0.8

/** The mark of a note. `behind`: whether it belongs to the text before it, and does not stand in front of the note itself. */
type NoteMark = { readonly text: string; readonly behind: boolean }

/** For each item of a page, whether it is the mark of a note: small digits behind a digit, raised ones beside a word. */
export const marksIn = (items: readonly PdfItem[]): (NoteMark | null)[] =>
  items.map((item, index) => markAt(items, item, index))

function markAt(items: readonly PdfItem[], item: PdfItem, index: number): NoteMark | null {
  const text = markOfNote(item.str ?? '')
  if (text === null) return null
  const before = items[index - 1]
  if (before !== undefined && before.hasEOL !== true && /[\p{Nd}\p{L}\p{P}]$/u.test(before.str ?? '')) {
    const beside = smallerThan(item, before)
    if (beside === null) return null
    const isSmall = /\d$/u.test(before.str ?? '') && beside.share < IS_SMALL
    return isSmall || beside.raised >= IS_RAISED ? { text, behind: true } : null
  }
  let after = index + 1
  while (items[after]?.str?.trim() === '') after += 1
  const next = items[after]
  const begins = before === undefined || before.hasEOL === true
  const isNote = begins && next !== undefined && item.hasEOL !== true && /^[\p{L}(]/u.test(next.str ?? '')
  return isNote && (smallerThan(item, next)?.raised ?? 0) >= IS_RAISED ? { text, behind: false } : null
}

/** A page as read by the library: its runs of text, its size in points, and its rotation. */
export type PdfPage = {
  readonly number: number
  readonly items: readonly PdfItem[]
  readonly width: number
  readonly height: number
  readonly transform: Matrix
  readonly rulings: readonly Ruling[]
  /** Whether it has text that a reader does not see. */
  readonly hasInvisible: boolean
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/**
 * Opens a PDF and closes it after `use`. Fonts and character maps of the machine are not used; errors inside the file
 * are thrown, without recovery.
 */
export async function withPdf<Out>(bytes: Uint8Array, use: (pdf: Pdf) => Promise<Out>): Promise<Out> {
  // A copy, because the library takes ownership of the buffer.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    stopAtErrors: true,
    useSystemFonts: false,
    standardFontDataUrl: undefined,
    cMapUrl: undefined,
    verbosity: 0,
  })
  try {
    return await use(pdf)
  } finally {
    await pdf.destroy()
  }
}

/**
 * Calls `see` with each page in turn, from 1; `only` these pages. Reading a page is nearly all of the work, so text and
 * layout should be taken from one reading.
 */
export async function eachPage(
  pdf: Pdf,
  see: (page: PdfPage) => void,
  only: ReadonlySet<number> | null = null,
): Promise<void> {
  const { OPS } = await getResolvedPDFJS()
  for (let number = 1; number <= pdf.numPages; number += 1) {
    if (only !== null && !only.has(number)) continue
    const page = await pdf.getPage(number)
    const { width, height, transform: given } = page.getViewport({ scale: 1 })
    const transform = given as unknown as Matrix
    const items = await itemsOf(page)
    const isBlank = items.every(({ str = '' }) => str.trim() === '')
    const marks = isBlank ? NO_MARKS : marksOf(await drawingOf(page), OPS, transform)
    const { hasInvisible, rulings } = marks
    const seen = items.map((item) => withoutStruck(item, marks, transform))
    see({ number, items: seen, width, height, transform, rulings, hasInvisible })
    page.cleanup()
  }
}

type Page = Awaited<ReturnType<Pdf['getPage']>>

/** More runs of text than any page of paper has: a packed page of some kilobytes may draw text without end. */
const MAX_RUNS = 100_000

/** The runs of text of a page; throws if they are too many, without reading the rest. */
async function itemsOf(page: Page): Promise<PdfItem[]> {
  const reader = (page.streamTextContent() as ReadableStream<{ readonly items: readonly PdfItem[] }>).getReader()
  const items: PdfItem[] = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    for (const item of next.value.items) items.push(item)
    if (items.length <= MAX_RUNS) continue
    const fault = new Error(`page ${page.pageNumber} has more than ${MAX_RUNS} runs of text`)
    await reader.cancel(fault)
    throw fault
  }
  return items
}

/** More steps of drawing than any page of paper has. */
const MAX_STEPS = 200_000

/** What the library's page does with the steps of drawing as they come, some hundred at a time. */
type Gathering = {
  _renderPageChunk(steps: { readonly length: number }, into: unknown): void
  _abortOperatorList(of: { readonly intentState: unknown; readonly reason: Error; readonly force: boolean }): void
}

/**
 * The steps of drawing a page; throws if they are too many, without reading the rest. The library gives them only when it
 * has all of them, so they are counted where it gathers them.
 */
function drawingOf(page: Page): Promise<Drawing> {
  const gathering = page as unknown as Gathering
  const gather = gathering._renderPageChunk
  let count = 0
  return new Promise((resolve, reject) => {
    gathering._renderPageChunk = (steps, into) => {
      count += steps.length
      if (count <= MAX_STEPS) return gather.call(page, steps, into)
      const fault = new Error(`page ${page.pageNumber} has more than ${MAX_STEPS} steps of drawing`)
      gathering._abortOperatorList({ intentState: into, reason: fault, force: true })
      reject(fault)
    }
    page.getOperatorList().then(resolve, reject)
  })
}

const NO_MARKS: Marks = { rules: [], rulings: [], hasInvisible: false }

/** Text that is struck is no text of the page; a placeholder says where it was. */
function withoutStruck(item: PdfItem, marks: Marks, shown: Matrix): PdfItem {
  const { str = '', transform, width = 0 } = item
  if (str.trim() === '' || transform === undefined) return item
  return isStruck(transform, width, marks, shown) ? { ...item, str: ' [struck text left out] ' } : item
}
