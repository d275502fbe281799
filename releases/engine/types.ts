import type { Grade } from '../record/grade.ts'

/**
 * Inputs of one calculation, already typed: quantities in thousandths (milli), words as given. Null: not given.
 * Source: contract 2.7.
 */
export type Inputs = {
  readonly subcategoryCode: string
  readonly licenseeCode: string | null
  readonly energyUnitsMilli: number
  readonly connectedLoadMilli: number | null
  readonly loadUnit: 'kw' | 'hp' | null
  readonly contractDemandMilli: number | null
  readonly fixedChargeBasisUnitsMilli: number | null
  readonly areaType: string | null
  readonly phase: string | null
  readonly supplyLevel: string | null
  readonly billingDays: number | null
  readonly billingMonth: string | null
  readonly todPeriod: string | null
  readonly rtsVoltageMode: string | null
  readonly applyHtss11kvSurcharge: boolean | null
}

/** The largest accepted quantity: 10,000,000, in thousandths. */
export const MAX_QUANTITY_MILLI = 10_000_000_000

/** What the engine may refuse with, in the order of contract 2.5 from SUBCATEGORY_NOT_FOUND on. */
export type RefusalCode =
  | 'SUBCATEGORY_NOT_FOUND'
  | 'INVALID_REQUEST_FIELD'
  | 'UNSUPPORTED_BILLING_DAYS'
  | 'CATEGORY_NOT_APPLICABLE'
  | 'EVIDENCE_BELOW_FLOOR'
  | 'RATE_NOT_VERIFIED'

export type Refusal<Code extends string = RefusalCode> = {
  readonly ok: false
  readonly code: Code
  readonly details: Readonly<Record<string, unknown>>
}

/** A verified rate as compiled: exact, with what an answer shows of it. It has no form for an unverified number. */
export type Rate = {
  /** value = scaled / 10^places, in paise (or percent for factors and surcharges). Always a safe integer. */
  readonly scaled: number
  readonly places: number
  /** Exact rupees (or percent) as text, as in the record. */
  readonly text: string
  /** Whole paise, or null when the rate has a fraction of a paisa. */
  readonly paise: number | null
  readonly unit: string
  readonly grade: Grade
  /** Path of the figure in the record, for the trace: `rows/BR-DS-II/energy/0`. */
  readonly path: string
}

/** One line of an answer: quantity × rate, rounded once, half up, to the paisa. */
export type Line = {
  readonly component: 'energy' | 'wheeling' | 'fixed' | 'adjustment'
  readonly description: string
  readonly quantityMilli: number
  readonly unit: string
  readonly rate: Rate
  readonly amountPaise: number
  readonly slab: { readonly from: string; readonly to: string | null } | null
}
