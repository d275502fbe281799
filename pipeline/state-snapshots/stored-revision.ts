import type { Revision } from '../lifecycle/state.ts'

type Entries<M> = M extends ReadonlyMap<infer K, infer V> ? readonly (readonly [K, V])[] : never
type Stored = Omit<Revision, 'holds' | 'checks'> & {
  readonly holds: Entries<Revision['holds']>
  readonly checks: Entries<Revision['checks']>
}

/** A revision as JSON, with its maps as lists in their order. */
export function toStored(revision: Revision): string {
  const stored: Stored = { ...revision, holds: [...revision.holds], checks: [...revision.checks] }
  return JSON.stringify(stored)
}

/**
 * Reads it back; null: not a revision. A wrong revision in the table is found by `log verify`, and the signer refuses
 * decisions based on it.
 */
export function fromStored(text: string): Revision | null {
  try {
    const stored = JSON.parse(text) as Stored
    // Stored by an earlier version.
    if (typeof stored.twoEndHolds !== 'boolean') return null
    return { ...stored, holds: new Map(stored.holds), checks: new Map(stored.checks) }
  } catch {
    return null
  }
}
