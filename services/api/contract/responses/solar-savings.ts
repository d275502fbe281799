import { z } from 'zod'
import { answeredRelease } from './answer.ts'
import { disclosure } from './bill-parts.ts'
import { quotation } from './evidence.ts'
import { named } from './registry.ts'
import {
  decimal,
  financialYear,
  grade as gradeSchema,
  licenseeCode,
  month,
  never,
  paise,
  stateCode,
  tier,
  word,
} from './scalars.ts'

/** POST /solar-savings (contract 2.8). */

const askedPeriod = z.object({
  month,
  consumption_units: decimal,
  generation_units: decimal,
  export_units: decimal.optional(),
})
const inputs = z
  .object({
    state_code: stateCode,
    licensee_code: licenseeCode.optional(),
    subcategory_code: word,
    connected_load: decimal.optional(),
    load_unit: word.optional(),
    contract_demand_kva: decimal.optional(),
    phase: word.optional(),
    area_type: word.optional(),
    supply_level: word.optional(),
    arrangement: word,
    effective_on: word.optional(),
    opening_credit_units: decimal.optional(),
    periods: z.array(askedPeriod),
  })
  .describe('The request as it was understood: quantities as decimal text')

const before = z.object({ month, billed_units: decimal, base_tariff_paise: paise })
const after = named(
  'SolarMonth',
  'A month with the plant. Units are conserved: credit in + exported = credit used + credit out.',
  z.object({
    month,
    imported_units: decimal,
    exported_units: decimal,
    credit_in: decimal,
    credit_used: decimal,
    credit_out: decimal,
    billed_units: decimal,
    base_tariff_paise: paise,
  }),
)

export const solarData = named(
  'SolarComparison',
  'The base tariff of the same months without and with a rooftop plant. Fixed charges are never offset.',
  z.object({
    state_code: stateCode,
    licensee_code: licenseeCode.nullable(),
    subcategory_code: word,
    financial_year: financialYear,
    verification_tier: tier,
    arrangement: z.enum(['net_metering', 'gross_metering']),
    release: answeredRelease,
    inputs,
    before: z.object({ periods: z.array(before), total_paise: paise }),
    after: z.object({ periods: z.array(after), total_paise: paise }),
    saving_paise: paise.describe('Before minus after'),
    closing_credit: z.object({
      units: decimal,
      treatment: z.enum(['carried', 'lapses', 'settlement_blocked']),
      amount_paise: z.null().describe('A credit is never shown as money: settlement rates are not verified'),
    }),
    rule: z.object({ name: word, citation: word, evidence: quotation.extend({ grade: gradeSchema }) }),
    disclosures: z.array(disclosure),
    blocked_components: z.array(word),
    evidence_grade: gradeSchema,
    specimen: z.boolean(),
    production_payable: never('No amount of it may be presented as payable'),
    engine_version: word,
  }),
)
