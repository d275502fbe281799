import { fold } from '../text/fold.ts'
import { remembering } from '../text/remembering.ts'
import { endsAsSentence } from '../text/sentences.ts'

/** Where notes and paragraphs of a page begin and end. */

/** A line that begins a heading, an item of a list or a new paragraph. */
export const BEGINS = /^\s*(?:$|[-*#\u2022]|\(?(?:\p{L}|\d{1,3}|[ivx]{1,4})[.)]\s)/u

/**
 * A line that begins a note, below a table as its last row is: by its word, or by an asterisk that is in the text above.
 * A number such as `(i)` may be an item of a list, to which the words above it belong: `Not payable are`.
 */
const NOTE = /^\s*(?:notes?|n\.?b\.?)(?:\s+\(?(?:\d{1,2}|[ivxl]+)\)?)?\s*[-.:\u2013]/iu
const beginsNote = (lines: readonly string[], at: number): boolean =>
  NOTE.test(lines[at] ?? '') ||
  (/^\s*\*/u.test(lines[at] ?? '') && lines.slice(0, at).some((line) => /[\p{L}\p{N})]\s?\*/u.test(line)))

/** The notes of a page, and where each begins in the folded page. */
const notesOf = remembering((page): readonly { readonly text: string; readonly at: number }[] => {
  const lines = page.split('\n')
  return lines.flatMap((_, index) =>
    beginsNote(lines, index)
      ? { text: lines.slice(index).join('\n'), at: fold(lines.slice(0, index).join(' ')).length }
      : [],
  )
})

/** A page from the note that has the quote, whose sentence does not begin in what is above. */
export function fromNote(page: string, quote: string): string {
  const quoteAt = fold(page).indexOf(fold(quote))
  return notesOf(page).findLast(({ at }) => at <= quoteAt)?.text ?? page
}

/** The paragraph of a quote that begins in line `first`, since its sentence may begin above; and what is above. */
export function paragraphAt(lines: readonly string[], first: number, quote: string): { text: string; before: string } {
  const quoted = (end: number): boolean => fold(lines.slice(first, end).join(' ')).includes(fold(quote))
  let from = first
  while (from > 0 && !BEGINS.test(lines[from] ?? '') && !beginsNote(lines, from)) from -= 1
  let to = first + 1
  while (to < lines.length && (!BEGINS.test(lines[to] ?? '') || !quoted(to))) to += 1
  return { text: lines.slice(from, to).join(' '), before: lines.slice(from, first).join(' ') }
}

/** A table begins no further below its paragraph, in lines. */
const FURTHEST = 40

/** The paragraph above the table that has a row: the nearest line that ends as a sentence does. Null: there is none. */
export function paragraphAbove(lines: readonly string[], row: string): string | null {
  const at = lines.findIndex((_, index) => fold(lines.slice(index, index + 6).join(' ')).startsWith(fold(row)))
  for (let index = at - 1; index >= Math.max(0, at - FURTHEST); index -= 1) {
    const line = fold(lines[index] ?? '')
    if (endsAsSentence(line) || line.endsWith(':'))
      return fold(paragraphAt(lines.slice(0, index + 1), index, line).text)
  }
  return null
}

/** The paragraph or item that has a quote, and the nearest above it that introduces what follows: `For HT consumers:`. */
export function paragraphsOf(page: string, quote: string): string[] {
  const found: string[][] = []
  for (const line of page.split('\n')) {
    if (BEGINS.test(line) || found.length === 0) found.push([])
    found.at(-1)?.push(line)
  }
  const paragraphs = found.map((lines) => fold(lines.join(' ')))
  const at = paragraphs.findIndex((text) => text.includes(fold(quote)))
  const own = paragraphs[at]
  const lead = paragraphs.slice(0, Math.max(at, 0)).findLast((text) => text.endsWith(':'))
  return [own, lead].filter((text) => text !== undefined)
}

/** Titles: few words that end no sentence, all in capitals, or behind a number. A row of a table may begin like the second kind. */
const CAPITALS = /^(?!.*\s\d.*\s\d)[^\p{Ll}]*\p{Lu}{3}[^\p{Ll}]*$/u
const NUMBERED =
  /^(?:(?:Part|Schedule|Section|Chapter)\s+)?\(?(?:\d{1,2}(?:\.\d{1,2}){0,3}[.):]*|(?:[A-Za-z]|[IVXLivxl]{1,5})[.):]+|[IVXL]{1,5})\s+(?!.*\s\d)\p{Lu}\p{L}{2}/u
/** The lines of a paragraph are longer. */
const LONGEST_TITLE = 60

/** A page, folded, and its short lines that end no sentence and may be titles of whatever kind, the last first; `at`: where each begins. */
const titlesIn = remembering((page) => {
  const titles: { readonly line: string; readonly at: number }[] = []
  let text = ''
  for (const line of page.split('\n').map(fold)) {
    if (line === '') continue
    if (line.length <= LONGEST_TITLE && /^[\p{Lu}\p{N}(]/u.test(line) && !endsAsSentence(line))
      titles.push({ line, at: text.length })
    text += `${line} `
  }
  return { text, titles: titles.reverse() }
})

/** What may be a title above a quote on its page and on the page before, the nearest first: `TEMPORARY SUPPLY`, `5.2 Rebate for digital payment`. */
export function titlesAbove(before: string, page: string, quote: string): string[] {
  const { text, titles } = titlesIn(page)
  const quoteAt = text.indexOf(fold(quote))
  return [...titles.filter(({ at, line }) => at + line.length < quoteAt), ...titlesIn(before).titles].map(
    ({ line }) => line,
  )
}

/** A title that is certainly one: whatever stands below it is about what it says. */
export const isInCapitals = (title: string): boolean => CAPITALS.test(title)

/** Of some titles the nearest in capitals, and the nearest behind a number that is not above that. */
export function nearestTitles(titles: readonly string[]): string[] {
  const at = titles.findIndex(isInCapitals)
  const numbered = titles.slice(0, at < 0 ? titles.length : at).find((title) => NUMBERED.test(title))
  return [numbered, titles[at]].filter((title) => title !== undefined)
}
