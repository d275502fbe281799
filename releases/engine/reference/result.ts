import type { Grade } from '../../record/grade.ts'
import type { RefusalCode } from '../types.ts'

/** What is decided outside the record: the key's evidence floor, and the component paths on hold right now. */
export type ReferenceOptions = {
  readonly floor: Grade
  /** Paths such as `rows/BR-DS-II/energy`. */
  readonly holds: readonly string[]
}

export type ReferenceLine = {
  readonly component: 'energy' | 'wheeling' | 'fixed' | 'adjustment'
  readonly amountPaise: number
}

/**
 * One bill in whole paise, or the first refusal that applies.
 * `energyChargePaise` and `fixedChargePaise` are 0 when the row has no such charge and null when the component is held;
 * `wheelingChargePaise` and `adjustmentsPaise` are null when there is none, `subsidyPaise`, `fppasPaise` and
 * `finalPayablePaise` when they were not evaluated. A held component makes `baseTariffPaise` null as well.
 */
export type ReferenceAnswer = {
  readonly ok: true
  readonly rowId: string
  readonly lines: readonly ReferenceLine[]
  readonly energyChargePaise: number | null
  readonly fixedChargePaise: number | null
  readonly wheelingChargePaise: number | null
  readonly adjustmentsPaise: number | null
  readonly baseTariffPaise: number | null
  readonly subsidyPaise: number | null
  readonly fppasPaise: number | null
  readonly finalPayablePaise: number | null
  /** The weakest grade among the figures the floor was judged on. */
  readonly grade: Grade
}

export type ReferenceRefusal = { readonly ok: false; readonly code: RefusalCode }

export type ReferenceResult = ReferenceAnswer | ReferenceRefusal

/** A component of the base tariff, as rows and holds name it. */
export type Component = 'energy' | 'wheeling' | 'fixed'

export const COMPONENTS: readonly Component[] = ['energy', 'wheeling', 'fixed']

export function sumPaise(amounts: Iterable<number>): number {
  let sum = 0
  for (const amount of amounts) sum += amount
  if (!Number.isSafeInteger(sum)) throw new RangeError(`sum is no safe integer of paise: ${sum}`)
  return sum
}
