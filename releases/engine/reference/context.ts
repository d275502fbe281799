import type { Charge } from '../../record/charge.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import { inputOf } from '../input-names.ts'
import { type Names, namesOf } from './names.ts'
import { fromDecimal, type Rational } from './rational.ts'
import type { ReferenceRequest } from './result.ts'

/** A quantity without exactly one matching case. */
type Uncased = { readonly uncased: string }
/** Null: one of its inputs is not given, or one of its figures is held. */
export type Measure = Rational | Uncased | null

/** A cited proration rule applied to one bill. */
type Month = {
  readonly factor: Rational
  /** The same for edges, which may be printed for several months. */
  readonly edgeFactor: Rational
  readonly edgesOf: readonly string[]
  readonly charges: readonly string[]
}

/** One request against one record. */
export type Context = {
  readonly names: Names
  readonly body: ReferenceRequest['body']
  readonly licenseeCode: string | null
  readonly date: string | null
  /** Factor for monthly edges, bounds and charges; null if the bill is one month. */
  readonly month: Month | null
  /** Used instead of the energy units of the body. */
  readonly units: Rational | null
  /** Names that have been evaluated, or are being evaluated. */
  readonly measured: Map<string, Measure | 'in progress'>
  /** Cache of whether charges apply. */
  readonly asked: Map<Charge, boolean>
}

/** The last day of the bill period if the caller gives no requested day. */
export function contextOf(record: ReleaseRecord, { body, licenseeCode, date }: ReferenceRequest): Context {
  const day = date ?? billPeriod(body)?.to ?? null
  return { names: namesOf(record), body, licenseeCode, date: day, month: null, units: null, ...nothingKnown() }
}

/** The same request with other energy units. */
export function withUnits(context: Context, units: Rational): Context {
  return { ...context, units, ...nothingKnown() }
}

const nothingKnown = (): Pick<Context, 'measured' | 'asked'> => ({ measured: new Map(), asked: new Map() })

export function billPeriod(body: ReferenceRequest['body']): { from: string; to: string } | null {
  const period = body['bill_period']
  if (typeof period !== 'object' || period === null) return null
  const { from, to } = period as Record<string, unknown>
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null
}

/** Value of a field of the request, also of a part of an object; null if not given. */
export function given({ body }: Pick<Context, 'body'>, name: string): unknown {
  const point = name.indexOf('.')
  if (point < 0) return own(body, name)
  const whole = own(body, name.slice(0, point))
  return typeof whole === 'object' && whole !== null
    ? own(whole as Record<string, unknown>, name.slice(point + 1))
    : null
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null
}

/** A number from the request, exact. */
export function numberGiven(value: unknown): Rational | null {
  return typeof value === 'number' || typeof value === 'string' ? fromDecimal(String(value)) : null
}

/** The place of a name in the body: `/payment/digital`. */
export function pointerTo(...names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function pointerOf(name: string): string {
  return pointerTo(...(inputOf(name) === null ? [name] : name.split('.')))
}

/** True if the known day is within dates that may be open. Dates need a day. */
export function isDuring({ date }: Pick<Context, 'date'>, { effective_from: from, effective_to: to }: Dated): boolean {
  if (from === null && to === null) return true
  return date !== null && (from === null || from <= date) && (to === null || date <= to)
}

/** The days that the bill covers according to the request, or the requested day alone; null: neither is given. */
export function billDays({ body }: Pick<Context, 'body'>): { from: string; to: string } | null {
  const day = body['effective_on']
  return billPeriod(body) ?? (typeof day === 'string' ? { from: day, to: day } : null)
}

/** True if all days of the bill are within possibly open dates: the date of a bill is not one of its days. */
export function isDuringBill(context: Pick<Context, 'body'>, dates: Dated): boolean {
  if (!isDated(dates)) return true
  const days = billDays(context)
  const { effective_from: from, effective_to: to } = dates
  return days !== null && (from === null || from <= days.from) && (to === null || days.to <= to)
}

export type Dated = { readonly effective_from: string | null; readonly effective_to: string | null }

export function isDated({ effective_from: from, effective_to: to }: Dated): boolean {
  return from !== null || to !== null
}
