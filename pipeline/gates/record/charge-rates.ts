import type { Charge, Step } from '../../../releases/record/charge.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { chargeAt } from '../../../releases/record/row.ts'

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
