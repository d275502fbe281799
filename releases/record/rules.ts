import * as z from 'zod'
import { adjustmentSchema } from './adjustment.ts'
import { name } from './expression.ts'
import { figureSchema, quotationSchema } from './figure.ts'
import { code, dateText, decimalText, licenseeCode, monthText, sentence } from './text.ts'

export const LINE_COMPONENTS = ['energy', 'wheeling', 'fixed'] as const

/**
 * Free units by billing days, and the verified monetary core built on them
 * (docs/design/contract.md#subsidy-entitlement, docs/design/release.md#bihar).
 */
export const subsidySchema = z.strictObject({
  scheme: sentence,
  applies_to: z.array(code).min(1),
  unit: z.literal('kWh'),
  base_days: z.int().min(1),
  monthly_units: figureSchema,
  entitlements: z.array(z.strictObject({ billing_days: z.int().min(1), units: figureSchema })).min(1),
  rounding_status: sentence,
  /** Price of a unit inside the entitlement, and the fixed charge of a bill wholly inside it (Rs 0.00 each). */
  energy_within: figureSchema,
  fixed_within: figureSchema,
  blocked: z.array(code),
  conditions: z.array(z.strictObject({ text: sentence, evidence: quotationSchema })),
  effective_from: dateText,
  effective_to: dateText,
})
export type Subsidy = z.infer<typeof subsidySchema>

/** One month's fuel and power-purchase adjustment. Only `approved_exact_month` may ever reach an amount. */
export const fppasPeriodSchema = z.strictObject({
  period_id: code,
  /** If there are base and periodic adjustments, one of each may apply; null: there is only one kind. */
  kind: z.enum(['base', 'periodic']).nullable(),
  period: monthText,
  recovery_month: monthText,
  licensee_code: licenseeCode.nullable(),
  status: z.enum(['historical_evidence', 'approved_exact_month', 'specimen']),
  value_unit: z.enum(['percent', 'paise_per_unit']),
  /** For paise_per_unit the figure's value is rupees per unit. */
  figure: figureSchema,
  basis: z.array(z.enum(LINE_COMPONENTS)).min(1),
  applies_to: z.array(code),
})
export type FppasPeriod = z.infer<typeof fppasPeriodSchema>

/**
 * A statutory duty, shown separately in an answer and never inside an amount (docs/design/contract.md#answer-fields
 * `electricity_duty`).
 */
const dutySchema = z.strictObject({
  description: sentence,
  /** Only for supply billed in this unit. */
  energy_unit: z.enum(['kWh', 'kVAh']),
  figure: figureSchema,
})
export type Duty = z.infer<typeof dutySchema>

/**
 * How credits of rooftop solar are treated (docs/design/contract.md#solar-savings). No rule pays money: settlement is
 * blocked everywhere. `closing`: what happens to a credit left after the last month given; `closing_at_year_end`: the
 * same if that month is `year_end_month`. Empty `licensees`: the whole state.
 */
const solarSchema = z.strictObject({
  arrangement: z.enum(['net_metering', 'gross_metering']),
  licensees: z.array(licenseeCode),
  name: sentence,
  citation: sentence,
  closing: z.enum(['carried', 'lapses', 'settlement_blocked']),
  year_end_month: z
    .string()
    .regex(/^(0[1-9]|1[0-2])$/)
    .nullable(),
  closing_at_year_end: z.enum(['carried', 'lapses', 'settlement_blocked']).nullable(),
  grade: z.enum(['order', 'transcription', 'carried', 'derived', 'specimen']),
  evidence: quotationSchema,
  disclosures: z.array(sentence),
})
export type Solar = z.infer<typeof solarSchema>

/** A profile of consumers whose whole payable is verified. Used only as long as every figure of it has grade order. */
const payableProfileSchema = z.strictObject({
  profile: code,
  licensee_code: licenseeCode,
  subcategory_codes: z.array(code).min(1),
  description: sentence,
  evidence: quotationSchema,
})

/** A component that is not in any amount, with the reason and what would release it. */
export const blockedSchema = z.strictObject({
  component: code,
  reason: code,
  explanation: sentence,
  unblocked_by: sentence,
  /** The part of an answer that this component corresponds to, if any. */
  stands_for: z.enum(['fppas', 'electricity_duty', 'ancillary_charges']).nullable(),
  evidence: quotationSchema.nullable(),
})

/**
 * How the units of a bill are counted before they are priced. `exact`: fractions are billed. `whole`: only whole units
 * are billed, rounded as `rounding` says from meter readings that a request does not contain, so that a fraction is
 * refused. If a release has no rule for a licensee and category, a fraction is priced as given and the answer discloses
 * it.
 */
const unitRuleSchema = z.strictObject({
  rule_id: code,
  /** Empty: every licensee. */
  licensees: z.array(licenseeCode),
  /** Empty: every category. */
  applies_to: z.array(code),
  rule: z.enum(['exact', 'whole']),
  /** Rounded quantity and method as read; null for `exact`. */
  rounding: sentence.nullable(),
  grade: z.enum(['order', 'transcription', 'carried']),
  evidence: quotationSchema,
})
export type UnitRule = z.infer<typeof unitRuleSchema>

/**
 * Rule of an order for bills that are not one month long: monthly edges and charges are multiplied by one factor, the
 * days of the bill ÷ `base_days`, or its months; edges that are printed for several months by a part of it. The factor
 * is not rounded unless the rule says so.
 */
const prorationSchema = z.strictObject({
  rule_id: code,
  /** Empty: every licensee. */
  licensees: z.array(licenseeCode),
  /** Empty: every category. */
  applies_to: z.array(code),
  method: z.enum(['by_days', 'by_months']),
  /** The days of a month; only for `by_days`. */
  base_days: figureSchema.nullable(),
  /** The months for which edges are printed, such as 2 beside monthly charges; left out: one. */
  slab_months: figureSchema.optional(),
  round: z.strictObject({ op: z.enum(['floor', 'ceil', 'half_up']), step: decimalText }).nullable(),
  /** Quantities and inputs that are compared with edges and bounds for one month. */
  edges_of: z.array(name),
  /** Ids of the charges whose rate is for one month. */
  monthly: z.array(code),
  grade: z.enum(['order', 'transcription', 'carried']),
  evidence: quotationSchema,
})
export type ProrationRule = z.infer<typeof prorationSchema>

/** A cited rule that no calculation uses yet (rebates, solar settlement, billing demand), recorded only. */
export const factSchema = z.strictObject({
  fact_id: code,
  group: code,
  key: code,
  applies_to: sentence,
  period: sentence,
  text: sentence.nullable(),
  /** Of group `disclosure`: the categories and rows whose answers say its text; both absent: every answer of the release. */
  categories: z.array(code).min(1).optional(),
  rows: z.array(code).min(1).optional(),
  figure_value: decimalText.nullable(),
  figure_unit: sentence.nullable(),
  grade: z.enum(['order', 'transcription', 'carried', 'derived', 'specimen', 'held']),
  evidence: quotationSchema,
})

export const rulesSchema = z.strictObject({
  adjustments: z.array(adjustmentSchema),
  subsidy: subsidySchema.nullable(),
  fppas_periods: z.array(fppasPeriodSchema),
  /** The month by which a period is found; null: billing_month, if the entitlement was evaluated (Bihar). */
  fppas_month: z.enum(['billing_date']).nullable(),
  duty: dutySchema.nullable(),
  solar: z.array(solarSchema),
  complete_payable: z.array(payableProfileSchema),
  facts: z.array(factSchema),
  unit_rules: z.array(unitRuleSchema).optional(),
  proration: z.array(prorationSchema).optional(),
})
export type Rules = z.infer<typeof rulesSchema>
