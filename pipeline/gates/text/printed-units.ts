import { PRINTED_UNITS } from '../../../releases/record/figure.ts'
import { remembering } from './remembering.ts'

/**
 * Units as printed in headers, labels and cells: `P/kVAh`, `(Rs./KW/Month)`, `Rs per connection a month`,
 * `Rs/kVAh or kWh`, `10%`. A unit
 * is a currency and a denominator: `Rs/kw`, `P/unit`; a bare currency is `Rs`; a percentage is `percent`.
 */
const COIN =
  '(?<coin>`|Rs\\.?|Re\\.?(?=\\s*(?:\\/|per ))|\\u20b9|INR|rupees?|paise|paisa|Ps\\.?|P|\\u092a\\u0948\\u0938\\u0947|\\u0930\\u0941\\u092a\\u092f\\u0947|\\u0930\\u0942\\.?)'
/** What stands before a number of rupees, also of one (`Re. 1`) and as the sign comes out of fonts that have none (`` `7.10 ``). */
export const RUPEES_AHEAD = '(?:\\u20b9|`|(?<![\\p{L}\\p{N}])(?:Rs\\.?|(?-i:Re)\\.?|INR|rupees?))'
/** Things that a rate may be for, and no measures. */
export const THINGS_COUNTED =
  'connection|consumer|service|installation|lamp|light point|point|flat|dwelling unit|phase|bill'
const FOR = `(?<for>kVArh|kVAh|kWh|kVA|kW|BHP|HP|units?|${THINGS_COUNTED}|month|day|part|\\d+ ?kW or part|\\d+ ?HP or part)`
const UNIT = new RegExp(
  `(?<![\\p{L}\\p{N}])${COIN}(?:\\s*(?:\\/|per)\\s*(?:a |each )?${FOR}(?:(?:\\s*\\/\\s*|\\s+or\\s+)(?<or>kVAh|kVA|kWh|kW|HP)(?![\\p{L}]))?)?(?![\\p{L}\\p{N}])`,
  'giu',
)
const PERCENT = /%|(?<!\p{L})per ?cent(?!\p{L})/iu

const coinOf = (text: string): 'P' | 'Rs' => (/^(?:paise|paisa|ps|p|\u092a)/iu.test(text) ? 'P' : 'Rs')

/** Units in words, as orders also print them. */
const IN_LONG: readonly (readonly [long: RegExp, short: string])[] = [
  [/(?<!\p{L})kilo[\s-]?volt[\s-]?amp(?:ere)?s?[\s-]?hours?(?!\p{L})/giu, 'kVAh'],
  [/(?<!\p{L})kilo[\s-]?volt[\s-]?amp(?:ere)?s?(?!\p{L})/giu, 'kVA'],
  [/(?<!\p{L})kilo[\s-]?watt[\s-]?hours?(?!\p{L})/giu, 'kWh'],
  [/(?<!\p{L})kilo[\s-]?watts?(?!\p{L})/giu, 'kW'],
  [/(?<!\p{L})(?:brake[\s-]?)?horse[\s-]?power(?!\p{L})|(?<![\p{L}.])(?:B\.\s?)?H\.\s?P(?:\.|(?!\p{L}))/giu, 'HP'],
  // Behind an amount in rupees it means `per unit`.
  [/(?<=(?<!\p{L}|(?:Rs|Re|\u20b9|`)\.?\s?\d[\d.,]*\s?)P\s?\/\s?)U(?![\p{L}\p{N}])/giu, 'unit'],
]
/** A text with its units in short: `kilo volt ampere` is `kVA`, `B.H.P.` is `HP`, `p/u` is `p/unit`. */
export const unitsInShort = remembering((text): string =>
  IN_LONG.reduce((rest, [long, short]) => rest.replaceAll(long, short), text),
)

/** The units named in a text. */
export function unitsNamed(long: string): string[] {
  const text = unitsInShort(long)
  const named = [...text.matchAll(UNIT)].flatMap(({ groups }) => {
    const coin = coinOf(groups?.['coin'] ?? '')
    const [what, or] = [groups?.['for'], groups?.['or']].map((each) => each?.toLowerCase())
    if (what === undefined) return [coin]
    return [`${coin}/${what}`, ...(or === undefined ? [] : [`${coin}/${or}`])]
  })
  // A bare currency next to a complete unit adds nothing.
  const whole = named.filter((unit) => unit.includes('/'))
  return [...new Set([...(whole.length > 0 ? whole : named), ...(PERCENT.test(text) ? ['percent'] : [])])]
}

/** Units of a text as a definition writes them: `Rs/kVA` for `Rs/kva`. */
export function unitsText(named: readonly string[]): string {
  const written = named.map(
    (unit) => Object.keys(PRINTED_UNITS).find((known) => known.toLowerCase() === unit.toLowerCase()) ?? unit,
  )
  return [...new Set(written)].join(', ')
}

/** Meanings of a printed denominator. */
const STANDS_FOR: Readonly<Record<string, readonly string[]>> = {
  unit: ['kwh', 'kvah'],
  units: ['kwh', 'kvah'],
  month: ['connection'],
  consumer: ['connection'],
  service: ['connection', 'service'],
  installation: ['connection'],
  bhp: ['hp'],
  point: ['connection', 'lamp'],
  'light point': ['lamp'],
  'dwelling unit': ['flat'],
}

const MEASURED = /^(?:units?|kw|kva|kwh|kvah|kvarh|b?hp)$/u

/** Whether a printed unit is the declared printed unit of a figure. */
export function unitFits(named: string, printed: string): boolean {
  if (named === 'percent' || printed === 'percent') return named === printed
  const [coin, what] = named.split('/')
  const [ownCoin, own] = printed.toLowerCase().split('/')
  if (coin?.toLowerCase() !== ownCoin) return false
  // A bare currency: the denominator is in other words (`Rs.` above `first kW or part`).
  if (what === undefined) return true
  // An amount for a bill is not one for each unit.
  if (own === undefined) return !MEASURED.test(what)
  if (own === 'part' && what.includes('part')) return true
  return what === own || (STANDS_FOR[what] ?? []).includes(own)
}
