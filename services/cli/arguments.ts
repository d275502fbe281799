import { Argument, InvalidArgumentError } from 'commander'
import * as z from 'zod'
import { isBlank } from '../../pipeline/gates/text/blank.ts'
import { mediaTypeOf } from '../../pipeline/intake/media-type.ts'

/**
 * Types of command-line arguments. Each throws commander's own error: exit code 2
 * (docs/design/contract.md#command-line).
 */

/** The same as of a text of the desk. */
const LONGEST_TEXT = 2_000
const LONGEST_LABEL = 100
/** A terminal would obey them when it shows the text; line ends and tabs are harmless. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

/** A name or a reason: something must be seen in it. Surrounding spaces are removed. */
export function nonBlank(text: string): string {
  if (isBlank(text)) throw new InvalidArgumentError('must not be empty')
  if (CONTROL.test(text)) throw new InvalidArgumentError('must not have control characters')
  if (text.length > LONGEST_TEXT)
    throw new InvalidArgumentError(`must have at most ${LONGEST_TEXT.toLocaleString('en')} characters`)
  return text.trim()
}

/** A text that is shown in a column of a table. */
export function label(text: string): string {
  const given = nonBlank(text)
  if (given.length <= LONGEST_LABEL && !/[\r\n\t]/.test(given)) return given
  throw new InvalidArgumentError(`must be one line of at most ${LONGEST_LABEL} characters`)
}

export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= from && value <= to) return value
    throw new InvalidArgumentError(`must be a whole number from ${from} to ${to.toLocaleString('en')}`)
  }
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** An ISO 8601 date, or date and time with offset, so that its meaning does not depend on the local time zone. */
export function moment(text: string): string {
  const [, date] = MOMENT.exec(text) ?? []
  const time = date === undefined ? Number.NaN : Date.parse(text)
  // A day that does not exist, such as February 30, would otherwise be read as one of the next month.
  if (Number.isNaN(time) || !new Date(Date.parse(`${date}T00:00:00Z`)).toISOString().startsWith(`${date}`))
    throw new InvalidArgumentError('must be an ISO time such as 2027-03-31T00:00:00Z, or a date')
  return new Date(time).toISOString()
}

/** A moment up to now: what serves later is not known. */
export function pastMoment(text: string): string {
  const time = moment(text)
  if (Date.parse(time) <= Date.now()) return time
  throw new InvalidArgumentError('must not be in the future')
}

/** A sha256, or enough of its beginning to identify a document; PowerShell prints it in capitals. */
export function hashPart(given: string): string {
  const [, digits] = /^([0-9a-f]{8,64})…?$/.exec(given.toLowerCase()) ?? []
  if (digits !== undefined) return digits
  throw new InvalidArgumentError('must be a sha256, or at least its first 8 digits')
}

/** A document: its file, its sha256, or the first digits of that. */
export function documentPart(given: string): string {
  if (mediaTypeOf(given) !== null) return given
  try {
    return hashPart(given)
  } catch {
    throw new InvalidArgumentError(
      'must be a .pdf, .html, .csv, .md or .txt file, a sha256, or at least its first 8 digits',
    )
  }
}

export const documentArgument = (): Argument =>
  new Argument(
    '<document>',
    'its file; or its sha256, at least 8 digits of it, if it is registered or in PRAMAAN_SOURCES',
  ).argParser(documentPart)

/** `163-168`, or one page. */
export function pageRange(given: string): { from: number; to: number } {
  const [, from, to] = /^([1-9]\d{0,5})(?:-([1-9]\d{0,5}))?$/.exec(given) ?? []
  if (from === undefined) throw new InvalidArgumentError('must be pages such as 163-168, or one page')
  const range = { from: Number(from), to: Number(to ?? from) }
  if (range.from > range.to) throw new InvalidArgumentError(`the range is reversed: write ${range.to}-${range.from}`)
  return range
}

/** Parser for a text with a fixed form; `what` describes it with an example. */
export function matching(form: RegExp, what: string): (text: string) => string {
  return (text) => {
    if (form.test(text)) return text
    throw new InvalidArgumentError(`must be ${what}`)
  }
}

/** Address of a service: scheme and host, without a path. */
export function httpOrigin(given: string): string {
  const url = URL.parse(given)
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === given.replace(/\/$/, '')) return url.origin
  throw new InvalidArgumentError('must be a URL such as https://example.org')
}

export function day(text: string): string {
  if (z.iso.date().safeParse(text).success) return text
  throw new InvalidArgumentError('must be a date such as 2027-03-31')
}

/** A financial year and the last two digits of the next. */
export function financialYear(text: string): string {
  const [, first, next] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  if ((Number(first) + 1) % 100 === Number(next)) return text
  throw new InvalidArgumentError('must be a financial year such as 2025-26')
}

/** A scope is a state or one of its licensees. */
export const scopeCode = matching(
  /^[A-Z]{2}(_[A-Z0-9_]+)?$/,
  'a state code such as BR, or a licensee code such as MH_MSEDCL',
)

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30m`, `24h`, `7d` in milliseconds, at most that many days. */
export function durationUpTo(mostDays: number): (text: string) => number {
  return (text) => {
    const [, amount, unit = ''] = /^(\d{1,7})([smhd])$/.exec(text) ?? []
    const ms = Number(amount) * (UNITS_MS[unit] ?? 0)
    if (ms <= mostDays * 86_400_000) return ms
    throw new InvalidArgumentError(`must be a duration such as 30m, 24h or 7d, of at most ${mostDays}d`)
  }
}

/** Words separated by commas, each once. */
export function commaList(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))]
}
