/** Small raised digits from 0 to 9, the marks of notes, for a class of characters in a pattern. */
export const RAISED = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'

/** Numbers of notes as their marks are printed: `2` or `1,3`. */
const NUMBERS_OF_NOTES = /^\s*\d{1,2}(?:\s?,\s?\d{1,2})*\s*$/u

/** What is printed small and raised, as text of its own: `2` is `\u00b2`. Null if it is no number of a note. */
export function markOfNote(printed: string): string | null {
  if (!NUMBERS_OF_NOTES.test(printed)) return null
  return printed
    .split(',')
    .map((number) => number.trim().replace(/\d/gu, (digit) => RAISED[Number(digit)] ?? digit))
    .join(' ')
}

const MARKS = new RegExp(`\\s?(?<=\\s|[\\p{L}\\p{P}])[${RAISED}]+(?=[\\s,.;:)]|$)`, 'gu')

/** A text without marks of notes: the name that a label or a header prints. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '')
