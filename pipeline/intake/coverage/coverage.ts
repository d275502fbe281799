import { figuresOf } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Box, Layout, PageLayout } from '../../gates/layout.ts'
import { dueAmountsIn } from '../../gates/meaning/rules-as-facts.ts'
import { quotationsOf, type RecordQuotation } from '../../gates/quotes/quotations.ts'
import type { Covered, Dismissed } from '../../gates/reading.ts'
import { fold } from '../../gates/text/fold.ts'
import { PAGE_NUMBER } from '../../gates/text/furniture.ts'
import { numberOfCell, printedNumbers } from '../../gates/text/numbers.ts'
import { endsAsSentence, LONGEST_SENTENCE, sentencesAround, sentencesAt } from '../../gates/text/sentences.ts'
import { SERIAL_HEAD } from '../find-cell.ts'
import { type FoldedPage, foldPage } from '../find-text.ts'
import { type Beside, furnitureOf } from './page-furniture.ts'
import { numbersOn, type PageNumber } from './page-numbers.ts'
import { cellsOf, inBoxes, type ReadPage, within } from './read-cells.ts'
import type { Stretch } from './table-lines.ts'

/** How a number of a document is used. */
type Standing = 'figure' | 'fact' | 'dismissed' | 'missing'

/**
 * A number of a covered page or a cited paragraph, or words of a rule there, and its use: a path in the record, or the reason for
 * excluding it.
 */
export type CoveredNumber = {
  readonly source_id: string
  readonly page: number
  readonly line: number
  readonly number: string
  readonly quote: string
  readonly box: Box | null
  readonly standing: Standing
  readonly by: string | null
  /** For numbers that are not part of the tariff, their kind; otherwise null. */
  readonly kind: string | null
}

export type Coverage = {
  readonly numbers: readonly CoveredNumber[]
  /** Faults in coverage declarations: a page that cannot be read, or an excluded number that does not exist. */
  readonly problems: readonly { readonly path: string; readonly expected: string; readonly found: string }[]
}

/** A document as seen by coverage. */
export type CoverageSource = {
  readonly pages: readonly string[]
  readonly layout: Layout | null
  readonly media_type: string
}

type Said = { readonly covers: readonly Covered[]; readonly dismissed: readonly Dismissed[] }

/**
 * Use of every number on the covered pages, and in the paragraphs that rules cite: a figure, a fact, excluded with a
 * reason, or missing. Pure. Source: docs/design/reading.md#coverage.
 */
export function coverageOf(
  record: ReleaseRecord,
  { covers, dismissed }: Said,
  sources: ReadonlyMap<string, CoverageSource>,
): Coverage {
  const problems: Coverage['problems'][number][] = []
  const problem = (path: string, expected: string, found: string): void => {
    problems.push({ path, expected, found })
  }
  const inCells = new Set(figuresOf(record).flatMap(({ path, figure }) => (figure.cell === undefined ? [] : [path])))
  const quotations = quotationsOf(record).filter(({ path }) => !inCells.has(path))
  const wholePages = new Set<string>()
  for (const [index, { source_id, from_page: from, to_page: to }] of covers.entries()) {
    const source = sources.get(source_id)
    if (source === undefined || from > to || to > source.pages.length) {
      const expected =
        source === undefined ? 'a source of sources.yaml' : `pages of it from 1 to ${source.pages.length}`
      problem(`covers/${index}`, expected, `${source_id} p.${from} to ${to}`)
      continue
    }
    for (let page = from; page <= to; page += 1) {
      wholePages.add(`${source_id} ${page}`)
      const why = source.layout?.pages[page - 1]?.unreadable ?? null
      if (why !== null) problem(`covers/${index}`, `a page of ${source_id} that can be read`, `page ${page}: ${why}`)
    }
  }
  const numbers: CoveredNumber[] = []
  const used = new Set<Dismissed>()
  const due = new Map<Dismissed, string>()
  for (const [source_id, { pages, layout, media_type }] of sources) {
    /** The page before ends within a cited paragraph. */
    let isCut = false
    for (const [index, text] of pages.entries()) {
      const page = index + 1
      const here = quotations.filter(
        ({ quotation }) => quotation.source_id === source_id && quotation.locator.page === page,
      )
      const isWhole = wholePages.has(`${source_id} ${page}`)
      if (!isWhole && here.length === 0 && !isCut) continue
      const laid = layout?.pages[index] ?? null
      const found = numbersOn(text, laid)
      const quoted = here.map((each): Quoted => {
        const stretches = stretchesOf(found.folded, each)
        return { ...each, stretches, sentences: sentencesOf(found.folded, stretches) }
      })
      const [before = null, after = null] = [pages[index - 1], pages[page]].map((each) =>
        each === undefined ? null : foldPage(each),
      )
      const beside = { before, after }
      const stands = standingsOn({
        record,
        source_id,
        page,
        layout,
        laid,
        quoted,
        ...found,
        beside,
        dismissed,
        used,
        due,
      })
      // A sheet has lines of facts, and no paragraphs.
      if (!isWhole && media_type === 'text/csv') continue
      const cited = citedParagraphs(
        found.folded,
        quoted.flatMap(({ stretches }) => stretches),
        isCut,
      )
      const lastLine = found.folded.lines.findLast((line) => !PAGE_NUMBER.test(line.text))?.text
      isCut = cited.some(({ to }) => to === found.folded.text.length) && !endsAsSentence(lastLine ?? '.')
      const isInScope = isWhole ? () => true : within(cited)
      for (const number of found.numbers) {
        if (!isInScope(number)) continue
        const { line, text: printed, quote, box } = number
        numbers.push({ source_id, page, line, number: printed, quote, box, ...stands(number) })
      }
    }
  }
  for (const [index, each] of dismissed.entries()) {
    if (used.has(each)) continue
    const sentence = due.get(each)
    if (sentence !== undefined) {
      const expected = `${each.number} in the quote of a rule, or of something blocked that says why it is in no bill: it is due`
      problem(`dismissed/${index}`, expected, `"${sentence}"`)
      continue
    }
    problem(
      `dismissed/${index}`,
      `${each.number} in one place of p.${each.page} of ${each.source_id}, as "${fold(each.quote)}", that nothing takes`,
      'there is no such number, more than one, or it is already used',
    )
  }
  return { numbers, problems }
}

/** A quotation, its places on the page, and the whole sentences around them. */
type Quoted = RecordQuotation & { readonly stretches: readonly Stretch[]; readonly sentences: readonly Stretch[] }

function occurrences(text: string, wanted: string): Stretch[] {
  const found: Stretch[] = []
  if (wanted === '') return found
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    found.push({ from: at, to: at + wanted.length })
  return found
}

/** The position of a quotation on its page: at its line if it names one, otherwise anywhere. */
function stretchesOf({ text, lines }: FoldedPage, { quotation }: RecordQuotation): Stretch[] {
  const { locator, quote } = quotation
  const all = occurrences(text, fold(quote))
  if (locator.line === null) return all
  const index = lines.findIndex(({ line }) => line === locator.line)
  const [begin, end] = [lines[index]?.at ?? 0, lines[index + 1]?.at ?? text.length]
  return all.filter(({ from }) => from >= begin && from < end)
}

/** Gate 8 judges the whole sentence of a quote, so words of a rule are read in all of it. */
const sentencesOf = ({ text }: FoldedPage, stretches: readonly Stretch[]): Stretch[] =>
  stretches.map((quote) => {
    const sentences = sentencesAt(text, quote.from, quote.to)
    return sentences.to - sentences.from > LONGEST_SENTENCE ? quote : sentences
  })

const HEAD = /^(?:\(?\d{1,3}[.)]|\(?[ivxl]+[.)]|\(?[a-z]\))\s/iu

/**
 * The paragraphs of quotations: from one numbered line to the next, or to the end of the sentence if no numbered line
 * follows on the page. `isCut`: the page begins within such a sentence.
 */
function citedParagraphs({ lines, text }: FoldedPage, quoted: readonly Stretch[], isCut: boolean): Stretch[] {
  const heads = lines.filter((line) => HEAD.test(line.text)).map(({ at }) => at)
  const nextHead = (at: number): number | undefined => heads.find((head) => head >= at)
  const endOfSentence = (at: number): number => {
    const last = lines.find((line) => line.at + line.text.length >= at && endsAsSentence(line.text))
    return last === undefined ? text.length : last.at + last.text.length
  }
  const paragraphs = quoted.map(({ from, to }) => {
    const own = lines.findLast(({ at }) => at <= from)?.at ?? 0
    return { from: heads.findLast((at) => at <= from) ?? own, to: nextHead(to) ?? endOfSentence(to) }
  })
  return isCut ? [...paragraphs, { from: 0, to: Math.min(nextHead(0) ?? text.length, endOfSentence(0)) }] : paragraphs
}

type PageParts = ReadPage & {
  readonly quoted: readonly Quoted[]
  readonly numbers: readonly PageNumber[]
  readonly beside: Beside
  readonly dismissed: readonly Dismissed[]
  readonly used: Set<Dismissed>
  /** Dismissals of amounts that are due, with their sentences. */
  readonly due: Map<Dismissed, string>
}
/** A number that a table calls existing or proposed, beside one that is read. A definition may still give its own reason. */
const BESIDE_APPROVED = 'not approved'
type Stands = Pick<CoveredNumber, 'standing' | 'by' | 'kind'>

function standingsOn(parts: PageParts): (number: PageNumber) => Stands {
  const { source_id, page, laid, quoted, folded, numbers, beside, dismissed, used, due } = parts
  const { read, notApproved, isSerial } = cellsOf(parts)
  const furniture = furnitureOf(folded, beside)
  const stands = (number: PageNumber): Stands | null => {
    const cell = read.find(({ holds }) => holds(number))
    if (cell !== undefined) return { standing: 'figure', by: cell.path, kind: null }
    const quote = quoted.find(({ stretches, sentences }) => within(number.isRule ? sentences : stretches)(number))
    if (quote !== undefined) return { standing: isFigure(quote.path) ? 'figure' : 'fact', by: quote.path, kind: null }
    if (notApproved.some((holds) => holds(number))) return { standing: 'dismissed', by: null, kind: BESIDE_APPROVED }
    if (isSerial(number)) return { standing: 'dismissed', by: null, kind: 'serial' }
    const kind = isRate(laid, number) ? null : furniture(number.at, number.end)
    return kind === null ? null : { standing: 'dismissed', by: null, kind }
  }
  const known = new Map(numbers.map((number) => [number, stands(number)]))
  for (const each of dismissed) {
    if (each.source_id !== source_id || each.page !== page) continue
    const isQuoted = within(occurrences(folded.text, fold(each.quote)))
    const meant = numbers.filter((number) => number.text === each.number && isQuoted(number))
    const [only, ...others] = meant
    if (only === undefined || others.length > 0) continue
    const taken = known.get(only) ?? null
    if (taken !== null && taken.kind !== BESIDE_APPROVED) continue
    const sentence = sentencesAround(folded.text, each.quote)?.whole ?? ''
    if (isDue(sentence, each.number)) {
      due.set(each, sentence)
      continue
    }
    known.set(only, { standing: 'dismissed', by: each.because, kind: null })
    used.add(each)
  }
  return (number) => known.get(number) ?? { standing: 'missing', by: null, kind: null }
}

/** Whether a number is an amount that a sentence says is due; 100 percent of a charge are that charge. */
const isDue = (sentence: string, number: string): boolean =>
  sentence.length <= LONGEST_SENTENCE &&
  number !== '100' &&
  dueAmountsIn(sentence).some((amount) => printedNumbers(amount).some(({ text }) => text === number))

/** Path of a figure; other quotations belong to facts, rules and blocked components. */
const isFigure = (path: string): boolean =>
  path.startsWith('rows/') ||
  (path.startsWith('rules/') && !path.startsWith('rules/facts/')) ||
  path.startsWith('quantities/')

/**
 * Whether a number is the whole text of a table cell: then it is not a serial number or code, whatever it looks like,
 * unless the column is one of serial numbers.
 */
function isRate(laid: PageLayout | null, number: PageNumber): boolean {
  if (laid === null) return false
  return laid.tables.some(({ rows, columns }) =>
    rows.some(({ cells }) =>
      cells.some(
        (cell, column) =>
          cell?.box != null &&
          inBoxes([cell.box])(number) &&
          'number' in numberOfCell(cell.text) &&
          !SERIAL_HEAD.test(fold(columns[column]?.at(-1) ?? '')),
      ),
    ),
  )
}
