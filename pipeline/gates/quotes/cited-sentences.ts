import type { Cell } from '../../../releases/record/cell.ts'
import type { Figure, Quotation } from '../../../releases/record/figure.ts'
import type { Candidate, Means } from '../gate.ts'
import { oncePer } from '../record/once-per.ts'
import { sourcesById } from '../record/sources.ts'
import { fold } from '../text/fold.ts'
import { unitsInShort } from '../text/printed-units.ts'
import { escaped } from '../text/reading-words.ts'
import { remembering } from '../text/remembering.ts'
import { pieceAround, type Sentences, sentencesAround, withPredicate } from '../text/sentences.ts'
import { standsAsToken } from '../text/tokens.ts'
import { type MarkedNotes, notesOf as markedNotesOf } from './marked-notes.ts'
import { type OverPages, pagesJoined } from './over-pages.ts'
import { fromNote, paragraphAbove, paragraphAt, paragraphsOf, titlesAbove } from './paragraphs.ts'
import { quotationsOf } from './quotations.ts'
import type { Sentence } from './sentence-faults.ts'
import { fieldsAround, lineOf, type SheetBeside, sheets } from './sheets.ts'

type Quoted = Pick<Quotation, 'source_id' | 'locator' | 'quote'>

/** Longer than any sentence that states a tariff, in characters. */
const LONGEST = 1_000

const PLACE = '(?:\\d+(?:\\([a-z]\\))?|[ivxl]+)'
const PLACES = new RegExp(`\\b(para|note|table)s?\\s+(${PLACE}(?:\\s*(?:,|and)\\s*${PLACE}(?![\\p{L}\\p{N}]))*)`, 'giu')

/** The sections named in a text: `paras 269 and 288` are para 269 and para 288. */
const namesIn = remembering((text): readonly string[] =>
  [...text.matchAll(PLACES)].flatMap(([, kind = '', list = '']) =>
    list.split(/\s*(?:,|and)\s*/u).map((each) => `${kind.toLowerCase()} ${each}`),
  ),
)

/** Declared words, and not where they are a part of others: `not` of `notified`. */
const wholeWords = remembering((words) => {
  const before = /^[\p{L}\p{N}]/u.test(words) ? '(?<![\\p{L}\\p{N}])' : ''
  const behind = /[\p{L}\p{N}]$/u.test(words) ? '(?![\\p{L}\\p{N}])' : ''
  return new RegExp(`${before}${escaped(words)}${behind}`, 'gu')
})

const pageOf = ({ source_id, locator }: Quoted): string => `${source_id} ${locator.page}`

/** Cited text, as stored. */
export type Cited = {
  /** The sentence of a figure's quote, for one that was read from a cell the text around it; null if the quote is not found. */
  sentenceOf(figure: Figure): Sentence | null
  /**
   * Every sentence that the record cites from the same note, paragraph or section, or from one that the figure cites. In a
   * sheet also the row of the quote.
   */
  sectionOf(figure: Figure): readonly string[]
  /**
   * Every sentence that the record cites from another section that the figure cites too, and that does not print its
   * amount: who gets `the rebate for payment of the bill` a second time, and when.
   */
  besideOf(figure: Figure): readonly string[]
  /** The paragraph above the table of a cell; null: it has none, or the figure was not read from a cell. */
  aboveTable(figure: Figure): string | null
  /** The sentences above the table of a cell, as far as the record cites them from its section: `as given below`. */
  leadOf(figure: Figure): readonly string[]
  /** The whole sentences of a quotation, and every sentence that the record cites from the same note or section. */
  around(quotation: Quotation): readonly string[]
  /** A text of a page, such as a header, without the words that readings.yaml declares for it. */
  declared(text: string, figure: Figure): string
  /** A quote without the words that readings.yaml declares; null in a sheet. */
  undeclared(quotation: Quotation): string | null
  /** The sheet of a figure of a row; null if it is not in one. */
  sheetBeside(figure: Figure, rowId: string): SheetBeside | null
  /** The notes of the marks beside a figure (marked-notes.ts). */
  markedNotes(figure: Figure): MarkedNotes
  /** What may be a title above a figure on its page or the page before, as printed, the nearest first. */
  titlesOf(figure: Figure): readonly string[]
  /** The paragraph of a figure's quote, and the nearest above it that introduces what follows, as printed. */
  paragraphsOf(figure: Figure): readonly string[]
  /** The text of the page on which something is cited, folded. */
  pageText(figure: Pick<Quoted, 'source_id' | 'locator'>): string
  /** Every sentence that the record cites from notes, paragraphs or sections named in a text: `paras 269 and 288`. */
  named(text: string): readonly string[]
}

/** The notes and paragraphs that the citations of a figure name. */
export const sectionsCited = ({ citations }: Figure): string[] =>
  citations.map((each) => /, p\.\d+, (.+)$/u.exec(each)?.[1] ?? '')

/** Label and header of a cell. */
export const labelsOf = ({ row, column }: Cell): string[] => [row.join(' | '), column.join(' | ')]

/** Where a figure itself is read: label and header of its cell, its quote, and the whole sentence of that. */
export function ownTextsOf(figure: Figure, { sentenceOf }: Pick<Cited, 'sentenceOf'>): string[] {
  // What stands around a cell is the table, with the labels of all others.
  if (figure.cell !== undefined) return [...labelsOf(figure.cell), figure.quote]
  const sentence = sentenceOf(figure)
  return [figure.quote, ...(sentence === null ? [] : [sentence.whole])]
}

/**
 * The sentences by which figures are cited, complete as in the stored text, even if the quote leaves out a part. Words
 * that readings.yaml declares for a sentence are blanked out.
 */
export async function cited(candidate: Candidate, means: Means): Promise<Cited> {
  const sources = sourcesById(candidate.record)
  const texts = new Map<string, readonly string[]>()
  for (const { source_id, sha256 } of sources.values()) texts.set(source_id, (await means.pages(sha256)) ?? [])
  const joined = new Map([...texts].map(([source, pages]) => [source, pagesJoined(pages)]))
  const joinedAt = ({ source_id, locator }: Quoted): OverPages | null => joined.get(source_id)?.(locator.page) ?? null

  const isSheet = ({ source_id }: Pick<Quoted, 'source_id'>): boolean =>
    sources.get(source_id)?.media_type === 'text/csv'
  /** In an HTML page a line is a paragraph, an item or a row: the one that has all of a quote is its place. */
  const onlyLine = ({ source_id, quote }: Quoted, lines: readonly string[]): number | null => {
    if (sources.get(source_id)?.media_type !== 'text/html') return null
    const found = lines.flatMap((line, index) => (fold(line).includes(fold(quote)) ? [index] : []))
    return found.length === 1 ? (found[0] ?? null) : null
  }
  const declared = (text: string, quoted: Quoted): string => {
    const pages = joinedAt(quoted)?.pages
    return candidate.sentences
      .filter(({ source_id, page }) => source_id === quoted.source_id && pages?.has(page) === true)
      .reduce((rest, { says }) => rest.replaceAll(wholeWords(unitsInShort(fold(says))), ' '), unitsInShort(fold(text)))
  }
  const sentencesOf = (quotation: Quoted): (Sentences & Partial<Pick<Sentence, 'fields'>>) | null => {
    const { source_id, locator, quote } = quotation
    const page = texts.get(source_id)?.[locator.page - 1]
    const at = joinedAt(quotation)
    if (page === undefined || at === null) return null
    if (isSheet(quotation)) {
      const around = fieldsAround(page, locator.line, quote)
      return around === null ? null : { ...around, next: '' }
    }
    const { lines, before: above } = at
    const first = locator.line === null ? onlyLine(quotation, lines) : at.first + locator.line - 1
    if (first === null) {
      const own = lines.slice(above.length).join('\n')
      const noted = fromNote(own, quote)
      return noted === own ? sentencesAround(lines.join('\n'), quote, above.join('\n')) : sentencesAround(noted, quote)
    }
    const { text, before } = paragraphAt(lines, first, quote)
    return sentencesAround(text, quote, before)
  }

  // Pages of tables have no sentence ends: there only the quote itself counts.
  const saidBy = (quotation: Quoted): string | null => {
    const whole = sentencesOf(quotation)?.whole ?? null
    return whole !== null && whole.length > LONGEST ? fold(quotation.quote) : whole
  }

  // Facts are recorded only: no calculation reads their exceptions.
  const quotations = quotationsOf(candidate.record)
  const read = new Set(
    quotations.flatMap(({ path, quotation }) =>
      path.startsWith('rules/facts/') ? [] : `${quotation.source_id} ${saidBy(quotation)}`,
    ),
  )
  const sections = new Map<string, Set<string>>()
  for (const { quotation } of quotations) {
    const { section } = quotation.locator
    const whole = section === null ? null : saidBy(quotation)
    if (section === null || whole === null) continue
    const key = `${quotation.source_id} ${section}`
    sections.set(key, (sections.get(key) ?? new Set()).add(whole))
  }
  const rowOf = ({ source_id, locator, quote }: Quoted): string[] => {
    const page = texts.get(source_id)?.[locator.page - 1]
    return page === undefined || !isSheet({ source_id }) ? [] : [lineOf(page, locator.line, quote) ?? []].flat()
  }
  const sentencesIn = ({ source_id }: Figure, names: readonly string[]): string[] =>
    names.flatMap((name) => [...(sections.get(`${source_id} ${name}`) ?? [])])
  const sectionOf = (figure: Figure): string[] => [
    ...rowOf(figure).map((row) => declared(row, figure)),
    ...sentencesIn(figure, [figure.locator.section ?? '', ...sectionsCited(figure)]),
  ]
  const besideOf = (figure: Figure): string[] =>
    figure.cell === undefined && figure.printed !== null
      ? sectionsCited(figure)
          .filter((name) => name !== figure.locator.section)
          .map((name) => sentencesIn(figure, [name]))
          .filter((texts) => !texts.some((text) => standsAsToken(text, figure.printed ?? '', true)))
          .flat()
      : []
  const leadOf = (figure: Figure): string[] => {
    const { cell } = figure
    const [label, header] = [cell?.row.at(-1), cell?.column.at(-1)].map((text) => fold(text ?? ''))
    if (label === undefined || header === undefined || label === '' || header === '') return []
    return [...new Set(sectionOf(figure))].flatMap((text) => {
      const [first = -1, second = -1] = [text.indexOf(label), text.indexOf(header)].toSorted((a, b) => a - b)
      return first <= 0 || second < 0 ? [] : [declared(text.slice(0, first), figure)]
    })
  }
  const aboveTable = (figure: Figure): string | null =>
    figure.cell === undefined || isSheet(figure)
      ? null
      : paragraphAbove(texts.get(figure.source_id)?.[figure.locator.page - 1]?.split('\n') ?? [], figure.quote)
  // Amounts in one sentence, or in lines without full stops, are told apart by their own quotes.
  const quotesOn = new Map<string, Set<string>>()
  for (const { path, quotation } of quotations) {
    if (path.startsWith('rules/facts/')) continue
    const page = pageOf(quotation)
    quotesOn.set(page, (quotesOn.get(page) ?? new Set()).add(fold(quotation.quote)))
  }
  const pieceOf = (whole: string, figure: Figure): string =>
    withPredicate(pieceAround(whole, fold(figure.quote), quotesOn.get(pageOf(figure)) ?? []), whole)
  const sentenceOf = oncePer((figure: Figure): Sentence | null => {
    const found = sentencesOf(figure)
    // Gate 7 reports a quote that is not found.
    if (found === null) return null
    const { whole, next, fields = [whole] } = found
    const isRead = next.length > LONGEST || read.has(`${figure.source_id} ${next}`)
    const prose = !isSheet(figure)
    return {
      quote: declared(figure.quote, figure),
      whole: declared(whole, figure),
      printed: fold(whole),
      fields: fields.map((field) => declared(field, figure)),
      piece: declared(pieceOf(whole, figure), figure),
      next: isRead ? '' : declared(next, figure),
      prose,
      section: sectionOf(figure),
    }
  })
  const around = (quotation: Quotation): string[] => {
    const whole = saidBy(quotation)
    const { source_id, locator } = quotation
    const { section } = locator
    return [
      ...(whole === null ? [] : [whole]),
      // All fields of a line of a sheet count as its text.
      ...rowOf(quotation),
      ...(section === null ? [] : (sections.get(`${source_id} ${section}`) ?? [])),
    ]
  }
  const named = (text: string): string[] => {
    const names = namesIn(text)
    if (names.length === 0) return []
    return [...sections].flatMap(([key, found]) => {
      const section = key.slice(key.indexOf(' ') + 1)
      return names.some((name) => section === name || section.startsWith(`${name},`)) ? [...found] : []
    })
  }
  const markedNotes = (figure: Figure): MarkedNotes =>
    markedNotesOf(figure, texts.get(figure.source_id) ?? [], (page) =>
      quotations.flatMap(({ quotation: { source_id, locator, quote } }) =>
        source_id === figure.source_id && locator.page === page ? [fold(quote)] : [],
      ),
    )
  const undeclared = (each: Quotation): string | null => (isSheet(each) ? null : declared(each.quote, each))
  const sheetBeside = sheets(quotations, (each) => texts.get(each.source_id)?.[each.locator.page - 1], isSheet)
  const pageAt = ({ source_id }: Pick<Quoted, 'source_id'>, page: number): string =>
    texts.get(source_id)?.[page - 1] ?? ''
  const pageText: Cited['pageText'] = (figure) => fold(pageAt(figure, figure.locator.page))
  const titlesOf = oncePer((figure: Figure): readonly string[] => {
    const { page } = figure.locator
    return titlesAbove(pageAt(figure, page - 1), pageAt(figure, page), figure.quote)
  })
  return {
    sentenceOf,
    sectionOf,
    besideOf,
    aboveTable,
    leadOf,
    around,
    markedNotes,
    named,
    declared,
    undeclared,
    sheetBeside,
    paragraphsOf: (figure) => paragraphsOf(pageAt(figure, figure.locator.page), figure.quote),
    pageText,
    titlesOf,
  }
}
