import type { Charge } from '../../record/charge.ts'
import type { Names } from './names.ts'
import { type LineComponent, type ReferenceLine, sumPaise } from './result.ts'

/** A line of a bill, or a placeholder for a line with a held figure (amount null). */
export type Entry = {
  readonly side: Charge['side']
  readonly component: LineComponent
  readonly id: string
  readonly quantity: string
  readonly shares?: readonly string[]
  readonly amountPaise: number | null
}

/** The sum of entries in paise: 0 if there are none, null if one of them is unknown. */
export function sumOf(entries: readonly Entry[]): number | null {
  const known: number[] = []
  for (const { amountPaise } of entries) {
    if (amountPaise === null) return null
    known.push(amountPaise)
  }
  return sumPaise(known)
}

/** The sum of entries, null also if there are none. */
export function sumIfAny(entries: readonly Entry[]): number | null {
  return entries.length === 0 ? null : sumOf(entries)
}

export function baseEntries(entries: readonly Entry[], component?: LineComponent): Entry[] {
  return entries.filter(({ side, component: of }) => side === 'base' && (component === undefined || of === component))
}

export function linesOf(entries: readonly Entry[], of: Charge['side']): ReferenceLine[] {
  return entries.flatMap(({ side, component, id, quantity, shares, amountPaise }): ReferenceLine[] => {
    if (side !== of || amountPaise === null) return []
    const line = { component, id, quantity, amountPaise }
    return [shares === undefined ? line : { ...line, shares }]
  })
}

const COMPONENTS: ReadonlySet<string> = new Set(['energy', 'wheeling', 'fixed', 'other', 'minimum'])

/** Entries of names, each once. `ran`: adjustments that run before the one that names them. */
export function entriesNamed(
  names: Names,
  entries: readonly Entry[],
  named: readonly string[],
  ran: ReadonlySet<string>,
): Entry[] {
  for (const name of named) checkName(names, name, ran)
  return entries.filter((entry) => named.some((name) => isNamed(entry, name)))
}

function isNamed({ side, component, id }: Entry, name: string): boolean {
  if (name === 'bill') return true
  if (side === 'base' && name === 'base_tariff') return true
  return COMPONENTS.has(name) ? side === 'base' && component === name : id === name
}

function checkName({ adjustments, lines }: Names, name: string, ran: ReadonlySet<string>): void {
  if (name === 'bill' || name === 'base_tariff' || COMPONENTS.has(name)) return
  if (!lines.has(name)) throw new TypeError(`no component, charge or adjustment: ${name}`)
  if (adjustments.has(name) && !ran.has(name)) throw new TypeError(`an adjustment that is not earlier: ${name}`)
}
