import type { Charge, Step } from './charge.ts'
import type { Figure } from './figure.ts'
import type { ReleaseRecord } from './record.ts'
import type { Row } from './row.ts'

/** The charge of a row by both ids. */
export function chargeAt(
  rows: readonly Row[],
  at: { readonly row_id: string; readonly charge_id: string },
): Charge | null {
  const row = rows.find(({ row_id }) => row_id === at.row_id)
  return row?.charges.find(({ charge_id }) => charge_id === at.charge_id) ?? null
}

/** The steps by which a charge is priced, its own or another charge's, and the multiples of their rates. */
export function ratesOf(
  { rows }: Pick<ReleaseRecord, 'rows'>,
  charge: Charge,
): { readonly steps: readonly Step[]; readonly multiples: readonly Figure[] } {
  const multiples: Figure[] = []
  const passed = new Set<Charge>()
  let at = charge
  while (at.rates_of !== null && !passed.has(at)) {
    passed.add(at)
    multiples.push(at.rates_of.multiple)
    const next = chargeAt(rows, at.rates_of)
    // A missing charge is gate 16's finding.
    if (next === null) return { steps: [], multiples }
    at = next
  }
  return { steps: at.steps, multiples }
}

/** Rows, and the others of a record whose rates they use, directly or through another row. */
export function withLenders(rows: readonly Row[], { rows: all }: Pick<ReleaseRecord, 'rows'>): Row[] {
  const found = [...rows]
  // Iterating an array includes members added during the iteration.
  for (const { charges } of found) {
    for (const { rates_of: other } of charges) {
      const lender = other === null ? undefined : all.find(({ row_id }) => row_id === other.row_id)
      if (lender !== undefined && !found.some(({ row_id }) => row_id === lender.row_id)) found.push(lender)
    }
  }
  return found
}
