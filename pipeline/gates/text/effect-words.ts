import { hasWord } from './reading-words.ts'

/** Nouns in singular and plural. */
const nouns = (...each: readonly string[]): string[] =>
  each.flatMap((noun) => {
    if (noun.endsWith('y')) return [noun, `${noun.slice(0, -1)}ies`]
    return [noun, noun.endsWith('s') ? `${noun}es` : `${noun}s`]
  })

/** Words for deductions from a bill, and for additions. */
export const TAKEN_OFF = [
  ...nouns(
    'rebate',
    'discount',
    'concession',
    'incentive',
    'relief',
    'waiver',
    'remission',
    'credit',
    'bonus',
    'refund',
    'deduction',
  ),
  ...['less', 'lower', 'lowered', 'taken off', 'reduction', 'reduced', 'decreased', 'deducted'],
  ...['decrease', 'decreases', 'reduces', 'cut', 'cheaper', 'discounted', 'refunded', 'remitted', 'reimbursed'],
]
/** `5% off the energy charge`, and not `off-peak` or `rounded off`. */
const OFF =
  /(?:%|(?<!\p{L})(?:per ?cent|paise|rupees?)|\d)(?: (?:per|for each) \p{L}+)? off(?![\p{L}-])(?! (?:peak|season))/iu
/** Whether a text says that an amount is deducted. */
export const isTakenOff = (text: string): boolean => hasWord(text, TAKEN_OFF) || OFF.test(text) || SUBSIDY.test(text)
/** `A subsidy of 150 paise`, and no cross subsidy, which is paid. */
const SUBSIDY = /(?<!\p{L}|cross[- ])subsid(?:y|ies) (?:of|at|is|are|shall be)(?!\p{L})/iu
export const LAID_ON = [
  ...nouns('surcharge', 'penalty', 'additional charge', 'extra charge', 'duty', 'cess', 'levy', 'premium'),
  ...['higher', 'more', 'added', 'increased', 'extra'],
]

/** `Are exempt`, `stand exempted`, `are fully exempt`; not `partly`. As a part of a pattern. */
export const IS_EXEMPT =
  '(?:is|are|be|stands?)(?: (?:hereby|also|fully|wholly|completely|totally|entirely)){0,2} exempt(?:ed)?'
