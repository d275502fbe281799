import type { Figure } from '../../../releases/record/figure.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import { fold } from '../text/fold.ts'
import { RAISED } from '../text/raised-digits.ts'

const SIGN = `[*#@\u2020\u2021]+|[${RAISED}]+`
/** Marks of notes behind a text: `7.50*`, `8.10 #`, `LT-II **`, `60 \u00b2`. */
const MARK = new RegExp(`(?<=[\\p{L}\\p{N})%./-]\\s?)(${SIGN})(?=[\\s,;:)]|$)`, 'gu')
/** A line that begins with a mark is the note of it. */
const NOTE = new RegExp(`^\\s*(${SIGN})\\s*:?\\s*(?=[\\p{L}\\p{N}(])`, 'u')
const IS_RAISED = new RegExp(`^[${RAISED}]`, 'u')

/** A table may go on for some pages before its notes. */
const PAGES = 5

/** The notes of a figure, and those that nothing in the record quotes. */
export type MarkedNotes = { readonly texts: readonly string[]; readonly unread: readonly Failing<F>[] }

/**
 * Notes, and among them those that nothing in the record quotes, of the marks beside a figure in its cell, label and header or in its sentence: they may say that it
 * is for others, or from another day. A note is on the page of the figure, or else on the first page behind it that has
 * one of this mark. `quotesOn`: what the record quotes from a page.
 */
export function notesOf(
  { cell, printed, quote, locator }: Figure,
  pages: readonly string[],
  quotesOn: (page: number) => readonly string[],
): MarkedNotes {
  const texts = cell === undefined ? [quote] : [cell.printed, ...cell.row, ...cell.column]
  const all = texts.flatMap((text) => [...text.matchAll(MARK)].map(([, mark = '']) => mark))
  // In a sentence, signs such as `#` may be no marks.
  const marks = new Set(cell === undefined ? all.filter((mark) => IS_RAISED.test(mark)) : all)
  const found = [...marks].map((mark): MarkedNotes => {
    const ofMark = (page: string): string[] =>
      page.split('\n').flatMap((line) => (NOTE.exec(line)?.[1] === mark ? [fold(line)] : []))
    const near = pages.slice(locator.page - 1, locator.page - 1 + PAGES).map(ofMark)
    const behind = near.findIndex((notes) => notes.length > 0)
    const notes = near[behind] ?? []
    // A raised digit without a note may be an exponent.
    if (behind < 0 && IS_RAISED.test(mark))
      return { texts: [], unread: [['note_unread', `a note that begins with ${mark}`, `${printed} has this mark`]] }
    const quotes = behind < 0 ? [] : quotesOn(locator.page + behind)
    const unread = notes
      .filter((note) => !quotes.some((quote) => note.includes(quote) || quote.includes(note)))
      .map(
        (note): Failing<F> => [
          'note_unread',
          `the note "${note}" in the quote of a rule or a fact`,
          `${printed} has its mark`,
        ],
      )
    return { texts: notes, unread }
  })
  return { texts: found.flatMap(({ texts }) => texts), unread: found.flatMap(({ unread }) => unread) }
}
