import { PRINTED_UNITS } from '../../../releases/record/figure.ts'
import { RUPEES_AHEAD, THINGS_COUNTED } from './printed-units.ts'
import { endsOfToken } from './tokens.ts'

/**
 * Unit of a figure in its quote. Orders print units in headings and in words, so a quote need not name one; if it does,
 * the figure must have that unit.
 */

const PAISE = /(?<![\p{L}\p{N}])(?:paise|paisa|Ps|P\/kVAh|P\/kWh)(?![\p{L}\p{N}])|(?<=\d ?)(?-i:PU)(?![\p{L}\p{N}])/iu
const RUPEES = new RegExp(
  `\\u20b9|(?<![\\p{L}\\p{N}])(?:rs|rupees?|inr)(?![\\p{L}\\p{N}])|${RUPEES_AHEAD}(?=\\s*\\d)`,
  'iu',
)

/** A unit directly after a number: `700.00 P/kWh`, `80.00 Rs per kW`. */
const UNIT_BEHIND = /^ ?(Rs|P)(?:\/| per )(\w+)/u

/** Units printed directly after the figure in the quote, among those in which a figure may be printed. */
export function unitsBehind(quote: string, printed: string, grouped: boolean): string[] {
  return endsOfToken(quote, printed, grouped).flatMap((end) => {
    const match = UNIT_BEHIND.exec(quote.slice(end))
    const unit = match === null ? '' : `${match[1]}/${match[2]}`
    return Object.hasOwn(PRINTED_UNITS, unit) ? [unit] : []
  })
}

/** A currency unit directly after a number (`20 paise`, `7.42 Rs`), and rupees directly before one (`Rs. 7.42`). */
const PAISE_BEHIND = /^ ?(?:paise|paisa|ps|P(?=\/))(?![\p{L}\p{N}])/iu
const PAISE_BEFORE = /(?<!\d\s*)(?<![\p{L}\p{N}])(?:paise|paisa|ps\.?)\s*$/iu
const RUPEES_BEHIND = /^ ?(?:\u20b9|(?:rs|rupees?|inr)(?![\p{L}\p{N}]))/iu
export const RUPEES_BEFORE = new RegExp(`${RUPEES_AHEAD}\\s*$`, 'iu')

/** What stands behind a number, with its unit written out: behind rupees `p/u` is `per unit`, and behind a number alone `PU` is `P/unit`. */
const unitBehind = (before: string, behind: string): string =>
  RUPEES_BEFORE.test(before)
    ? behind.replace(/^\s*p\s?[./]?\s?u\.?(?![\p{L}\p{N}])/iu, ' per unit')
    : behind.replace(/^\s*PU(?![\p{L}\p{N}])/u, ' P/unit')

type Coin = 'P' | 'Rs'

/**
 * The currency units of a figure in its quote: those next to it, otherwise the one used in the quote; empty if there is
 * none.
 */
export function coinsOf(quote: string, printed: string, grouped: boolean): Coin[] {
  const beside = endsOfToken(quote, printed, grouped).flatMap((end): Coin | Coin[] => {
    const before = quote.slice(0, end - printed.length)
    const behind = unitBehind(before, quote.slice(end))
    if (PAISE_BEHIND.test(behind)) return 'P'
    return coinAhead(before, RUPEES_BEHIND.test(behind)) ?? []
  })
  const spoken = coinOf(quote)
  return beside.length > 0 || spoken === null ? beside : [spoken]
}

/** The currency unit before a number; `areRupees`: another place says that it is in rupees. */
function coinAhead(before: string, areRupees: boolean): Coin | null {
  if (areRupees || RUPEES_BEFORE.test(before)) return 'Rs'
  return PAISE_BEFORE.test(before) ? 'P' : null
}

/** The only currency unit in a quote; null if it has none or both. */
export function coinOf(quote: string): Coin | null {
  const [paise, rupees] = [PAISE.test(quote), RUPEES.test(quote)]
  if (paise === rupees) return null
  return paise ? 'P' : 'Rs'
}

const COIN_BEHIND =
  /^\s*(?:\/-)?\s*(?<coin>paise|paisa|Ps\.?|P\.?(?=\s*(?:\/|per(?!\p{L})))|\u092a\u0948\u0938\u0947|Rs\.?|rupees?|\u20b9)(?![\p{L}\p{N}])/iu
const FOR_BEHIND = new RegExp(
  `^\\s*(?:\\/-)?\\s*(?:\\/|per|for each|for every)\\s*(?:a |each |every )?(?<for>(?:\\d[\\d.,]* ?)?(?:kVAh|kWh|kVA|kW|HP|BHP|units?)|${THINGS_COUNTED})(?![\\p{L}\\p{N}])`,
  'iu',
)
const BRACKETED = /^\s*\((?<for>kVAh|kWh|kVA|kW)\)/iu
/** `Rs/kVA/month 390`. */
const UNIT_AHEAD =
  /(?:\u20b9|(?<![\p{L}\p{N}])(?:Rs\.?|INR))\s*(?:\/|per )\s*(?<for>kVAh|kWh|kVA|kW|B?HP|units?)(?:\s*(?:\/|per )\s*month)?\s*[:=-]?\s*$/iu
const PERCENT_BEHIND = /^\s*(?:%|per ?cent(?!\p{L}))/iu

/** What a text prints that says what is paid. */
export const AN_AMOUNT = new RegExp(
  `%|(?<!\\p{L})(?:Rs|per ?cent|paise|rupees?)(?!\\p{L})|${RUPEES_AHEAD}(?=\\s*\\d)`,
  'iu',
)

/** The unit of a number that ends at `end` of a text, by the words beside it: `P/kvah`, `Rs`, `percent`; null: there are none. */
export function unitBeside(text: string, printed: string, end: number): string | null {
  const before = text.slice(0, end - printed.length)
  const behind = unitBehind(before, text.slice(end))
  if (PERCENT_BEHIND.test(behind)) return 'percent'
  const spoken = COIN_BEHIND.exec(behind)
  const rest = behind.slice(spoken?.[0].length ?? 0)
  const per = FOR_BEHIND.exec(rest)
  const bracketed = BRACKETED.exec(rest.slice(per?.[0].length ?? 0))
  const ahead = spoken === null ? UNIT_AHEAD.exec(before)?.groups : undefined
  const coin =
    spoken === null
      ? coinAhead(before, ahead !== undefined)
      : /^(?:p|\u092a)/iu.test(spoken.groups?.['coin'] ?? '')
        ? 'P'
        : 'Rs'
  if (coin === null) return null
  const what = bracketed?.groups?.['for'] ?? per?.groups?.['for'] ?? ahead?.['for']
  return what === undefined ? coin : `${coin}/${what.toLowerCase()}`
}

/** What a text calls the things that a rate is for. */
const MEASURES: Readonly<Record<string, RegExp>> = {
  kW: /(?<![\p{L}])(?:kW|kilo ?watts?|MW)(?!\p{L})/iu,
  kVA: /(?<![\p{L}])(?:kVA|MVA)(?!\p{L})/iu,
  HP: /(?<![\p{L}])(?:B?HP|horse ?power)(?!\p{L})/iu,
  kWh: /(?<![\p{L}])(?:kWh|units?|kilo ?watt ?hours?)(?!\p{L})/iu,
  kVAh: /(?<![\p{L}])(?:kVAh|units?)(?!\p{L})/iu,
}
const EACH_MONTH = /^\s*(?:\/-)?\s*(?:(?:\/|per|a|each|every)\s*(?:billing )?(?:month|bill)|monthly)(?!\p{L})/iu

const FOR_ITSELF =
  /(?:Rs\.?|\u20b9)\s*(\d(?:[\d.,]*\d)?)\s*(?:\/-\s*)?(?:per|\/)\s*(?:kW|kVA|B?HP|units?|kWh|kVAh)(?!\p{L})/giu
const LIMIT = /(?<!(?:per|each|every|\/)\s*)(?<![\d.,])\d[\d.,]*\s*(?:kW|kVA|B?HP|units?|kWh|kVAh)(?!\p{L})/giu

/** `Rs 100 per month` in a sentence that names no kW, where the amount is read for each kW: the words behind the number. */
export function monthInsteadOf(printedUnit: string, sentence: string, printed: string): string | null {
  const measure = MEASURES[printedUnit.split('/')[1] ?? '']
  if (measure === undefined) return null
  // What another amount is for, and a limit: `Rs 50 per month up to 1 kW and Rs 100 per kW above it`.
  const rest = sentence
    .replaceAll(FOR_ITSELF, (whole, number: string) => (number === printed ? whole : ' '))
    .replaceAll(LIMIT, ' ')
  if (measure.test(rest)) return null
  const found = endsOfToken(sentence, printed, true).map((end) => EACH_MONTH.exec(sentence.slice(end))?.[0].trim())
  return found.length > 0 && found.every((words) => words !== undefined) ? (found[0] ?? null) : null
}
