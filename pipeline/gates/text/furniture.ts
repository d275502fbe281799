import { HOURS_OF_DAY } from './hours-of-day.ts'
import { MONTHS } from './months.ts'
import { LISTED_CLASSES, RANGES_OF_CLASSES } from './numbered-classes.ts'
import { inOurDigits } from './numbers.ts'
import { remembering } from './remembering.ts'

/** `04/2026`, a month, and not `Case No. 04/2026` or the rest of a date. */
const MONTH_IN_NUMBERS =
  /(?<![\d./-])(?<!(?<!\p{L})(?:no|nos|case|petition|order|circular|notification)[.:]?\s*)(?:0[1-9]|1[0-2])\/20\d{2}(?![\d/])/giu

/** `01.04.26`: a date with a short year, and not paragraph 5.4.26. */
const SHORT_DATE = /(?<![\d./-])(?:0[1-9]|[12]\d|3[01])([./-])(?:0[1-9]|1[0-2])\1(?=2\d(?![\d/-]|\.\d))/gu
const inFullYears = (text: string): string => text.replaceAll(SHORT_DATE, '$&20')

/** A line that is the number of a page and nothing else. */
export const PAGE_NUMBER = /^(?:page\s+)?[-\u2013]?\s*\d{1,4}\s*[-\u2013]?(?:\s*(?:of|\/)\s*\d{1,4})?$/iu

/**
 * Numbers that are not part of a tariff: serial numbers, class names, years, dates, pages, paragraphs.
 */
export const FURNITURE: readonly { readonly kind: string; readonly form: RegExp }[] = [
  { kind: 'year', form: /\b(?:FY\s*)?(?:19|20)\d{2}\s*[-\u2013/]\s*(?:(?:19|20)?\d{2})\b|\bFY\s*\d{4}\b/giu },
  { kind: 'date', form: MONTH_IN_NUMBERS },
  { kind: 'date', form: new RegExp(`${SHORT_DATE.source}2\\d`, 'gu') },
  {
    kind: 'date',
    form: /\b\d{1,2}(?:st|nd|rd|th)?\s*[./-]\s*\d{1,2}\s*[./-]\s*(?:19|20)\d{2}\b|\b(?:19|20)\d{2}-\d{2}-\d{2}\b|\b\d{1,2}(?:st|nd|rd|th)?\s+(?:January|February|March|April|May|June|July|August|September|October|November|December),?\s+(?:19|20)\d{2}\b|\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?,?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?(?:19|20)\d{2}\b|\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?\s?[-\u2013'\u2019]\s?(?:20\d{2}|2\d)\b/giu,
  },
  { kind: 'time of day', form: HOURS_OF_DAY },
  {
    kind: 'reference',
    form: /\b(?:pages?|pp?\.|paras?|paragraphs?|notes?|serials?|Sl\.?\s*No\.?|tables?|regulations?|sections?|clauses?|schedules?|annexures?|cases?|petitions?|chapter|categor(?:y|ies)|zones?|classes|groups?|rules?|rows?|codes?|articles?|acts?(?: of)?)\s*(?:nos?\.?\s*)?\(?\d[\d./]*\)?(?:\s*\([a-z0-9]+\))*(?:\s*(?:to|and|or|&|,|-|\u2013)\s*\d[\d./]*)*/giu,
  },
  // `Recovered in the n+2 month`, `1st quarter`.
  {
    kind: 'reference',
    form: /\bn\s?\+\s?\d\)?(?:st|nd|rd|th)?(?=\s+month)|\b(?:[1-4](?:st|nd|rd|th)\s+quarter|Q[1-4])\b/giu,
  },
  { kind: 'reference', form: /\b(?:table|annexures?|appendix)\s*[-\u2013]\s*\d+/giu },
  {
    kind: 'reference',
    form: /\b(?:codes?|acts?|rules?|regulations?|tariff orders?),?\s+(?:19|20)\d{2}\b/giu,
  },
  { kind: 'code', form: LISTED_CLASSES },
  { kind: 'code', form: RANGES_OF_CLASSES },
  // A class within a class: `LV-1.1`, `HV 3.2`.
  { kind: 'code', form: /(?<![\p{L}\p{N}])(?:E?H[TV]|L[TV])[\s-]?\d{1,2}\.\d{1,2}(?![\p{L}\p{N}]|[.,]\d)/gu },
  { kind: 'code', form: /^\p{Lu}[\p{Lu}\p{N}.]*-[\p{Lu}\p{N}.-]+$/gu },
  {
    kind: 'code',
    form: /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]*-[\p{Lu}\p{N}()-]{0,60}\d[\p{Lu}\p{N}()-]*|(?<![\p{L}\p{N}])\p{Lu}{2,}\d+[a-z]?(?![\p{L}\p{N}])/gu,
  },
  // `S1: 0-100`, `Slab 2: 101-300`: what a step is called.
  { kind: 'code', form: /(?<![\p{L}\p{N}])\p{Lu}\d{1,2}(?=\s?[:()])/gu },
  { kind: 'code', form: /(?<!\p{L})(?:slab|block|tier)\s?[-\u2013]?\s?\d{1,2}(?=\s?[:()]|\s*(?:\||$))/giu },
  // `LT 6(A)`, `HT 2 (B)`: a class of a class.
  { kind: 'code', form: /(?<![\p{L}\p{N}])(?:E?HT|E?HV|L[TV])[\s.]{1,2}\d{1,2}\s?\(\p{Lu}\)/gu },
  // A class name over the end of a line.
  { kind: 'code', form: /(?<![\p{L}\p{N}])(?:E?HT|E?HV|L[TV])-\s\d{1,2}(?![\p{N}.,])/gu },
  { kind: 'serial', form: /^\(?\d{1,3}[.)]\s+(?=\p{L})/gu },
  { kind: 'serial', form: /^\(?\d+(?:[.]\s?[a-z0-9]{1,4})*[.)]?$|\(\d+(?:\.[a-z0-9]{1,3})*\)|^\d+\.[a-z]\b/giu },
  { kind: 'serial', form: /^\(?\d{1,3}[.)]?(?:\s?\((?:[a-z]|[ivx]{2,5})\))+(?=$|\s+\p{L}|\s*\|)/giu },
  { kind: 'mark', form: /\(note \d+\)|\[\d+\]/giu },
]

/** A text with these numbers blanked out. */
export const withoutFurniture = remembering((text): string =>
  FURNITURE.reduce((rest, { form }) => rest.replace(form, (found) => ' '.repeat(found.length)), text),
)

/**
 * The financial years named in a text, as `2025-26`: by both years (`2025-26`, `FY 25-26`), by the year in which it
 * ends (`FY26`), or by a day or month in it, such as the first day of validity. Dates of documents do not count.
 */
export function yearsIn(given: string): string[] {
  const text = inOurDigits(given)
  return [
    ...financialYearsIn(text),
    ...daysNamed(text).map((day) =>
      yearFrom(Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < FIRST_MONTH ? 1 : 0)),
    ),
  ]
}

/** The same, without years that are only named by a day or month in them. */
export function financialYearsIn(given: string): string[] {
  const text = inOurDigits(given)
  return [
    ...[...text.matchAll(BOTH_YEARS)]
      .filter(([, first = '', last = '']) => (Number(first) + 1) % 100 === Number(last))
      .map(([, first]) => yearFrom(2000 + Number(first))),
    ...[...text.matchAll(LAST_YEAR)].map(([, last]) => yearFrom(2000 + Number(last) - 1)),
  ]
}

/**
 * Single years in a heading that are not part of a financial year such as `2026-27`. They may mean the financial year
 * that begins or ends in them; years of documents, and numbers with a unit, are not included.
 */
export function yearsOutside(heading: string, financialYear: string): string[] {
  const first = Number(financialYear.slice(0, 4))
  return [...heading.matchAll(BARE_YEAR)]
    .filter(({ index }) => !NAMES_A_DOCUMENT.test(heading.slice(0, index)))
    .map(([year]) => year)
    .filter(
      (year) => Number(year) !== first && Number(year) !== first + 1 && Math.abs(Number(year) - first) < NEAR_YEARS,
    )
}

/**
 * Days and months named in a text, as `2026-10-01` or `2026-10`, in order. Dates of documents are not included.
 */
export const daysNamed = remembering((printed): readonly string[] => {
  const text = inFullYears(printed).replaceAll(
    MONTH_IN_NUMBERS,
    (words) => `${MONTHS[Number(words.slice(0, 2)) - 1]} ${words.slice(3)}`,
  )
  return [...text.matchAll(DAY)]
    .filter(({ index }) => !OF_A_DOCUMENT.test(text.slice(0, index)))
    .map(([whole, month, named = '', year, isoYear, isoMonth], at, all) => {
      const ownMonth = isoMonth ?? month ?? String(MONTHS.indexOf(named.toLowerCase()) + 1)
      const before = text.slice(0, all[at]?.index)
      const day =
        isoMonth !== undefined
          ? whole.slice(-2)
          : month !== undefined
            ? /^\d+/u.exec(whole)?.[0]
            : (/(\d{1,2})(?:st|nd|rd|th)?[\s-]+$/u.exec(before)?.[1] ??
              /\s(\d{1,2})(?:st|nd|rd|th)?,?\s+20\d{2}$/u.exec(whole)?.[1])
      const found = `${year?.padStart(4, '20') ?? isoYear}-${ownMonth.padStart(2, '0')}`
      return day === undefined ? found : `${found}-${day.padStart(2, '0')}`
    })
})

/** Days printed as numbers, day first (`01.10.2026`), as `2026-10-01`; also those of documents. */
export const daysInNumbers = (text: string): string[] =>
  [...inFullYears(text).matchAll(/(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)/gu)].map(
    ([, day = '', month = '', year = '']) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )

/**
 * The days from which a text says that something applies, as `2026-10-01`: all that are printed as numbers, and those in
 * words behind `with effect from` and the like (`the 1st October, 2026`), up to an end.
 */
export function daysOfStart(text: string): string[] {
  if (!STARTS.test(text)) return []
  const [, ...behind] = text.replaceAll(/\b(\d{1,2}(?:st|nd|rd|th)?) (?:day )?of (?=\p{L}{3})/giu, '$1 ').split(STARTS)
  return [
    ...daysInNumbers(text),
    ...behind.flatMap((part) =>
      daysNamed(part.split(ENDS)[0] ?? '')
        .slice(0, 1)
        .map(firstDayOf),
    ),
  ].filter((day) => day.length === '2026-10-01'.length)
}
/** `With effect from October 2026` is from its first day. */
const firstDayOf = (day: string): string => (day.length === '2026-10'.length ? `${day}-01` : day)
const STARTS =
  /\b(?:effective(?: from)?|w\.?e\.?f\b\.?|with effect from|with effect|applicable from|from(?= (?:the )?(?:\d{1,2}[./-]\d{1,2}[./-](?:20)?2\d|\d{1,2}(?:st|nd|rd|th)? (?:day )?(?:of )?\p{Lu}\p{Ll}{2,},? 20\d{2})(?!\d)))(?!\p{L})/iu
const ENDS = /\b(?:until|till|up ?to|to (?=(?:the )?\d))/iu

const yearFrom = (first: number): string => `${first}-${String((first + 1) % 100).padStart(2, '0')}`

/** Further away, four digits are more likely a quantity. */
const NEAR_YEARS = 10
const BARE_YEAR =
  /(?<![\p{L}\p{N}.,]|[/\-\u2013]\s*)20\d{2}(?![\p{L}\p{N}]|[.,]\d|\s*[/\-\u2013]\s*\d|\s*(?:to\s+\d+\s*)?(?:kWh?|kVAh?|kVArh|HP|BHP|MW|MVA|V|kV|units?|hours?|hrs?|W|Rs)(?![\p{L}\p{N}]))/giu
const NAMES_A_DOCUMENT =
  /\b(?:acts?|rules?|regulations?|codes?|orders?|policy|petitions?|notifications?|gazette|circulars?|case|no\.?|dated|dtd|dt|census|edition)\b[^|]{0,24}$/iu

/** April, in which financial years begin. */
const FIRST_MONTH = 4

const BOTH_YEARS =
  /(?:\b20|\bF\.?\s?Y\.?\s*['\u2019]?)(\d{2})\s*[-\u2013/]\s*['\u2019]?(?:20)?(\d{2})\b(?!\s*[-\u2013/]\s*\d)/giu
const LAST_YEAR = /\bF\.?\s?Y\.?\s*['\u2019]?(?:20)?(\d{2})\b(?!\s*[-\u2013/]\s*['\u2019]?\d)/giu
const DAY =
  /\b(?:(?:\d{1,2}\s*[./-]\s*(0?[1-9]|1[0-2])\s*[./-]|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?:,?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?|\s?[-\u2013'\u2019]))\s*(20\d{2}|(?<=\p{L}\.?\s?[-\u2013'\u2019]\s?)2\d(?!\d))|(20\d{2})-(0[1-9]|1[0-2])-\d{2})\b/giu
const OF_A_DOCUMENT =
  /\b(?:dated|dtd|dt|order of|issued on|notified on|published on|passed on)\.?\s*(?:\d{1,2}(?:st|nd|rd|th)?\s+)?$/iu
