import type { Revision } from '../lifecycle/state.ts'

type Entries<M> = M extends ReadonlyMap<infer K, infer V> ? readonly (readonly [K, V])[] : never
type Stored = Omit<Revision, 'holds' | 'checks'> & {
  readonly holds: Entries<Revision['holds']>
  readonly checks: Entries<Revision['checks']>
}

/** A revision as a snapshot keeps it: JSON, its maps as lists in their order. */
export function toStored(revision: Revision): string {
  const stored: Stored = { ...revision, holds: [...revision.holds], checks: [...revision.checks] }
  return JSON.stringify(stored)
}

/**
 * The same read back; null: it is none. Whoever writes to the table may have written another revision: `log verify` finds it, and what is
 * decided on it the signer refuses.
 */
export function fromStored(text: string): Revision | null {
  try {
    const stored = JSON.parse(text) as Stored
    return { ...stored, holds: new Map(stored.holds), checks: new Map(stored.checks) }
  } catch {
    return null
  }
}
