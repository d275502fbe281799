import type { Step } from '../../../releases/record/charge.ts'
import { namesOfQuantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { NumbersOf } from './own-numbers.ts'

/** Numbers of the formula of an edge, and the units of what it reads: 200 and kW of `200 * connected_load`. */
export type EdgeShare = { readonly numbers: readonly string[]; readonly units: readonly string[] }
export type EdgeShares = Readonly<Record<'from' | 'to', EdgeShare>>

const NONE: EdgeShare = { numbers: [], units: [] }
export const NO_SHARES: EdgeShares = { from: NONE, to: NONE }

/** What the edges of a step are shares or multiples of, by the formulas of their quantities. */
export function edgeShares(
  { quantities }: Pick<ReleaseRecord, 'quantities'>,
  step: Step | undefined,
  formulas: NumbersOf,
  unitsOf: (name: string) => readonly string[],
): EdgeShares {
  const shareOf = (name: string | null | undefined): EdgeShare => {
    const quantity = quantities.find(({ quantity_id }) => quantity_id === name)
    if (quantity === undefined) return NONE
    return {
      numbers: formulas.get(quantity.quantity_id) ?? [],
      units: namesOfQuantity(quantity).flatMap(unitsOf),
    }
  }
  return { from: shareOf(step?.from), to: shareOf(step?.to) }
}
