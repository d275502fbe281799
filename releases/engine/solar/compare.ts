import { type Grade, isBelowFloor, weakest } from '../../record/grade.ts'
import type { Solar } from '../../record/rules.ts'
import { isRealDate } from '../../record/text.ts'
import type { AnswerPlan } from '../answer/answer-plan.ts'
import type { AnswerCode } from '../answer-request.ts'
import { type Calculation, calculate } from '../calculate.ts'
import { refuseFields } from '../refuse.ts'
import { quantityMilli, quantityProblem } from '../request/normalise.ts'
import { chooseByDate } from '../request/resolve.ts'
import { routeLicensee } from '../request/routing.ts'
import type { Inputs, Refusal } from '../types.ts'
import type { SolarBody } from './body.ts'
import { grossLedger, type LedgerMonth, type MonthUnits, netLedger } from './ledger.ts'
import { readPeriods } from './read-periods.ts'

/** A comparison of the months without and with a rooftop plant. Amounts are paise; units thousandths. */
export type SolarComparison = {
  readonly ok: true
  readonly answer: AnswerPlan
  readonly licenseeCode: string | null
  readonly rule: Solar
  readonly before: readonly { readonly month: string; readonly billed: number; readonly paise: number }[]
  readonly after: readonly (LedgerMonth & { readonly paise: number })[]
  readonly closing: { readonly units: number; readonly treatment: Solar['closing'] }
  readonly grade: Grade
}

const unsupported = (reason: string): Refusal<AnswerCode> => ({
  ok: false,
  code: 'UNSUPPORTED_OPERATION',
  details: { operation: 'solar_savings', reason },
})

/** Bills consumption as it is: it is handed no solar input, so none can change it. */
function billMonths(
  answer: AnswerPlan,
  base: Inputs,
  units: readonly { month: string; units: number }[],
  floor: Grade,
):
  | { ok: true; bills: { month: string; units: number; paise: number; calculation: Calculation }[] }
  | Refusal<AnswerCode> {
  const bills = []
  for (const [index, { month, units: energyUnitsMilli }] of units.entries()) {
    const result = calculate(answer.plan, { ...base, energyUnitsMilli }, floor)
    if (!result.ok) return { ...result, details: { ...result.details, period: `/periods/${index}` } }
    if (result.basePaise === null)
      return {
        ok: false,
        code: 'RATE_NOT_VERIFIED',
        details: {
          component: 'base_tariff',
          reason: 'a component of the row is held',
          unblocked_by: 'release of the hold',
          period: `/periods/${index}`,
        },
      }
    bills.push({ month, units: energyUnitsMilli, paise: result.basePaise, calculation: result })
  }
  return { ok: true, bills }
}

function inputsOf(body: SolarBody, licenseeCode: string | null): Inputs | Refusal<'INVALID_REQUEST_FIELD'> {
  const load = body.connected_load === undefined ? null : quantityMilli(body.connected_load)
  const demand = body.contract_demand_kva === undefined ? null : quantityMilli(body.contract_demand_kva)
  const bad = [
    ...(body.connected_load !== undefined && load === null ? [quantityProblem('connected_load')] : []),
    ...(body.contract_demand_kva !== undefined && demand === null ? [quantityProblem('contract_demand_kva')] : []),
  ]
  if (bad.length > 0) return refuseFields(bad) as Refusal<'INVALID_REQUEST_FIELD'>
  return {
    subcategoryCode: body.subcategory_code,
    licenseeCode,
    energyUnitsMilli: 0,
    connectedLoadMilli: load,
    loadUnit: body.load_unit ?? null,
    contractDemandMilli: demand,
    fixedChargeBasisUnitsMilli: null,
    areaType: body.area_type ?? null,
    phase: body.phase ?? null,
    supplyLevel: body.supply_level ?? null,
    billingDays: null,
    billingMonth: null,
    todPeriod: null,
    rtsVoltageMode: null,
    applyHtss11kvSurcharge: null,
  }
}

/** The release of all the months, or the refusal that names the periods covered. */
function releaseOf(
  serving: readonly AnswerPlan[],
  body: SolarBody,
): { ok: true; chosen: AnswerPlan } | Refusal<AnswerCode> {
  const first = `${body.periods[0]?.month ?? ''}-01`
  const last = `${body.periods.at(-1)?.month ?? ''}-28`
  if (body.effective_on !== undefined && !isRealDate(body.effective_on))
    return chooseByDate(serving, body.effective_on, 'effective_on')
  const chosen = chooseByDate(
    serving,
    body.effective_on ?? first,
    body.effective_on === undefined ? 'periods/0/month' : 'effective_on',
  )
  if (!chosen.ok) return chosen
  const { record } = chosen.chosen
  if (first >= record.effective_from && last <= record.effective_to) return chosen
  const covered = [{ from: record.effective_from, to: record.effective_to }]
  return {
    ok: false,
    code: 'INVALID_EFFECTIVE_DATE',
    details: {
      field: 'periods',
      reason: first < record.effective_from ? 'before_release' : 'after_release',
      covered_periods: covered,
    },
  }
}

/** A band of the fixed charge by the bill's own units: nobody states whether those are net or gross units. */
function bandsOnUnits({ record }: AnswerPlan, bills: readonly { calculation: Calculation }[]): boolean {
  return bills.some(({ calculation }) =>
    record.rows.some((row) => row.row_id === calculation.row.rowId && row.fixed?.band_by === 'monthly_units'),
  )
}

function closingOf(rule: Solar, ledger: readonly LedgerMonth[]): SolarComparison['closing'] {
  const last = ledger.at(-1)
  if (rule.arrangement === 'gross_metering')
    return { units: ledger.reduce((sum, { exported }) => sum + exported, 0), treatment: rule.closing }
  const yearEnd = rule.year_end_month !== null && last?.month.endsWith(`-${rule.year_end_month}`)
  return { units: last?.creditOut ?? 0, treatment: (yearEnd ? rule.closing_at_year_end : null) ?? rule.closing }
}

/**
 * Compares a customer's months without and with rooftop solar under the released rule (contract 2.8): *before* bills
 * consumption, *after* bills what the ledger leaves; fixed charges are never offset; no credit is ever paid in money.
 */
export function compareSolar(
  serving: readonly AnswerPlan[],
  body: SolarBody,
  floor: Grade,
): SolarComparison | Refusal<AnswerCode> {
  const periods = readPeriods(body)
  if (!periods.ok) return periods
  const [first] = serving
  if (first === undefined) return { ok: false, code: 'STATE_NOT_RELEASED', details: { state_code: body.state_code } }
  const { solar } = first.record.rules
  if (!solar.some(({ arrangement }) => arrangement === body.arrangement))
    return unsupported(`no verified rule of ${body.arrangement.replace('_', ' ')} is released for ${body.state_code}`)
  const routed = routeLicensee(first.record, body.licensee_code ?? null, null)
  if (!routed.ok) return routed
  const dated = releaseOf(serving, body)
  if (!dated.ok) return dated
  const answer = dated.chosen
  const rule = answer.record.rules.solar.find(
    ({ arrangement, licensees }) =>
      arrangement === body.arrangement &&
      (licensees.length === 0 || (routed.licensee !== null && licensees.includes(routed.licensee))),
  )
  if (rule === undefined)
    return unsupported(
      `no verified rule of ${body.arrangement.replace('_', ' ')} is released for this licensee and period`,
    )
  const inputs = inputsOf(body, routed.licensee)
  if ('ok' in inputs) return inputs
  const ledger =
    body.arrangement === 'net_metering' ? netLedger(periods.months, periods.openingCredit) : grossLedger(periods.months)
  const before = billMonths(
    answer,
    inputs,
    periods.months.map(({ month, consumption }: MonthUnits) => ({ month, units: consumption })),
    floor,
  )
  if (!before.ok) return before
  const after = billMonths(
    answer,
    inputs,
    ledger.map(({ month, billed }) => ({ month, units: billed })),
    floor,
  )
  if (!after.ok) return after
  if (body.arrangement === 'net_metering' && bandsOnUnits(answer, after.bills))
    return unsupported(
      'the fixed charge goes by monthly units, and no public source says whether by net or by gross units',
    )
  if (isBelowFloor(rule.grade, floor))
    return {
      ok: false,
      code: 'EVIDENCE_BELOW_FLOOR',
      details: { grade: rule.grade, floor, figures: [{ path: `rules/solar/${rule.arrangement}`, grade: rule.grade }] },
    }
  return {
    ok: true,
    answer,
    licenseeCode: routed.licensee,
    rule,
    before: before.bills.map(({ month, units, paise }) => ({ month, billed: units, paise })),
    after: ledger.map((month, index) => ({ ...month, paise: after.bills[index]?.paise ?? 0 })),
    closing: closingOf(rule, ledger),
    grade: weakest([
      rule.grade,
      ...before.bills.map(({ calculation }) => calculation.grade),
      ...after.bills.map(({ calculation }) => calculation.grade),
    ]),
  }
}
