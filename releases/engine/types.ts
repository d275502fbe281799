import type { Value } from '../record/adjustment.ts'
import type { Locator } from '../record/figure.ts'
import type { Grade } from '../record/grade.ts'

/** Refusals that are possible once release, licensee and day are known (docs/design/tariff-language.md). */
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

/** Evidence fields of a figure in an answer; `multiple` if the rate is another charge's, multiplied. */
export type Evidence = {
  readonly grade: Grade
  readonly source_id: string
  readonly locator: Locator
  readonly quote: string
  readonly citations: readonly string[]
  readonly multiple?: Evidence
}

/** A compiled, verified rate. Unverified numbers cannot be represented. */
export type Rate = {
  /** The value in paise (percent as it is) is scaled / scale; safe integers. */
  readonly scaled: number
  readonly scale: number
  /** Exact rupees (or percent), as in the record. */
  readonly text: string
  /** Whole paise per unit; null if the rate has a fraction of a paisa or is a percentage. */
  readonly paise: number | null
  readonly grade: Grade
  /** Path of the figure in the record: `rows/BR-DS-II/energy/0`. */
  readonly path: string
  readonly evidence: Evidence
}

export type RateKind = Exclude<Value['kind'], 'per_unit'>

export type Component = 'energy' | 'wheeling' | 'fixed' | 'other' | 'minimum' | 'adjustment'

/** A step as a line shows it: all parts of the line that do not depend on the request. */
export type Step = {
  readonly component: Component
  /** The charge or adjustment of the line. */
  readonly id: string
  readonly description: string
  readonly unit: string
  readonly rate: Rate
  /** How the rate applies, if it is not rupees per unit. */
  readonly rateKind?: RateKind
  readonly slab: { readonly from: string; readonly to: string | null } | null
}

/** An exact rational number, numerator / denominator; the denominator is above 0. */
export type Fraction = { readonly n: bigint; readonly d: bigint }
