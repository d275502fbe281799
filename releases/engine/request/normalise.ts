import { formatMilli, toScaled } from '../../record/decimal.ts'
import { type InputValue, noValues, type Place, placeOf } from '../given-inputs.ts'
import type { Input } from '../input.ts'
import { inTableOrder, isInputName, kindOf, tableInput } from '../input-names.ts'
import { INPUT_LIST, type InputName, LARGEST_QUANTITY } from '../inputs.ts'
import { type FieldProblem, pointerOf, quantityMessage, required } from '../refuse.ts'
import type { CalculateBody } from './body.ts'

/** A request as the engine reads it and as an answer repeats it (decimals as text, only given fields). */
export type NormalisedRequest = {
  readonly values: Readonly<Record<string, InputValue | undefined>>
  /** Names given that only some categories read, in the order of the table. */
  readonly given: readonly string[]
  readonly shown: Readonly<Record<string, unknown>>
  /** The values by index. */
  readonly placed: readonly (InputValue | undefined)[]
}

const NONE: readonly string[] = []

type Entry = { readonly input: Input; readonly place: Place }
/** The table by name, with lookups for reading a request. */
const ENTRIES: ReadonlyMap<string, Entry> = new Map(
  INPUT_LIST.map(([name, input]) => [name, { input, place: placeOf(name) }]),
)

/**
 * Thousandths of a quantity. A JSON number is read through its shortest decimal text, so that 104.1 is exactly 104.1.
 * Null: more than three decimals, negative, or over the bound. Nothing is rounded
 * (docs/design/contract.md#request-fields).
 */
export function quantityMilli(value: number | string, largest = LARGEST_QUANTITY): number | null {
  // A number has at most 15 digits here, so the nearest decimal with three places is its shortest text.
  const milli = typeof value === 'number' ? Math.round(value * 1000) : Number.NaN
  if (milli / 1000 === value && milli >= 0 && milli <= largest * 1000) return milli + 0
  if (typeof value === 'number' && !(value >= 0)) return null
  const scaled = toScaled(typeof value === 'number' ? String(Math.abs(value)) : value, 3)
  if (scaled === null || scaled < 0n || scaled > BigInt(largest) * 1000n) return null
  return Number(scaled)
}

function quantityProblem(field: string, pointer = pointerOf(field)): FieldProblem {
  return { field: pointer, rule: 'decimals', message: quantityMessage(field) }
}

/** The quantities of an object with too many decimals, by the names of its `fields`; `at`: its place in the body. */
export function inexactFields(holder: unknown, fields: readonly string[], at: string): FieldProblem[] {
  if (typeof holder !== 'object' || holder === null) return []
  return fields.flatMap((field) => {
    const value = (holder as Readonly<Record<string, unknown>>)[field]
    if (typeof value !== 'number' && typeof value !== 'string') return []
    return quantityMilli(value) === null ? [quantityProblem(field, `${at}/${field}`)] : []
  })
}

/** For a bill with energy, fixed charge, other charges and total, the parts must sum to the total. */
function billProblem(bill: CalculateBody['actual_bill']): FieldProblem | null {
  if (bill?.total_paise === undefined || bill.other_paise === undefined) return null
  if (bill.energy_charge_paise === undefined || bill.fixed_charge_paise === undefined) return null
  let sum = 0
  for (const [part, paise] of Object.entries(bill))
    if (part !== 'total_paise' && part.endsWith('_paise')) sum += Number(paise)
  if (sum === bill.total_paise) return null
  const message = `the parts of the bill add up to ${sum} paise, but total_paise is ${bill.total_paise}: check both`
  return { field: '/actual_bill/total_paise', rule: 'sum', message }
}

/** The problem of an input that has an effect only together with another one, if that is absent or false. */
export function companionProblem(name: string, other: string | undefined, body: CalculateBody): FieldProblem | null {
  if (other === undefined) return null
  if (isInputName(other) && body[other] !== undefined && body[other] !== false) return null
  const wanted = kindOf(other) === 'flag' ? `${other}: true` : other
  const message = `${name} is only used together with ${wanted}; add ${wanted}, or leave ${name} out`
  return { field: pointerOf(name), rule: 'not_applicable', message }
}

/** All quantities of a body that are numbers or text but not valid quantities, in addition to faults of its schema. */
export function inexactQuantities(body: unknown): readonly FieldProblem[] {
  if (typeof body !== 'object' || body === null) return []
  const readable = Object.entries(body).filter(
    ([name, value]) =>
      tableInput(name)?.kind === 'quantity' && (typeof value === 'number' || typeof value === 'string'),
  )
  const normalised = normaliseRequest(Object.fromEntries(readable) as CalculateBody)
  return normalised.ok ? [] : normalised.fields
}

/**
 * Reads a body that has passed its schema. All quantities that cannot be exact are reported at once. `most`: the
 * largest quantity that any possible category declares.
 */
export function normaliseRequest(
  body: CalculateBody,
  most = LARGEST_QUANTITY,
): { ok: true; request: NormalisedRequest } | { ok: false; fields: FieldProblem[] } {
  const values: Record<string, InputValue | undefined> = {}
  const placed = noValues()
  const shown: Record<string, unknown> = {}
  const fields: FieldProblem[] = []
  let given: string[] | null = null
  const give = (name: string, scope: Input['scope']): void => {
    if (scope !== 'category') return
    given ??= []
    given.push(name)
  }
  const take = (name: string, value: InputValue, scope: Input['scope'], place = placeOf(name)): void => {
    values[name] = value
    if (place !== null) placed[place] = value
    give(name, scope)
  }
  const exact = (name: string, value: number | string, largest: number): number | null => {
    const milli = quantityMilli(value, largest)
    if (milli === null) fields.push(quantityProblem(name))
    return milli
  }
  for (const name in body) {
    const value: unknown = body[name as InputName]
    const entry = value === undefined ? undefined : ENTRIES.get(name)
    if (entry === undefined) continue
    const { input, place } = entry
    shown[name] = value
    // An object without parts still counts as given: it may not belong to the category.
    if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) give(name, input.scope)
    if (input.kind === 'quantity') {
      const milli = exact(name, value as number | string, Math.min(most, input.largest ?? LARGEST_QUANTITY))
      if (milli === null) continue
      take(name, milli, input.scope, place)
      shown[name] = formatMilli(milli)
    } else if (input.kind === 'declared') {
      const parts: Record<string, unknown> = {}
      shown[name] = parts
      for (const [part, each] of Object.entries(value as Record<string, number | string>)) {
        const whole =
          input.of === 'quantities' ? exact(`${name}.${part}`, each, input.largest ?? LARGEST_QUANTITY) : String(each)
        if (whole === null) continue
        take(`${name}.${part}`, whole, input.scope)
        parts[part] = typeof whole === 'number' ? formatMilli(whole) : whole
      }
    } else if (input.kind === 'object') {
      const whole = value as Readonly<Record<string, unknown>>
      for (const [part, each] of Object.entries(whole)) {
        if (typeof each === 'boolean') take(`${name}.${part}`, String(each), input.scope)
        const { kind, onlyWith } = input.parts[part] ?? {}
        const unused = companionProblem(`${name}.${part}`, onlyWith, body)
        if (unused !== null) fields.push(unused)
        if (kind !== 'quantity') continue
        const milli = exact(`${name}.${part}`, each as number | string, LARGEST_QUANTITY)
        if (milli !== null) shown[name] = { ...(shown[name] as object), [part]: formatMilli(milli) }
      }
    } else if (typeof value === 'number') take(name, value, input.scope, place)
    else take(name, String(value), input.scope, place)
  }
  const unsummed = billProblem(body.actual_bill)
  if (unsummed !== null) fields.push(unsummed)
  if (body.explain === true && body.actual_bill === undefined) {
    fields.push(required('actual_bill', 'explain needs a bill to account for'))
  }
  if (fields.length > 0) return { ok: false, fields }
  return { ok: true, request: { values, given: given === null ? NONE : inTableOrder(given, String), shown, placed } }
}
