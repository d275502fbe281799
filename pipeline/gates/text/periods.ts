/** Words for the period of an amount. Charges are for a month or for each unit; a rate for another period would be billed each month. */

/** No letter or vowel sign of Hindi follows. */
const END = '(?![\\p{L}\\p{M}])'
const PERIODS = 'year|annum|half[\\s-]?year|quarter|bi-?month|(?:two|2|three|3|six|6) months|week|fortnight|day'
const PER = [
  `(?:\\/|(?<!\\p{L})(?:per|an?|each|every|in|for))\\s*(?:${PERIODS}|season)(?!\\p{L})`,
  `प्रति\\s*(?:वर्ष|साल|छमाही|तिमाही|दिन)${END}`,
].join('|')
const OF_YEARS = `(?<![\\p{L}\\p{M}])(?:p\\.\\s?a\\.|(?:annual(?:ly)?|yearly|half[\\s-]yearly|quarterly|bi-?monthly|weekly|daily)(?!\\p{L})|(?:(?:अर्ध[\\s-]?)?वार्षिक|त्रैमासिक|द्विमासिक|दैनिक|सालाना)${END})`
const PERIOD = new RegExp(`${PER}|${OF_YEARS}|(?<!\\p{L})seasonal(?!\\p{L})`, 'iu')
/** In a label `seasonal` and the like name consumers; a range of units is for a month and not for each kW. */
const PERIOD_OF_RANGE = new RegExp(
  `${PER}|(?<!\\p{L})bi-?monthly(?!\\p{L})|(?:units?|k(?:W|VA)h)\\s*(?:\\/|per)\\s*(?:kW|kVA|HP)(?!\\p{L})`,
  'iu',
)
/** In a sentence an average may be daily and a demand yearly: there it is the charge itself. */
const PERIOD_OF_CHARGE = new RegExp(
  `${PER}|${OF_YEARS}(?=[\\s-]+(?:\\p{L}+[\\s-]+){0,2}(?:charges?|rent|fees?|rates?|payment|amount|rental|instal\\p{L}*)(?!\\p{L}))|(?<!\\p{L})(?:annually(?!\\p{L})|p\\.\\s?a\\.)|\\d(?:\\/-)?,?\\s+(?:half[\\s-]?yearly|yearly|quarterly|weekly|daily)(?!\\p{L})`,
  'iu',
)

/** How many days a period in words has: the first that fits, so that half a year is no year. */
const DAYS_OF: readonly { readonly said: RegExp; readonly least: number; readonly most: number }[] = [
  { said: /bi-?month|(?:two|2) months|द्विमासिक/iu, least: 59, most: 62 },
  { said: /quarter|(?:three|3) months|तिमाही|त्रैमासिक/iu, least: 90, most: 92 },
  { said: /half-?year|(?:six|6) months|छमाही|अर्ध/iu, least: 180, most: 184 },
  { said: /year|ann|वर्ष|वार्षिक|साल/iu, least: 360, most: 366 },
]

/** Of a header, and of the label of a range. */
export const periodIn = (header: string, label: string, isRange: boolean): string | undefined =>
  PERIOD.exec(header)?.[0] ?? (isRange ? PERIOD_OF_RANGE.exec(label)?.[0] : undefined)

/** The period of an amount in the part of a sentence that is about it; none where this says that it is for a month. */
export const periodOfCharge = (clause: string): string | undefined =>
  MONTHLY.test(clause) ? undefined : PERIOD_OF_CHARGE.exec(clause)?.[0]

/** Whether a period in words has the days for which a charge is. */
export function lasts(period: string, days: number | null): boolean {
  const meant = DAYS_OF.find(({ said }) => said.test(period))
  return days !== null && meant !== undefined && meant.least <= days && days <= meant.most
}

/** `per month`, `monthly`. */
export const MONTHLY =
  /(?:\/|(?<!\p{L})(?:per|an?|each|every)) ?month(?!\p{L})|(?<!\p{L})(?<!bi-?)monthly(?!\p{L})|प्रति\s*(?:माह|मास|महीना)(?![\p{L}\p{M}])/iu

const LONGEST_MONTH = 31
/** Whether a rule of the release prorates something from other days than a month. */
export const isOfDays = (days: number | null): days is number => days !== null && days > LONGEST_MONTH

/** For how long, or for what power, a sentence says that its units are: `units in two months`, `bi-monthly consumption`, `units per kW`. */
export const periodOfUnits = (text: string): string | undefined => PERIOD_OF_UNITS.exec(text)?.[0]
const LONG = '(?:half[\\s-]?|bi-?)?(?:month|year)ly|quarterly|annual|weekly|daily'
const PERIOD_OF_UNITS = new RegExp(
  `(?<!\\p{L})(?:(?:${LONG}) (?:energy )?consumption|(?:units?|kVA?h|consumption) ?(?:\\/|per|an?|each|every|in|for|during) ?(?:${PERIODS}|month|kW|kVA|HP))(?!\\p{L})`,
  'iu',
)
