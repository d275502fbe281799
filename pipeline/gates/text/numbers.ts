import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import { RAISED } from './raised-digits.ts'
import { MULTIPLIERS, NUMBER_WORDS, WORDS_IN_CELLS } from './reading-words.ts'
import { remembering } from './remembering.ts'
import { NUMBER_PHRASES } from './tokens.ts'

/**
 * A number as a reader sees it: all its digits, in any script, with separators. `value` is the exact decimal with its
 * sign; null if it is not a plain number, and then `why` is the reason.
 */
export type PrintedNumber = {
  readonly at: number
  readonly end: number
  readonly text: string
  readonly value: string | null
  readonly why: string | null
}

/** Invisible characters. */
const INVISIBLE = '\\p{Default_Ignorable_Code_Point}\\p{Cf}'
const UNSEEN = new RegExp(`[${INVISIBLE}]`, 'u')
const DIGIT = '\\p{Nd}\\p{No}'
const RUN = new RegExp(
  `(?<![${DIGIT}])(?<=^|\\s|\\()\\.\\p{Nd}+|[${DIGIT}](?:[${DIGIT}]|[.,'\\u2019\\u00a0\\u2007\\u2009\\u202f${INVISIBLE}](?=[${DIGIT}])|\u0020(?=\\p{Nd}{3}(?!\\p{Nd})))*`,
  'gu',
)
/** Raised digits on their own are the mark of a note. */
const MARK = new RegExp(`^[${RAISED}]+$`, 'u')
const MULTIPLIED = new RegExp(`^\\s*\\(?(?:${MULTIPLIERS.join('|')})(?!\\p{L})`, 'iu')

/** The value of a digit of any script; null for other characters. In each script the digits follow its 0. */
function digitOf(char: string): number | null {
  if (!/^\p{Nd}$/u.test(char)) return null
  const code = char.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

/** A text with digits of other scripts as ours. */
export const inOurDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => String(digitOf(digit) ?? digit))

const TIMES: Readonly<Record<string, number>> = { thousand: 1e3, lakh: 1e5, lac: 1e5, million: 1e6, crore: 1e7 }
/** `1.5 lakh units`, `1-2 lakh units`, and no amount of money: `Rs 2 lakh`. */
const IN_LAKHS =
  /(?<![\d.,\p{L}]|(?:Rs\.?|INR|rupees|\u20b9)\s*)(?:(?<low>\d+(?:\.\d+)?)(?<joint>\s*(?:-|\u2013|to)\s*))?(?<high>\d+(?:\.\d+)?|one)\s+(?<word>thousand|lakh|lac|million|crore)s?(?!\p{L})/giu

/**
 * A text whose numbers of thousands, lakhs and more are in full: `up to 1 lakh units` is `up to 100000 units`, and `1st 100
 * units` is `first 100 units`.
 */
export const inFull = remembering((text): string =>
  text.replaceAll(/(?<![\p{L}\d.,])1st(?=\s+\d)/giu, 'first').replace(IN_LAKHS, (...found) => {
    const { low, joint = '', high = '', word = '' } = found.at(-1) as Readonly<Record<string, string | undefined>>
    const full = (number: string): string =>
      String(Number(((/one/iu.test(number) ? 1 : Number(number)) * (TIMES[word.toLowerCase()] ?? 1)).toFixed(6)))
    return `${low === undefined ? '' : `${full(low)}${joint}`}${full(high)}`
  }),
)

const scriptOf = (char: string): number => (char.codePointAt(0) ?? 0) - (digitOf(char) ?? 0)

/** Groups of digits by comma (`1,500`, `1,00,000`), or of three by apostrophe or a space of any width. */
const GROUPED =
  /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$|^\d{1,3}(?:(?:'\d{3})+|(?:\u2019\d{3})+|(?:[ \u00a0\u2007\u2009\u202f]\d{3})+)(?:\.\d+)?$/u

function readNumber(text: string): { readonly value: string | null; readonly why: string | null } {
  const no = (why: string): { value: null; why: string } => ({ value: null, why })
  if (UNSEEN.test(text)) return no('it contains an invisible character')
  if (/\p{No}/u.test(text)) return no('it contains a fraction or a raised digit')
  const digits = [...text].filter((char) => digitOf(char) !== null)
  if (new Set(digits.map(scriptOf)).size > 1) return no('its digits are from two scripts')
  const plain = [...text].map((char) => digitOf(char) ?? char).join('')
  const ungrouped = GROUPED.test(plain) ? plain.replace(/[,'\u2019 \u00a0\u2007\u2009\u202f]/gu, '') : plain
  const value = normaliseDecimal(ungrouped.startsWith('.') ? `0${ungrouped}` : ungrouped)
  return value === null ? no('it is not written as a plain number') : { value, why: null }
}

const NEGATIVE = /(?<![\p{Nd}\p{L}])[-\u2212\u2013](?:(?:Rs\.?|\u20b9) ?)?$/u

/** Every number in a text, in order. Numbers in words are not included: see `numberWords`. */
export const printedNumbers = remembering((text): readonly PrintedNumber[] =>
  [...text.matchAll(RUN)].flatMap(({ 0: token, index }) => {
    const end = index + token.length
    const number = { at: index, end, text: token }
    const before = text.slice(0, index)
    const behind = text.slice(end)
    if (MARK.test(token) && !/\S$/u.test(before)) return []
    const { value, why } = readNumber(token)
    if (value === null) return { ...number, value, why }
    if (MULTIPLIED.test(behind))
      return { ...number, value: null, why: `it is followed by${MULTIPLIED.exec(behind)?.[0]}` }
    if (/^[\u00bc-\u00be\u2150-\u215e]|^\/\d/u.test(behind))
      return { ...number, value: null, why: 'a fraction follows it' }
    return { ...number, value: NEGATIVE.test(before) && value !== '0' ? `-${value}` : value, why: null }
  }),
)

/** A number as figures print it: its digits and separators, with a plain minus if it is negative. */
export const printedText = ({ text, value }: PrintedNumber): string =>
  value?.startsWith('-') === true ? `-${text}` : text

/** Numbers spelled out in a text, as decimals. */
export const numberWords = remembering((text): readonly string[] => {
  const halves = [...text.matchAll(AND_A_HALF)].map(
    ([, word = '']) => NUMBER_PHRASES[`${word.toLowerCase()} and a half`] ?? '',
  )
  const words = text
    .replaceAll(AND_A_HALF, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return [...halves, ...words.flatMap((word) => (Object.hasOwn(NUMBER_WORDS, word) ? [NUMBER_WORDS[word] ?? ''] : []))]
})
const AND_A_HALF = /(?<!\p{L})(one|two) and (?:a )?half(?!\p{L})/giu

/** A cell that says that nothing is charged; `free units` and `free supply up to` say something else. */
const FREE = new RegExp(
  `(?<=^\\s*)(?:free(?: of (?:charge|cost))?|no charges?)(?=[\\s*#\\u2020\\u2021.${RAISED}]*$)`,
  'iu',
)

/** `For each 0.1 kW load`, `per 10 kVA`: of what, and how much of it, an amount is for. */
const PART =
  /(?<=\d\S{0,3}\s{0,3})(?:\/|(?<!\p{L})(?:per|(?:for )?(?:each|every)))\s*(\d[\d.]*)\s*(kW|kVA|B?HP|units?)(?!\p{L})(?:\s+(?:of )?(?:the )?(?:(?:sanctioned|connected|contracted) )?load(?!\p{L}))?/iu

/** The parts for each of which the amount of a cell is, `0.1` of `28 for each 0.1 kW load`, with the words that say so; null: of none. */
export function partInCell(text: string): { readonly size: string; readonly words: string } | null {
  const [words, size] = PART.exec(text) ?? []
  const value = size === undefined ? null : normaliseDecimal(size)
  return words === undefined || value === null || value === '1' ? null : { size: value, words }
}
/** What a cell prints beside the parts for which its amount is. */
export function withoutPart(text: string): string {
  const part = partInCell(text)
  return part === null ? text : text.replace(part.words, ' ')
}

/**
 * The only number of a cell, with its sign and nothing next to it that would change its meaning. `why`: why a cell has
 * none.
 */
export function numberOfCell(given: string): { readonly number: PrintedNumber } | { readonly why: string } {
  // The words of a part stand behind the number, which keeps its place.
  const text = withoutPart(given)
  const numbers = printedNumbers(text)
  const [only, second] = numbers
  if (only === undefined) {
    const free = FREE.exec(text)
    if (free !== null)
      return { number: { at: free.index, end: free.index + free[0].length, text: free[0], value: '0', why: null } }
    const words = numberWords(text).filter((value) => value === '0')
    const word = /\b(nil|zero)\b/iu.exec(text)
    if (words.length === 1 && word !== null)
      return { number: { at: word.index, end: word.index + word[0].length, text: word[0], value: '0', why: null } }
    return { why: 'no number is printed in it' }
  }
  if (second !== undefined) {
    const joined = /^\s?[-\u2013\u2014/]\s?$/u.test(text.slice(only.end, second.at))
    return {
      why: joined ? `${only.text} and ${second.text} are joined` : `${only.text} and ${second.text} are two numbers`,
    }
  }
  if (only.value === null) return { why: `${only.text} is not a plain number: ${only.why}` }
  if (/^\(\s*(?:(?:Rs\.?|\u20b9)\s*)?[\d.,]+\s*\)$/u.test(text.trim()))
    return { why: 'a number in brackets may be a minus' }
  if (/\bless\b|\bminus\b/iu.test(text)) return { why: 'something is taken off it' }
  if (UNSEEN.test(text)) return { why: 'it contains an invisible character' }
  return { number: only }
}

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
  const strange = letters.find((each) => each !== undefined && !WORDS_IN_CELLS.has(each.toLowerCase()))
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
