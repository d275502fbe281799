import type { Charge } from '../../record/charge.ts'
import type { Quantity } from '../../record/quantity.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import { inputOf, kindOf } from '../input-names.ts'
import { fromDecimal, type Rational } from './rational.ts'

/** Values of the names in a record, read once. */
export type Names = {
  readonly record: ReleaseRecord
  readonly quantities: ReadonlyMap<string, Quantity>
  /** `row_id/charge_id`. */
  readonly charges: ReadonlyMap<string, Charge>
  /** Every charge id and adjustment id: what an adjustment may name beside components. */
  readonly lines: ReadonlySet<string>
  readonly adjustments: ReadonlySet<string>
  /** Cache of parsed decimals of the record. */
  readonly decimals: Map<string, Rational>
  /** Cache of the values of names. */
  readonly sorts: Map<string, 'number' | 'word' | 'flag'>
  /** Cache of held paths. */
  readonly holds: Map<string, readonly string[]>
}

const known = new WeakMap<ReleaseRecord, Names>()

export function namesOf(record: ReleaseRecord): Names {
  const before = known.get(record)
  if (before !== undefined) return before
  const charges = record.rows.flatMap((row) => row.charges.map((charge) => [row.row_id, charge] as const))
  const adjustments = record.rules.adjustments.map(({ adjustment_id: id }) => id)
  const names: Names = {
    record,
    quantities: new Map(record.quantities.map((quantity) => [quantity.quantity_id, quantity])),
    charges: new Map(charges.map(([rowId, charge]) => [`${rowId}/${charge.charge_id}`, charge])),
    lines: new Set([...charges.map(([, { charge_id }]) => charge_id), ...adjustments]),
    adjustments: new Set(adjustments),
    decimals: new Map(),
    sorts: new Map(),
    holds: new Map(),
  }
  known.set(record, names)
  return names
}

/** Decimal text of the record, parsed once. */
export function decimalIn({ decimals }: Names, text: string): Rational {
  const before = decimals.get(text)
  if (before !== undefined) return before
  const value = fromDecimal(text)
  decimals.set(text, value)
  return value
}

type Value = NonNullable<unknown> | null

/** Values of parts of a record that do not depend on the request, cached for the last record. */
export function remembered<K extends object, V extends Value>(
  find: (names: Names, part: K) => V,
): (names: Names, part: K) => V {
  let last: Names | null = null
  let found = new Map<K, V>()
  return (names, part) => {
    if (names !== last) found = new Map()
    last = names
    const before = found.get(part)
    if (before !== undefined) return before
    const value = find(names, part)
    found.set(part, value)
    return value
  }
}

/** The same for dependencies on holds. */
export function rememberedUnder<K extends object, V extends Value>(
  find: (names: Names, part: K, holds: readonly string[]) => V,
): (names: Names, part: K, holds: readonly string[]) => V {
  const under = remembered((names, holds: readonly string[]) => remembered((_, part: K) => find(names, part, holds)))
  return (names, part, holds) => under(names, holds)(names, part)
}

/** Paths held by the release and by the caller, as one list; the same object as long as both are unchanged. */
export function holdsOf(names: Names, asked: readonly string[]): readonly string[] {
  const key = asked.join(' ')
  const holds = names.holds.get(key) ?? [...names.record.holds.map(({ path }) => path), ...asked]
  names.holds.set(key, holds)
  return holds
}

/** Kind of value that a name has; words and flags are compared as text. Throws TypeError for an unknown name. */
export function sortOf({ record, quantities, sorts }: Names, name: string): 'number' | 'word' | 'flag' {
  const before = sorts.get(name)
  if (before !== undefined) return before
  const kind = quantities.has(name) ? 'quantity' : kindOf(name)
  if (kind === null || (!quantities.has(name) && !isDeclared(record, name)))
    throw new TypeError(`no quantity and no input: ${name}`)
  const sort = kind === 'quantity' || kind === 'count' ? 'number' : kind
  sorts.set(name, sort)
  return sort
}

function isDeclared({ selectors, zones }: ReleaseRecord, name: string): boolean {
  const part = name.slice(name.indexOf('.') + 1)
  const input = inputOf(name)
  if (input === 'selectors') return selectors.some(({ selector }) => selector === part)
  return input !== 'energy_by_zone' || zones.includes(part)
}
