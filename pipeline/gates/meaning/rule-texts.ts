import type { Figure } from '../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { contextsOf } from '../cells/figure-context.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import type { Sentence } from '../quotes/sentence-faults.ts'
import { oncePer } from '../record/once-per.ts'
import { sentencesIn } from '../text/sentences.ts'

/** Where a figure of a rule is read: in its own cell or sentence, and in what the record cites beside it. */
export type RuleText = {
  /** Its cell with label and header, or the part of its sentence that no other figure quotes. */
  readonly own: string
  /** Every sentence of the same note, paragraph or section. */
  readonly near: string
}

export function textOf(figure: Figure, citedIn: Cited): RuleText {
  const { cell } = figure
  const own =
    cell === undefined
      ? (citedIn.sentenceOf(figure)?.piece ?? figure.quote)
      : [...cell.row, ...cell.column, cell.printed].join(' | ')
  return { own, near: [...citedIn.around(figure), ...citedIn.sectionOf(figure)].join(' | ') }
}

/** Both of its texts. */
export const textsOf = (figure: Figure, citedIn: Cited): string[] => Object.values(textOf(figure, citedIn))

/** `The above Consumers shall pay`: who they are is in another sentence of the note. */
const REFERS_BACK = /(?<!\p{L})the (?:above|aforesaid|said)(?: \p{L}+)? consumers?(?!\p{L})/iu
const WHO = /(?<!\p{L})consumers?(?!\p{L})/iu

/**
 * The part of its sentence that no other figure quotes, and the sentences to which that refers back; or the sentence above
 * its table.
 */
export function aroundOf(figure: Figure, citedIn: Cited): readonly string[] {
  if (figure.cell !== undefined) return citedIn.leadOf(figure)
  const beside = citedIn.besideOf(figure)
  const piece = citedIn.sentenceOf(figure)?.piece ?? figure.quote
  if (!REFERS_BACK.test(piece)) return [piece, ...beside]
  return [
    piece,
    ...beside,
    ...new Set(citedIn.sectionOf(figure).filter((text) => WHO.test(text) && !REFERS_BACK.test(text))),
  ]
}

/** `A rebate as given below:` above a table, which says whom the table is for. */
const INTRODUCES = /:\s*$|(?<!\p{L})(?:below|following|hereunder|as under)(?!\p{L})[^.]*\.?\s*$/iu

/** What introduces the table of a cell, as it is printed: whom a table is for is no word that changes nothing. */
export function introducedBy(figure: Figure, citedIn: Cited): readonly string[] {
  const above = citedIn.aboveTable(figure)
  return above !== null && INTRODUCES.test(above) ? [above] : []
}

/** What each figure of a record depends on, in the record's own words, by its path. */
export const readsByPath = oncePer(
  (record: ReleaseRecord): ReadonlyMap<string, string> =>
    new Map(contextsOf(record).map(({ path, reads }) => [path, reads])),
)

/** The sentence from which a figure was read; null if it was read from a cell or a line of a sheet. */
export function proseOf(figure: Figure, citedIn: Cited): Sentence | null {
  const sentence = figure.cell === undefined ? citedIn.sentenceOf(figure) : null
  return sentence?.prose === true ? sentence : null
}

/** The next clause, which is about something else. */
const CLAUSE = /\s\(?(?:\d{1,3}[.)]|(?:[a-z]|[ivx]{2,4})\))\s+\(?\p{Lu}/u
const FURTHEST = 600

/** The sentence from which something was read, and those behind it in its clause, as printed. */
export function sentencesFrom(
  cited: Pick<Figure, 'source_id' | 'locator'>,
  { printed }: Pick<Sentence, 'printed'>,
  citedIn: Cited,
): string[] {
  const page = citedIn.pageText(cited)
  const at = page.indexOf(printed)
  if (at < 0) return []
  const rest = page.slice(at + printed.length, at + printed.length + FURTHEST)
  const clause = printed + rest.slice(0, CLAUSE.exec(rest)?.index ?? rest.length)
  return sentencesIn(clause)
}

/** The sentences of its clause before a sentence, as printed; none where no number of a clause is printed before it. */
export function sentencesBefore(
  cited: Pick<Figure, 'source_id' | 'locator'>,
  { printed }: Pick<Sentence, 'printed'>,
  citedIn: Cited,
): string[] {
  const page = citedIn.pageText(cited)
  const at = page.indexOf(printed)
  const before = at < 0 ? '' : page.slice(Math.max(0, at - FURTHEST), at)
  const begin = [...before.matchAll(new RegExp(CLAUSE, 'gu'))].at(-1)
  return begin === undefined || CLAUSE.test(` ${printed}`.slice(0, 12))
    ? []
    : sentencesIn(before.slice(begin.index).trim())
}
