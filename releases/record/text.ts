import * as z from 'zod'
import { isDecimal } from './decimal.ts'

/** Text patterns used throughout the record. */
export const decimalText = z.string().regex(/^-?(0|[1-9]\d*)(\.\d+)?$/)
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)
export const dateText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isRealDate)
export const monthText = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
export const financialYearText = z.string().regex(/^\d{4}-\d{2}$/)
export const stateCode = z.string().regex(/^[A-Z]{2}$/)
export const licenseeCode = z.string().regex(/^[A-Z]{2}_[A-Z0-9_]+$/)
/** What values of these patterns look like. */
export const FORMS_IN_WORDS: Readonly<Record<string, string>> = {
  '^[0-9a-f]{64}$': 'a SHA-256: 64 digits 0 to 9 and a to f, in lower case',
  '^\\d{4}-(0[1-9]|1[0-2])$': 'a month written YYYY-MM, such as 2026-06',
  '^\\d{4}-\\d{2}$': 'a financial year written YYYY-YY, such as 2026-27',
  '^[A-Z]{2}$': 'two capital letters, such as BR',
  '^[A-Z]{2}_[A-Z0-9_]{1,40}$': 'a code such as GJ_DGVCL: the state, an underscore, and capital letters or digits',
  '^[a-z][a-z0-9_]{0,39}$': 'a name: a small letter, then small letters, digits and underscores, at most 40',
}
/** Codes of rows, categories and sources: printable, no spaces. */
export const code = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
  .max(100)
/** The area that a row or category is for; `any` if both. */
export const areaType = z.enum(['any', 'rural', 'urban'])
/** The supply level that a row or category is for: low, high or extra high tension; `any` if the order names none. */
export const layer = z.enum(['any', 'LT', 'HT', 'EHT'])
export const sentence = z.string().min(1)

/** A real calendar date in the form YYYY-MM-DD. */
export function isRealDate(text: string): boolean {
  if (!/^\d{4}-(0[1-9]|1[0-2])-\d{2}$/.test(text)) return false
  const day = Number(text.slice(8))
  // Every month has at least these days.
  if (day <= 28) return day > 0
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

const DAY_MS = 86_400_000

/** The day that many days after a real date; before it, if negative. Another text is given back: gate 13 refuses it. */
export function dayAfter(date: string, days = 1): string {
  const time = Date.parse(date) + days * DAY_MS
  return Number.isNaN(time) ? date : new Date(time).toISOString().slice(0, 10)
}

/** The last day of a month `YYYY-MM`; another text is given back. */
export const lastDayOf = (month: string): string =>
  dayAfter(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)).toJSON() ?? month, -1)

/** The first and last day of a part of a record, as far as it has them: `from 2026-04-01 to 2026-06-30`; empty: it has none. */
export function daysText({
  effective_from: from,
  effective_to: to,
}: {
  readonly effective_from: string | null
  readonly effective_to: string | null
}): string {
  return [...(from === null ? [] : [`from ${from}`]), ...(to === null ? [] : [`to ${to}`])].join(' ')
}

export { isDecimal }
