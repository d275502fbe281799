import * as z from 'zod'
import { otherWords } from '../../../releases/engine/request/beyond-schema.ts'
import { inputSchema } from '../../../releases/engine/request/body.ts'
import { solarBody } from '../../../releases/engine/solar/body.ts'
import { compareSolar } from '../../../releases/engine/solar/compare.ts'
import { inexactSolar } from '../../../releases/engine/solar/read-periods.ts'
import { writeComparison } from '../../../releases/engine/solar/write-comparison.ts'
import { mayUseState } from '../../keys/key.ts'
import { answeredRelease, calculationMeta, disclosures } from '../contract/responses/calculate-answer.ts'
import { quotation } from '../contract/responses/evidence.ts'
import {
  blockedComponents,
  decimal,
  engineVersion,
  financialYear,
  grade as gradeSchema,
  licenseeCode,
  licenseeOrNull,
  month,
  named,
  never,
  paise,
  specimenUsed,
  stateCode,
  subcategoryCode,
  tier,
  word,
} from '../contract/responses/scalars.ts'
import { prepared, type SentBy } from '../reply/json-text.ts'
import { defineRoute, enveloped } from '../route.ts'
import { candidates, notServed, ofDay, plansFor } from '../snapshot/release-selection.ts'
import type { ServingRelease, Snapshot } from '../snapshot/serving-release.ts'

const askedPeriod = z.object({
  month,
  consumption_units: decimal.describe('Units used, kWh'),
  generation_units: decimal.describe('Units generated, kWh'),
  export_units: decimal.describe('Units fed in, kWh').optional(),
})
const given = word.describe('As given')
const inputs = z
  .object({
    state_code: stateCode,
    licensee_code: licenseeCode.optional(),
    subcategory_code: subcategoryCode,
    connected_load: decimal.optional(),
    load_unit: given.optional(),
    contract_demand_kva: decimal.optional(),
    phase: given.optional(),
    area_type: given.optional(),
    supply_level: given.optional(),
    selectors: inputSchema('selectors').optional(),
    arrangement: given,
    effective_on: given.optional(),
    opening_credit_units: decimal.optional(),
    periods: z.array(askedPeriod).describe('The requested months'),
  })
  .describe('The request, with quantities as decimal text')

const before = z.object({ month, billed_units: decimal, base_tariff_paise: paise })
const after = named(
  'SolarMonth',
  'A month with the plant. Credit in + exported = credit used + credit out.',
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

const comparison = named(
  'SolarComparison',
  'The base tariff of the same months without and with a rooftop plant',
  z.object({
    state_code: stateCode,
    licensee_code: licenseeOrNull,
    subcategory_code: subcategoryCode,
    financial_year: financialYear,
    verification_tier: tier,
    arrangement: z.enum(['net_metering', 'gross_metering']).describe('How the plant is metered'),
    release: answeredRelease,
    inputs,
    before: z
      .object({ periods: z.array(before).describe('Each month'), total_paise: paise })
      .describe('Without the plant'),
    after: z.object({ periods: z.array(after).describe('Each month'), total_paise: paise }).describe('With the plant'),
    saving_paise: paise.describe('Before minus after'),
    closing_credit: z
      .object({
        units: decimal,
        treatment: z.enum(['carried', 'lapses', 'settlement_blocked']).describe('Treatment of the credit'),
        amount_paise: z.null().describe('Never shown as money: settlement rates are not verified'),
      })
      .describe('Units left after the last month'),
    rule: z
      .object({
        name: word.describe('Name of the rule'),
        citation: word.describe('Where it is published'),
        evidence: quotation.extend({ grade: gradeSchema }).describe('Where it stands'),
      })
      .describe('The rule for carrying credits forward'),
    disclosures,
    blocked_components: blockedComponents,
    evidence_grade: gradeSchema,
    specimen: specimenUsed,
    production_payable: never('No amount of it may be presented as payable'),
    engine_version: engineVersion,
  }),
)

/** The states in service that have a rule of an arrangement. */
function statesWithRule({ byState }: Snapshot, wanted: string): string[] {
  const hasRule = ({ record }: ServingRelease): boolean =>
    record.rules.solar.some(({ arrangement }) => arrangement === wanted)
  return [...byState].flatMap(([state, serving]) => (serving.some(hasRule) ? [state] : [])).sort()
}

/** The code's own message is of a day. */
const OTHER_MONTHS =
  'The months are not all within the period of one release. Send periods whose months are within one of details.covered_periods.'

/**
 * POST /solar-savings: the months of a customer without and with a rooftop plant (spec: POST /solar-savings;
 * docs/design/contract.md#solar-savings).
 */
export const solarSavings = defineRoute({
  method: 'POST',
  path: '/v1/solar-savings',
  operationId: 'compareSolar',
  tag: 'Calculation',
  summary: 'Base tariff without and with rooftop solar',
  description:
    'Up to twelve consecutive months. Credits stay units: no settlement in money is verified, and fixed charges are never offset.',
  scope: 'calculate:write',
  query: null,
  body: solarBody,
  bodyName: 'SolarSavingsRequest',
  bodyProblems: (body, snapshot) => [...inexactSolar(body), ...otherWords(plansFor(snapshot, body), body)],
  response: enveloped(comparison, calculationMeta),
  cacheControl: 'private, no-store',
  codes: [
    'STATE_NOT_RELEASED',
    'UNSUPPORTED_OPERATION',
    'LICENSEE_REQUIRED',
    'LICENSEE_NOT_SUPPORTED',
    'INVALID_EFFECTIVE_DATE',
    'UNSUPPORTED_BILLING_PERIOD',
    'SUBCATEGORY_NOT_FOUND',
    'CATEGORY_NOT_APPLICABLE',
    'EVIDENCE_BELOW_FLOOR',
    'RATE_NOT_VERIFIED',
  ],
  tool: {
    name: 'solar_savings',
    title: 'Base tariff without and with rooftop solar',
    gives:
      'Up to twelve consecutive months billed without and with a rooftop plant. Credits are units and stay units: no settlement in money is verified, and fixed charges are never offset.',
    amounts: true,
    cautions: ['saving_paise is a difference of base tariffs, not a forecast, a payback or a promise of a lower bill.'],
  },
  handle({ snapshot }, { body, key }) {
    const { state_code: state, effective_on, licensee_code: licensee, periods } = body
    const question = { date: effective_on ?? `${periods[0]?.month}-01`, licensee }
    const current = snapshot()
    const result = compareSolar(candidates(current, state, question), body, key.evidenceFloor)
    if (!result.ok) {
      const { code, details } = result
      if (code === 'STATE_NOT_RELEASED') return notServed(current, state, question)
      if (code === 'INVALID_EFFECTIVE_DATE') {
        const refused = { ok: false, code, details } as const
        return details['field'] === 'periods' ? { ...refused, message: OTHER_MONTHS } : ofDay(refused, effective_on)
      }
      if (code === 'UNSUPPORTED_BILLING_DAYS' || code === 'DISTRICT_LICENSEE_MISMATCH')
        throw new Error(`${code} is of fields that a comparison does not have`)
      const having = statesWithRule(current, body.arrangement).filter((each) => mayUseState(key, each))
      if (code !== 'UNSUPPORTED_OPERATION' || having.includes(state) || having.length === 0)
        return { ok: false, code, details }
      const words = body.arrangement.replace('_', ' ')
      const message = `No verified rule of ${words} is released for ${state}. States with one: ${having.join(', ')}.`
      return { ok: false, code, details, message }
    }
    const { calculation_scope } = result.answer.record
    return {
      ok: true,
      data: prepared<SentBy<typeof comparison>>(writeComparison(result, body)),
      meta: { money_mode: 'integer_paise', calculation_scope, exact_utility_bill: false } as const,
    }
  },
})
