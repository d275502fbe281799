import * as z from 'zod'
import type { Input } from '../../../../releases/engine/input.ts'
import { INPUT_LIST } from '../../../../releases/engine/inputs.ts'
import { inputSchema } from '../../../../releases/engine/request/body.ts'
import { verification } from './bill-verification.ts'
import { calculation, line } from './calculation.ts'
import { lineEvidence, placed } from './evidence.ts'
import {
  blockedStatus,
  count,
  date,
  decimal,
  engineVersion,
  financialYear,
  grade,
  hash,
  integerPaise,
  licenseeOrNull,
  month,
  named,
  never,
  paise,
  reason,
  releaseId,
  revision,
  scope,
  specimenUsed,
  stage,
  stateCode,
  subcategoryCode,
  tier,
  word,
} from './scalars.ts'

/** Parts of an answer separate from the base tariff (docs/design/contract.md#answer-fields). */

const blocked = z.array(word).describe('Components of the scheme that are not included in any amount')
const scheme = word.describe('Name of the scheme')
const neverIncluded = z
  .literal('shown_beside_never_included')
  .describe('It is not included in any amount of the base tariff')
const subsidy = named(
  'Subsidy',
  'The deduction for the entitlement. Evaluated only if billing_days was given.',
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('not_evaluated').describe('billing_days was not given'), blocked }),
    z.object({ status: z.literal('not_applicable').describe('The category has no entitlement'), blocked }),
    z.object({ status: blockedStatus, scheme, billing_days: count.describe('Days of the bill'), blocked }),
    z.object({
      status: z.literal('applied').describe('The entitlement is deducted'),
      scheme,
      billing_days: count.describe('Days of the bill'),
      entitlement_units: count.describe('Free units for these days, kWh'),
      covered_units: decimal.describe('Units of the bill that are free, kWh'),
      energy_waived_paise: paise.describe('Deducted from the energy charge, paise'),
      fixed_waived_paise: paise.describe('Deducted from the fixed charge, paise'),
      amount_paise: paise.describe('Total deduction, at least 0'),
      blocked,
    }),
  ]),
)

const fppasPart = z.object({
  kind: z.enum(['base', 'periodic']).nullable().describe('Null: the order has one adjustment'),
  period: month,
  rate: decimal,
  value_unit: z.enum(['percent', 'paise_per_unit']).describe('Unit of the rate'),
  amount_paise: paise,
  evidence: lineEvidence,
})
const shownBeside = z.object({
  status: z.literal('shown_beside').describe('Its lines and amounts are in `beside`'),
  reason: neverIncluded,
})
const fppas = named(
  'Fppas',
  'Fuel and power-purchase adjustment: applied only if approved for exactly the requested month',
  z.discriminatedUnion('status', [
    z.object({ status: blockedStatus, reason }),
    z.object({
      status: z.literal('applied').describe('It is included in the amount'),
      period: month,
      amount_paise: paise,
      parts: z.array(fppasPart).min(1).describe('They sum to amount_paise'),
    }),
    shownBeside,
  ]),
)

const electricityDuty = named(
  'ElectricityDuty',
  'Statutory duty: shown in `beside` if its rate is verified, never part of the base or payable amount',
  z.discriminatedUnion('status', [
    z.object({ status: blockedStatus, reason }),
    z.object({
      status: z.literal('statutory_rate_shown').describe('Statutory rate, in addition to the base tariff'),
      reason: neverIncluded,
      description: word.describe('The duty in words'),
      rate: decimal,
      amount_paise: paise,
      evidence: lineEvidence,
    }),
    shownBeside,
  ]),
)

const ancillaryCharges = named(
  'AncillaryCharges',
  'Meter rent, arrears, penalties and the like: not included in any amount',
  z.object({ status: blockedStatus, reason }),
)

const finalPayable = named(
  'FinalPayable',
  'The amount that may be shown as payable. It is the sum of the parts named in `includes`, or null; see `excludes`.',
  z.object({
    amount_paise: paise.nullable().describe('Null: nothing may be shown as payable'),
    status: z.enum(['complete', 'partial', 'unavailable']).describe('Whether the amount is the whole payable'),
    includes: z.array(word).describe('Included parts'),
    excludes: z.array(word).describe('Excluded parts'),
    reason: reason.optional(),
  }),
)

const disclosure = named(
  'Disclosure',
  'Conditions for showing the answer',
  z.object({
    code: z
      .string()
      .regex(/^[A-Z0-9_]+$/)
      .describe('Decide by this'),
    message: word.describe('For people'),
  }),
)

export const disclosures = z.array(disclosure).describe('Text to show with the amount')
const payableComplete = z.boolean().describe('Whether amount_paise of final_payable is the full payable amount')

const grossMetering = named(
  'GrossMetering',
  'Units that a rooftop plant generates. They are never converted to money.',
  z.object({
    generation_units: decimal.nullable().describe('Units generated, kWh; null: not given'),
    settlement: z.object({ status: blockedStatus, reason }).describe('No settlement rate is verified'),
  }),
)

export const answeredRelease = named(
  'AnsweredRelease',
  'The release that gave the answer. GET /v1/releases/{release_sha256} returns all of it, with its proof.',
  z.object({
    release_id: releaseId,
    revision,
    release_sha256: hash,
    release_stage: stage,
    log_position: count.describe('Position of its promotion in the log'),
    holds: z.array(word).describe('Its components that are on hold now'),
  }),
)

/** An input as repeated in an answer: quantities as decimal text. They are described with the request. */
function repeated(input: Input, schema: z.ZodType): z.ZodType {
  if (input.kind === 'quantity') return decimal
  if (input.kind === 'declared' && input.of === 'quantities')
    return z.record(z.string(), decimal).describe(input.description)
  return input.kind === 'date' ? date : schema
}

const inputs = named(
  'CalculationInputs',
  'The given fields of CalculateRequest as the service read them, with quantities as decimal text',
  z.object({
    ...Object.fromEntries(INPUT_LIST.map(([name, input]) => [name, repeated(input, inputSchema(name)).optional()])),
    state_code: stateCode,
    subcategory_code: subcategoryCode,
    energy_units: decimal,
  }),
)

const beside = named(
  'Beside',
  'Charges and adjustments that are separate from the base tariff: duty, rebates, rent, fees, rounding',
  z.object({
    lines: z.array(line).describe('Not included in any other amount'),
    total_paise: paise.nullable().describe('Null: one of the adjustments depends on an amount that is held'),
  }),
)

const proration = named(
  'Proration',
  'The rule by which slabs, limits and monthly charges were scaled. Absent: the bill is one month.',
  z.object({
    rule_id: word.describe('Id of the rule'),
    method: z.enum(['by_days', 'by_months']).describe('Unit of the factor'),
    factor: z
      .string()
      .regex(/^\d+(\/\d+)?$/)
      .describe('Months in the bill, exact: `6/5`'),
    slab_months: z.string().optional().describe('Months of a slab; absent: 1'),
    evidence: z.object(placed).describe('Place of the rule in its source'),
  }),
)

export const calculateAnswer = named(
  'CalculateAnswer',
  'A calculated base tariff with everything needed to check and to show it. Not an official bill.',
  z.object({
    state_code: stateCode,
    licensee_code: licenseeOrNull,
    subcategory_code: subcategoryCode,
    financial_year: financialYear,
    effective_on: date,
    verification_tier: tier,
    release: answeredRelease,
    inputs,
    calculation,
    beside: beside.optional(),
    proration: proration.optional(),
    subsidy,
    fppas,
    electricity_duty: electricityDuty,
    ancillary_charges: ancillaryCharges,
    final_payable: finalPayable,
    payable_complete: payableComplete,
    production_payable: z.boolean().describe('Amounts may be presented as payable only if true'),
    blocked_components: z
      .array(word)
      .describe('Components not included in any amount of this answer or line of `beside`'),
    disclosures,
    evidence_grade: grade.describe('Grade of the weakest figure used'),
    specimen: specimenUsed,
    rounding: z.object({ rule: word.describe('How halves are rounded') }).describe('How lines are rounded to paise'),
    engine_version: engineVersion,
    calculation_sha256: hash.describe('The same request to the same release, holds and engine gives the same hash'),
    gross_metering: grossMetering.optional(),
    verification: verification.optional(),
  }),
)

export const calculationMeta = named(
  'CalculationMeta',
  'Representation of money and meaning of the amounts',
  z.object({
    money_mode: integerPaise,
    calculation_scope: scope,
    exact_utility_bill: never('This does not reproduce a utility bill'),
  }),
)

/** Members that Gujarat's answers repeat at the top level of the envelope (spec: Response envelope). */
export const calculateEnvelope = {
  state_code: stateCode.optional(),
  licensee_code: licenseeOrNull.optional(),
  subcategory_code: subcategoryCode.optional(),
  verification_tier: tier.optional(),
  payable_complete: payableComplete.optional(),
} as const
