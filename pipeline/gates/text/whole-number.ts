import { printedNumbers } from './numbers.ts'
import { WORDS_IN_CELLS } from './reading-words.ts'

const KNOWN: ReadonlySet<string> = new Set(WORDS_IN_CELLS)
const LETTERS_BEFORE = /[\p{L}\p{M}]+$/u
const LETTERS_BEHIND = /^[\p{L}\p{M}]+/u
/** `4=75`, `4 - 75`, `4\u00b775`: signs between two digits; what joins them need not be known. */
const JOINED_BEFORE = /\p{N}(?:[^\s\p{L}\p{N}]{1,2}|\s[-=\u2010-\u2015\u2212]\s)$/u
const JOINED_BEHIND = /^(?:[^\s\p{L}\p{N}]{1,2}|\s[-=\u2010-\u2015\u2212]\s)\p{N}/u

/**
 * Why a number in a text is only a part of what is printed: another number is joined to it by a sign, or letters are
 * that are no unit (`2O`, `l20`). Null if it is whole. `at`, `end`: where it begins and ends.
 */
function joinedTo(text: string, at: number, end: number): string | null {
  const [before, behind] = [text.slice(0, at), text.slice(end)]
  if (JOINED_BEFORE.test(before) || JOINED_BEHIND.test(behind)) return 'two numbers are joined'
  const letters = [LETTERS_BEFORE.exec(before)?.[0], LETTERS_BEHIND.exec(behind)?.[0]]
  const strange = letters.find((each) => each !== undefined && !KNOWN.has(each.toLowerCase()))
  return strange === undefined ? null : `\`${strange}\` is joined to it`
}

/**
 * For each number of a text that contains some digits, why they are only a part of it: digit groups, a fraction, a
 * multiple, a joined number, brackets. Null for one that they are all of.
 */
export function whysNotWhole(text: string, own: string): (string | null)[] {
  return printedNumbers(text)
    .filter((number) => number.text.includes(own))
    .map(({ text: number, value, why, at, end }) => {
      if (number !== own) return `${number} is one number`
      if (value === null) return why
      const isBracketed = /\(\s*$/u.test(text.slice(0, at)) && /^\s*\)/u.test(text.slice(end))
      return joinedTo(text, at, end) ?? (isBracketed ? 'a number in brackets may be a minus' : null)
    })
}
