import type { Locator } from '../record/figure.ts'
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

/** What an answer shows of a figure's evidence. */
export type Evidence = {
  readonly grade: Grade
  readonly source_id: string
  readonly locator: Locator
  readonly quote: string
  readonly citations: readonly string[]
}

/** A verified rate as compiled. There is no form of it for an unverified number. */
export type Rate = {
  /** The value in paise (percent for factors and surcharges) is scaled / 10^places; a safe integer. */
  readonly scaled: number
  /** 1000 × 10^places: quantityMilli × scaled / divisor is the amount in paise. */
  readonly divisor: number
  /** Exact rupees (or percent), as in the record. */
  readonly text: string
  /** Whole paise per unit, or null when the rate has a fraction of a paisa or is a percentage. */
  readonly paise: number | null
  readonly grade: Grade
  /** Path of the figure in the record: `rows/BR-DS-II/energy/0`. */
  readonly path: string
  readonly evidence: Evidence
}

export type LineComponent = 'energy' | 'wheeling' | 'fixed' | 'adjustment'

/** One step of a charge as compiled: everything of a line that does not depend on the request. */
export type Step = {
  readonly component: LineComponent
  readonly description: string
  readonly unit: string
  readonly rate: Rate
  readonly slab: { readonly from: string; readonly to: string | null } | null
  /** Bounds in thousandths: quantities above `fromMilli` up to `toMilli` (Infinity: open). */
  readonly fromMilli: number
  readonly toMilli: number
}

/** One line of an answer: quantity × rate, rounded once, half up, to the paisa. */
export type Line = { readonly step: Step; readonly quantityMilli: number; readonly amountPaise: number }

/** The quantities and words that conditions and charges read. */
export type InputField =
  | 'connected_load'
  | 'contract_demand_kva'
  | 'energy_units'
  | 'fixed_charge_basis_units'
  | 'area_type'
  | 'phase'
  | 'supply_level'

/** A compiled charge. `price` appends its lines and returns their sum in paise. The inputs lie inside its steps. */
export type Charge = { price(inputs: Inputs, lines: Line[]): number }

/** An energy charge can also price a part of the consumption (the units an entitlement covers). */
export type EnergyPricing = Charge & { amount(unitsMilli: number): number }
