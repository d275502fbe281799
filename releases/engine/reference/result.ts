import type { Grade } from '../../record/grade.ts'

export type ReferenceRequest = {
  /** Body of POST /calculate as received, already valid by its schema: quantities as JSON numbers or decimal text. */
  readonly body: Readonly<Record<string, unknown>>
  /** The licensee found by routing, or null. */
  readonly licenseeCode: string | null
  /** The requested tariff day (YYYY-MM-DD), or null if unknown. */
  readonly date: string | null
}

/** Conditions outside the record: the key's evidence floor, and the paths of held components. */
export type ReferenceOptions = {
  readonly floor: Grade
  /** Paths such as `rows/BR-DS-II/energy`. */
  readonly holds: readonly string[]
}

/** The sum that a line is part of. */
export type LineComponent = 'energy' | 'wheeling' | 'fixed' | 'other' | 'minimum' | 'adjustment'

export type ReferenceLine = {
  readonly component: LineComponent
  /** Id of the charge or adjustment. */
  readonly id: string
  /** `7` or `22/3`: units of the multiplied quantity, or the base in rupees. */
  readonly quantity: string
  /** The shares at each rate, if the amount is not quantity × rate: of a telescopic adjustment, or of a minimum in steps. */
  readonly shares?: readonly string[]
  readonly amountPaise: number
}

/**
 * One bill in whole paise. `energyChargePaise` and `fixedChargePaise` are 0 if the row has no such charge; the other
 * sums are null if they have no line. A held component is null, and so is the base tariff.
 */
export type ReferenceAnswer = {
  readonly ok: true
  readonly rowId: string
  readonly lines: readonly ReferenceLine[]
  readonly beside: readonly ReferenceLine[]
  readonly energyChargePaise: number | null
  readonly fixedChargePaise: number | null
  readonly wheelingChargePaise: number | null
  readonly otherChargesPaise: number | null
  readonly minimumPaise: number | null
  readonly adjustmentsPaise: number | null
  readonly baseTariffPaise: number | null
  readonly besidePaise: number | null
  readonly subsidyPaise: number | null
  readonly fppasPaise: number | null
  readonly finalPayablePaise: number | null
  /** The weakest grade of the figures that were compared with the floor. */
  readonly grade: Grade
  /** Inputs, in the order of their table, whose absence removed an adjustment or a charge beside. */
  readonly notGiven: readonly string[]
}

export type FieldProblem = {
  /** JSON pointer into the body. */
  readonly field: string
  readonly rule: 'required' | 'not_applicable' | 'enum' | 'one_of' | 'sum' | 'decimals' | 'disagrees' | 'whole_units'
}

/** The first refusal that applies, with its details. */
export type ReferenceRefusal = { readonly ok: false } & (
  | { readonly code: 'INVALID_REQUEST_FIELD'; readonly details: { readonly fields: readonly FieldProblem[] } }
  | {
      readonly code: 'SUBCATEGORY_NOT_FOUND'
      readonly details: { readonly subcategory_code: string; readonly available: readonly string[] }
    }
  | { readonly code: 'UNSUPPORTED_BILLING_PERIOD'; readonly details: { readonly reason: 'rule_changes' | 'no_rule' } }
  | {
      readonly code: 'UNSUPPORTED_BILLING_DAYS'
      readonly details: { readonly billing_days: number; readonly supported: readonly number[] }
    }
  | {
      readonly code: 'CATEGORY_NOT_APPLICABLE'
      readonly details: {
        readonly subcategory_code: string
        readonly bound: string
        readonly covering_category: string | null
      }
    }
  | {
      readonly code: 'EVIDENCE_BELOW_FLOOR'
      readonly details: {
        readonly grade: Grade
        readonly floor: Grade
        readonly figures: readonly { readonly path: string; readonly grade: Grade }[]
      }
    }
  | { readonly code: 'RATE_NOT_VERIFIED'; readonly details: { readonly component: string } }
)

export type ReferenceResult = ReferenceAnswer | ReferenceRefusal

export function sumPaise(amounts: Iterable<number>): number {
  let sum = 0
  for (const amount of amounts) sum += amount
  if (!Number.isSafeInteger(sum)) throw new RangeError(`sum is not a safe integer of paise: ${sum}`)
  return sum
}
