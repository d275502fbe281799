import { canonicalText } from '../../record/canonical.ts'
import { formatMilli } from '../../record/decimal.ts'
import type { Solar } from '../../record/rules.ts'
import { BILLING_DEMAND } from '../answer/blocked.ts'
import { DISCLOSED } from '../answer/disclosures.ts'
import { quantityMilli } from '../request/normalise.ts'
import { ENGINE_VERSION } from '../version.ts'
import type { SolarBody } from './body.ts'
import type { SolarComparison } from './compare.ts'

const sum = (bills: readonly { paise: number }[]): number => bills.reduce((total, { paise }) => total + paise, 0)

/** In every comparison. */
export const ALWAYS_COMPARED = [
  {
    code: 'SETTLEMENT_BLOCKED',
    message: 'A credit in units is never shown as money here: settlement rates are not verified.',
  },
  { code: 'FIXED_CHARGES_NOT_OFFSET', message: 'Fixed and demand charges are not offset by generation.' },
  {
    code: 'BASE_TARIFF_ONLY',
    message:
      'Both sides are verified base tariffs: fuel adjustments, duty, subsidy and rebates are not included in either.',
  },
] as const
const DEMAND = {
  code: 'BILLING_DEMAND_NOT_EVALUATED',
  message:
    'The demand charge of both sides is calculated on the contract demand: which demand is billed for a recorded demand is not calculated here.',
}
const FRACTION = {
  code: 'UNITS_PRICED_AS_GIVEN',
  message:
    'The units of a month have a fraction and were priced as given: no verified rule says whether this licensee bills fractions of a unit.',
}

/** A credit that the next month does not have, because the year of the rule ends before it. */
export const creditEnds = (units: string, month: string, treatment: Solar['closing']) => ({
  code: 'CREDIT_NOT_CARRIED',
  message: `${units} units that are left after ${month} are not in the next month's credit: the year of the rule ends with ${month}, and what is left ${treatment === 'lapses' ? 'lapses' : 'is settled, in no amount here'}.`,
})

/** A request as an answer repeats it, with quantities as decimal text. They have been read exactly before. */
function shownRequest(body: SolarBody): object {
  const text = (value: number | string): string => formatMilli(quantityMilli(value) ?? 0)
  const { connected_load: load, contract_demand_kva: demand, opening_credit_units: credit, periods, ...words } = body
  return {
    ...words,
    ...(load === undefined ? {} : { connected_load: text(load) }),
    ...(demand === undefined ? {} : { contract_demand_kva: text(demand) }),
    ...(credit === undefined ? {} : { opening_credit_units: text(credit) }),
    periods: periods.map(({ month, consumption_units, generation_units, export_units }) => ({
      month,
      consumption_units: text(consumption_units),
      generation_units: text(generation_units),
      ...(export_units === undefined ? {} : { export_units: text(export_units) }),
    })),
  }
}

/** Writes the `data` of POST /solar-savings as canonical JSON text (docs/design/contract.md#solar-savings). */
export function writeComparison(comparison: SolarComparison, body: SolarBody): string {
  const { answer, rule, before, after, closing, settled, grade, standing, open } = comparison
  const { record } = answer
  const said = new Map((JSON.parse(standing) as object[]).map((each) => [canonicalText(each), each]))
  const disclosures = [
    ...said.values(),
    ...ALWAYS_COMPARED,
    ...settled.map(({ units, month, treatment }) => creditEnds(formatMilli(units), month, treatment)),
    ...rule.disclosures.map((message, index) => ({ code: `SOLAR_RULE_${index + 1}`, message })),
    ...(open.isDemandOpen ? [DEMAND] : []),
    ...(open.isFractionOpen ? [FRACTION] : []),
    ...open.omitted.map((text) => JSON.parse(text) as object),
    ...(grade === 'specimen' ? [JSON.parse(DISCLOSED.specimen) as object] : []),
  ]
  return canonicalText({
    state_code: record.state_code,
    licensee_code: comparison.licenseeCode,
    subcategory_code: body.subcategory_code,
    financial_year: record.financial_year,
    verification_tier: record.tier,
    arrangement: rule.arrangement,
    release: JSON.parse(answer.prepared.release) as object,
    inputs: shownRequest(body),
    before: {
      periods: before.map(({ month, billed, paise }) => ({
        month,
        billed_units: formatMilli(billed),
        base_tariff_paise: paise,
      })),
      total_paise: sum(before),
    },
    after: {
      periods: after.map((month) => ({
        month: month.month,
        imported_units: formatMilli(month.imported),
        exported_units: formatMilli(month.exported),
        credit_in: formatMilli(month.creditIn),
        credit_used: formatMilli(month.creditUsed),
        credit_out: formatMilli(month.creditOut),
        billed_units: formatMilli(month.billed),
        base_tariff_paise: month.paise,
      })),
      total_paise: sum(after),
    },
    saving_paise: sum(before) - sum(after),
    closing_credit: { units: formatMilli(closing.units), treatment: closing.treatment, amount_paise: null },
    rule: { name: rule.name, citation: rule.citation, evidence: { ...rule.evidence, grade: rule.grade } },
    disclosures,
    blocked_components: [
      ...record.blocked_components.map(({ component }) => component),
      ...(open.isDemandOpen ? [BILLING_DEMAND] : []),
    ],
    evidence_grade: grade,
    specimen: grade === 'specimen',
    production_payable: false,
    engine_version: ENGINE_VERSION,
  })
}
