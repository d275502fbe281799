import { normaliseDecimal, toScaled } from '../../../releases/record/decimal.ts'
import { escaped, hasWord, MULTIPLIERS, NUMBER_WORDS } from './reading-words.ts'
import { remembering } from './remembering.ts'

/**
 * Numbers as printed. A token is a whole number with all its digits: `7.42` is not a token of `17.42`, `7.425` or
 * `7.42.1`. With `grouped`, commas between groups of digits belong to it (`1,500.00`, `1,00,000`); in a CSV they
 * separate fields.
 */
const GROUPED = /(?<!\d|\d\.)\d{1,3}(?:,\d{2,3})*,\d{3}(?!\d|,\d)(?:\.\d+)*|(?<=^|\s)\.\d+|\d+(?:\.\d+)*/gu
const PLAIN = /(?<=^|\s)\.\d+|\d+(?:\.\d+)*/gu

/** Words that mean zero. */
export const NOUGHT = /^(?:nil|zero|free(?: of (?:charge|cost))?|no charges?)$/iu
/** `Free` alone says so at the end of what it is said of: `is free.`, and not `free units` or `free up to 50 units`. */
const IS_FREE = /(?<=(?<!\p{L})(?:is|are|be|being|supplied|provided|given)\s+)free(?=\s*(?:[.;,)]|$))/iu

/** Whether commas group digits in a text of this media type. */
export function groupsDigits(mediaType: string): boolean {
  return mediaType !== 'text/csv'
}

/** The number tokens of a text, without their signs. */
export function numberTokens(text: string, grouped: boolean): string[] {
  return [...text.matchAll(grouped ? GROUPED : PLAIN)].map(([token]) => token)
}

/**
 * Whether there is a minus sign directly before `index`, or before the rupees there (`-Rs 20`). A hyphen after a digit
 * is a range, `0-50`.
 */
function followsMinus(text: string, index: number): boolean {
  return /(?<!\d)[-\u2212](?:(?:Rs\.?|\u20b9) ?)?$/u.test(text.slice(0, index))
}

/** Numbers in several words, of which one alone is another number. */
export const NUMBER_PHRASES: Readonly<Record<string, string>> = { 'one and a half': '1.5', 'two and a half': '2.5' }

/**
 * The words in which a figure may be printed, and their values: `rupee` is the one of `the nearest rupee`, the next, or one that paise count
 * as, and `bill` the 100 percent of `or the actual bill, whichever is lower`.
 */
const VALUES: Readonly<Record<string, string>> = {
  ...NUMBER_WORDS,
  ...NUMBER_PHRASES,
  one: '1',
  rupee: '1',
  bill: '100',
}
/** A figure that is printed as the bill itself. */
export const isBill = (printed: string | null): boolean => printed?.toLowerCase() === 'bill'
const valueOfWord = (printed: string): string | null => {
  const word = printed.toLowerCase().replace(/ and half$/u, ' and a half')
  return Object.hasOwn(VALUES, word) ? (VALUES[word] ?? null) : null
}

/** Not behind a number in words or digits: that is the rest of a larger one, or of a range (`twenty-five`, `two and a half`, `one to two`). */
const LARGER = `(?<!(?:\\d|(?<!\\p{L})(?:${[...Object.keys(NUMBER_WORDS), 'one', 'point', ...MULTIPLIERS].join('|')}))[\\s-]+(?:(?:and|or|to)\\s+)?(?:an?\\s+)?)`
const PERCENT = '\\s+(?:%|per ?cent(?!\\p{L}))'
const OF_RATES =
  '\\s+(?:of\\s+)?(?:the|that|those|its|their|such|normal)(?:\\s+(?!(?:before|after|in|of|for|per|months?|years?|days?)(?!\\p{L}))\\p{L}+){0,5}?\\s+(?:charges?|rates?|tariffs?)(?!\\p{L})'

const WHICHEVER_LESS = 'whichever\\s+is\\s+(?:the\\s+)?(?:less|lower|lesser|least|smaller)(?!\\p{L})'
const OF_A_BILL = '(?:\\s+amount)?(?:\\s+(?:of|for)\\s+(?:the|that)\\s+month)?,?\\s+'
const BEFORE_BILL = '(?:(?:the|his|its|their|actual|total|whole|full|amount|of|electricity|monthly)\\s+){0,6}'
/** Words that count only where these sentences have them. */
const OF_ONE_SORT: Readonly<Record<string, string>> = {
  bill: `(?:(?<=(?<!\\p{L})or\\s+${BEFORE_BILL})bill(?=${OF_A_BILL}${WHICHEVER_LESS})|bill(?=${OF_A_BILL}or\\s+(?:Rs\\.?|\\u20b9)[^.;]{1,40}?${WHICHEVER_LESS}))`,
  rupee: `(?<=(?<!\\p{L})(?:nearest|next(?:\\s+higher)?|(?:counted|taken|treated|reckoned)\\s+as\\s+an?)\\s+(?:whole\\s+|full\\s+)?)rupee(?!\\p{L})`,
  half: `(?<!(?:first|second|latter|last|other)\\s+)half(?=(?:\\s+a)?${PERCENT}|${OF_RATES})`,
}

/**
 * Where a number in words is an amount: before what it counts. `One` and `half` alone are an article and a part, and so
 * `twice the fixed charge` is a number and `twice a month` none.
 */
const amountInWords = remembering((word): RegExp => {
  const isMultiple = ['twice', 'double', 'thrice', 'triple'].includes(word)
  const form = isMultiple
    ? `${word}(?=${OF_RATES})`
    : (OF_ONE_SORT[word] ?? `${escaped(word)}(?=${PERCENT}|\\s+(?:times|paise|paisa|rupees?|months)(?!\\p{L}))`)
  return new RegExp(`(?<![\\p{L}\\p{N}-])${LARGER}${form}`, 'giu')
})

/** Positions in a text directly after a number token with this sign, or after a number in words. */
export function endsOfToken(text: string, printed: string, grouped: boolean): number[] {
  if (valueOfWord(printed) !== null)
    return NOUGHT.test(printed)
      ? []
      : [...text.matchAll(amountInWords(printed.toLowerCase()))].map(({ 0: word, index }) => index + word.length)
  const isNegative = printed.startsWith('-')
  const number = isNegative ? printed.slice(1) : printed
  return [...text.matchAll(grouped ? GROUPED : PLAIN)]
    .filter(({ 0: token, index }) => token === number && followsMinus(text, index) === isNegative)
    .map(({ index }) => index + number.length)
}

/** The numbers of a text as canonical decimals, each with whether it has a minus sign. */
export function signedNumbers(text: string, grouped: boolean): { number: string; isNegative: boolean }[] {
  return [...text.matchAll(grouped ? GROUPED : PLAIN)].flatMap(({ 0: token, index }) => {
    const number = readPrinted(token)
    return number === null ? [] : [{ number, isNegative: followsMinus(text, index) }]
  })
}

/** True if `text` contains `printed` as a whole token, with the same sign. */
export function standsAsToken(text: string, printed: string, grouped: boolean): boolean {
  if (NOUGHT.test(printed)) return /^free$/iu.test(printed) ? IS_FREE.test(text) : hasWord(text, [printed])
  return endsOfToken(text, printed, grouped).length > 0
}

/** True if a number in `text` has exactly this value, ignoring trailing zeros (`9.20` for `9.2`). */
export function valueStands(text: string, value: string, grouped: boolean): boolean {
  const wanted = readPrinted(value)
  return wanted !== null && numberTokens(text, grouped).some((token) => readPrinted(token) === wanted)
}

/**
 * The canonical decimal of a printed figure: `290.00` is `290`, `1,500.00` is `1500`, `nil` is `0`, `twice` is `2`; null
 * for others.
 */
export function readPrinted(printed: string): string | null {
  const inWords = NOUGHT.test(printed) ? '0' : valueOfWord(printed)
  if (inWords !== null) return inWords
  const ungrouped = /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/u.test(printed) ? printed.replaceAll(',', '') : printed
  return normaliseDecimal(ungrouped)
}

/** A decimal as an integer, to compare it with others: scaled by more decimals than any figure has. */
export const comparable = (decimal: string): bigint | null => toScaled(decimal, 30)

/**
 * Whether a part of a text begins or ends inside a printed number: `0.00` is cut out of `80.00`, `700` out of
 * `-700.00`. A number consists of its digits, a point between digits, a comma between digits where commas group them,
 * and a minus sign in front.
 */

const isDigit = (char: string | undefined): boolean => char !== undefined && /^\d$/u.test(char)

/** Whether the text may not be split before `index`, because the characters on both sides belong to one number. */
function isInsideNumber(text: string, index: number, grouped: boolean): boolean {
  const joins = (char: string | undefined): boolean => char === '.' || (grouped && char === ',')
  const [before, after] = [text[index - 1], text[index]]
  if (isDigit(before)) return isDigit(after) || (joins(after) && isDigit(text[index + 1]))
  if (!joins(before)) return false
  // A point may begin a number, `.50`, but the point of `Rs.50` does not. A comma only joins two digits.
  const second = text[index - 2]
  return isDigit(after) && (before === '.' ? !/\p{L}/u.test(second ?? '') : isDigit(second))
}

function isAfterItsMinus(text: string, index: number): boolean {
  return /^(?:(?:Rs\.?|\u20b9) ?)?\.?\d/u.test(text.slice(index, index + 6)) && followsMinus(text, index)
}

/** The number around a position in a text, for messages. */
function numberAround(text: string, index: number): string {
  const before = /[-\u2212]?(?:(?:Rs\.?|\u20b9) ?)?[\d.,]*$/u.exec(text.slice(0, index))?.[0] ?? ''
  const after = /^(?:(?:Rs\.?|\u20b9) ?)?[\d.,]*/u.exec(text.slice(index))?.[0] ?? ''
  return `${before}${after}`.replace(/[.,]+$/u, '')
}

/** The printed number from which the text between `from` and `to` is cut, or null if it cuts none. */
export function cutNumber(text: string, from: number, to: number, grouped: boolean): string | null {
  if (isInsideNumber(text, from, grouped) || isAfterItsMinus(text, from)) return numberAround(text, from)
  return isInsideNumber(text, to, grouped) ? numberAround(text, to) : null
}
