import { z } from 'zod'
import { calculateFields } from '../../../../releases/engine/request/body.ts'
import {
  ancillaryCharges,
  disclosure,
  electricityDuty,
  finalPayable,
  fppas,
  grossMetering,
  subsidy,
} from './bill-parts.ts'
import { calculation, verification } from './calculation.ts'
import { named } from './registry.ts'
import {
  count,
  date,
  decimal,
  financialYear,
  grade,
  hash,
  licenseeCode,
  never,
  stage,
  stateCode,
  tier,
  word,
} from './scalars.ts'

/** POST /calculate (contract 2.7). */

export const answeredRelease = named(
  'AnsweredRelease',
  'The release an answer comes from. GET /v1/releases/{release_sha256} has it whole, with its proof.',
  z.object({
    release_id: word,
    revision: z.int().min(1),
    release_sha256: hash,
    release_stage: stage,
    log_position: count,
    holds: z.array(word).describe('Components held of it at present'),
  }),
)

const { shape } = z.object(calculateFields).partial()
const inputs = named(
  'CalculationInputs',
  'The request as it was understood: quantities as decimal text, only what was given',
  z.object({
    ...shape,
    state_code: stateCode,
    subcategory_code: word,
    energy_units: decimal,
    connected_load: decimal.optional(),
    contract_demand_kva: decimal.optional(),
    fixed_charge_basis_units: decimal.optional(),
    generation_units: decimal.optional(),
    effective_on: date.optional(),
    billing_date: date.optional(),
  }),
)

export const calculateData = named(
  'CalculateAnswer',
  'A calculated base tariff with everything needed to check it and to show it honestly. Not an official bill.',
  z.object({
    state_code: stateCode,
    licensee_code: licenseeCode.nullable(),
    subcategory_code: word,
    financial_year: financialYear,
    effective_on: date,
    verification_tier: tier,
    release: answeredRelease,
    inputs,
    calculation,
    subsidy,
    fppas,
    electricity_duty: electricityDuty,
    ancillary_charges: ancillaryCharges,
    final_payable: finalPayable,
    payable_complete: z.boolean(),
    production_payable: z.boolean().describe('Unless true, no amount may be presented as payable'),
    blocked_components: z.array(word).describe('In no amount of this answer'),
    disclosures: z.array(disclosure),
    evidence_grade: grade.describe('Of the weakest figure used'),
    specimen: z.boolean().describe('Some figure used is a placeholder: never show the amount as a tariff'),
    rounding: z.object({ rule: word }),
    engine_version: word,
    calculation_sha256: hash.describe('The same question to the same release, holds and engine gives the same hash'),
    gross_metering: grossMetering.optional(),
    verification: verification.optional(),
  }),
)

export const calculationMeta = named(
  'CalculationMeta',
  'How money is written, and what the amounts are',
  z.object({
    money_mode: z.literal('integer_paise'),
    calculation_scope: word,
    exact_utility_bill: never('This is not the reproduction of a utility bill'),
  }),
)

/** Members that Gujarat's answers repeat at the top level of the envelope (spec: Response envelope). */
export const calculateEnvelope = {
  state_code: stateCode.optional(),
  licensee_code: licenseeCode.nullable().optional(),
  subcategory_code: word.optional(),
  verification_tier: tier.optional(),
  payable_complete: z.boolean().optional(),
} as const
