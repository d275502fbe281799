import { type Grade, isBelowFloor, weakest } from '../../record/grade.ts'
import type { Solar } from '../../record/rules.ts'
import { dayAfter, lastDayOf } from '../../record/text.ts'
import type { AnswerPlan } from '../answer/answer-plan.ts'
import { blockedOf } from '../answer/blocked.ts'
import { saidOf } from '../answer/documents.ts'
import { isFractionOpen, omittedFrom, standingText } from '../answer/parts.ts'
import type { AnswerCode } from '../answer-request.ts'
import { calculate } from '../calculate.ts'
import type { Calculation } from '../calculation.ts'
import type { RowPlan } from '../charges/row.ts'
import { Inputs } from '../given-inputs.ts'
import type { Read } from '../language/reads.ts'
import { type FieldProblem, refuseFields } from '../refuse.ts'
import { monthProblems } from '../request/bill-months.ts'
import { type BillPeriod, changeRefusal, readPeriod } from '../request/bill-period.ts'
import { type RequestProblems, selectorProblems } from '../request/declared.ts'
import { normaliseRequest } from '../request/normalise.ts'
import type { Refusal } from '../types.ts'
import type { SolarBody } from './body.ts'
import { chooseRule, unsupportedSolar } from './choose-rule.ts'
import { grossLedger, type LedgerMonth, netLedger } from './ledger.ts'
import { inexactSolar, type Periods, readPeriods } from './read-periods.ts'

/** Units left of what was fed in, and what becomes of them. */
type Credit = { readonly units: number; readonly treatment: Solar['closing'] }

/** A comparison of the months without and with a rooftop plant. Amounts are paise; units thousandths. */
export type SolarComparison = {
  readonly ok: true
  readonly answer: AnswerPlan
  readonly licenseeCode: string | null
  readonly rule: Solar
  readonly before: readonly { readonly month: string; readonly billed: number; readonly paise: number }[]
  readonly after: readonly (LedgerMonth & { readonly paise: number })[]
  readonly closing: Credit
  /** What was left when a year of the rule ended before the last month. */
  readonly settled: readonly (Credit & { readonly month: string })[]
  /** What calculations of its bills disclose whatever the request, as JSON; repeated where bills have different rows. */
  readonly standing: string
  readonly open: Open
  readonly grade: Grade
}

/** What the bills of both sides assume, because no rule or no field of the request says it. */
type Open = {
  /** A demand charge is on the contract demand. */
  readonly isDemandOpen: boolean
  /** The units of some month have a fraction, which is priced as given. */
  readonly isFractionOpen: boolean
  /** Disclosures of inputs that were left out, as JSON, each once. */
  readonly omitted: readonly string[]
}

type Bill = {
  readonly month: string
  readonly units: number
  readonly paise: number
  readonly calculation: Calculation
  readonly inputs: Inputs
}

function openOf(answer: AnswerPlan, bills: readonly Bill[]): Open {
  return {
    isDemandOpen: bills.some(({ calculation, inputs }) => blockedOf(answer, calculation, inputs).isDemandOpen),
    isFractionOpen: bills.some(({ calculation, inputs }) => isFractionOpen(calculation.category, inputs)),
    omitted: [
      ...new Set(
        bills.flatMap(({ calculation, inputs }) =>
          calculation.notGiven.map((lacking) => omittedFrom(calculation, lacking, inputs)),
        ),
      ),
    ],
  }
}

/** The days of a month `YYYY-MM`. */
function daysOf(month: string): BillPeriod {
  return readPeriod({ from: `${month}-01`, to: lastDayOf(month) })
}

/** The refusal of a month's bill, at its place; `units`: the place of what the bill has as `energy_units`. */
function ofPeriod<Refused extends Refusal<AnswerCode>>(refusal: Refused, period: string, units = period): Refused {
  const { fields, ...details } = refusal.details as { readonly fields?: readonly FieldProblem[] }
  const placed = fields?.map((problem) => (problem.field === '/energy_units' ? { ...problem, field: units } : problem))
  return { ...refusal, details: { ...details, ...(placed === undefined ? {} : { fields: placed }), period } }
}

/** The words of selectors that the release does not take, as in a calculation. */
function wordProblems({ record }: AnswerPlan, { selectors = {} }: SolarBody): RequestProblems {
  return {
    missing: [],
    unread: [],
    declared: new Map([['selectors', { missing: [], unread: selectorProblems(record, selectors) }]]),
  }
}

/** The refusal of a word that names a month, if it is not the month of each bill: all of them would be billed as that one. */
function otherMonth({ record }: AnswerPlan, body: SolarBody): Refusal<AnswerCode> | null {
  for (const [index, { month }] of body.periods.entries()) {
    const problems = monthProblems(record, body, daysOf(month))
    if (problems.length > 0) return ofPeriod(refuseFields(problems), `/periods/${index}`)
  }
  return null
}

/** Bills consumption only: it gets no solar input, so none can change it. `unitsOf`: the field of a month that has `units`. */
function billMonths(
  answer: AnswerPlan,
  base: Inputs,
  units: readonly { month: string; units: number }[],
  floor: Grade,
  problems: RequestProblems,
  unitsOf = '',
): { ok: true; bills: Bill[] } | Refusal<AnswerCode> {
  const bills: Bill[] = []
  for (const [index, { month, units: energyUnitsMilli }] of units.entries()) {
    const category = answer.plan.find(base.licenseeCode, base.subcategoryCode)
    const changing = category?.isDated === true ? category : null
    const period = daysOf(month)
    const date = changing === null ? null : period.to
    const inputs = new Inputs({ ...base, date, values: { ...base.values, energy_units: energyUnitsMilli } })
    const result =
      (changing === null ? null : changeRefusal(changing, period)) ?? calculate(answer.plan, inputs, floor, problems)
    if (!result.ok) return ofPeriod(result, `/periods/${index}`, `/periods/${index}${unitsOf}`)
    if (result.basePaise === null)
      return {
        ok: false,
        code: 'RATE_NOT_VERIFIED',
        details: {
          component: 'base_tariff',
          reason: 'a component of the row is held',
          unblocked_by: 'what that component needs: `held` of GET /v1/tariffs',
          period: `/periods/${index}`,
        },
      }
    bills.push({ month, units: energyUnitsMilli, paise: result.basePaise, calculation: result, inputs })
  }
  return { ok: true, bills }
}

/** The connection as every month's bill reads it: the fields of the body other than its months. */
function inputsOf(body: SolarBody, licenseeCode: string | null): Inputs {
  const {
    arrangement: _rule,
    effective_on: _day,
    opening_credit_units: _credit,
    periods: _months,
    ...connection
  } = body
  const read = normaliseRequest({ ...connection, energy_units: 0 })
  if (!read.ok) throw new RangeError('quantities are read before')
  const { values, given } = read.request
  return new Inputs({ subcategoryCode: body.subcategory_code, licenseeCode, date: null, values, given })
}

/**
 * A question about netting bills of this row that no public source answers; null if there is none. Nothing is netted by
 * guesswork.
 */
function unsettledNetting({ base, energyUnit }: RowPlan): string | null {
  const readsUnits = ({ reads }: { readonly reads: readonly Read[] }): boolean =>
    reads.some(({ name }) => name === 'energy_units')
  const goesByUnits = base.some(
    ({ component, isStepped, per, quantities, tests }) =>
      component !== 'energy' &&
      (tests.some(readsUnits) ||
        (isStepped && quantities.some((quantity) => quantity !== per && readsUnits(quantity)))),
  )
  if (goesByUnits)
    return 'the fixed charge depends on monthly units, and no public source says whether net or gross units count'
  if (energyUnit === 'kVAh')
    return 'energy is billed in kVAh, and no public source says how a generated kWh reduces it; units are never converted'
  return null
}

/** The same for a category of which no row can be netted: then no input would help (docs/design/contract.md#refusals 3). */
function unsettledCategory(answer: AnswerPlan, licensee: string | null, code: string): string | null {
  const reasons = answer.plan.find(licensee, code)?.rows.map(unsettledNetting) ?? []
  return reasons.includes(null) ? null : (reasons[0] ?? null)
}

/** The documents are those of the bills with and without solar, and of the rule used. */
function standingOf(answer: AnswerPlan, { evidence }: Solar, bills: readonly { calculation: Calculation }[]): string {
  const { documents } = answer.prepared
  const said = bills.reduce(
    (all, { calculation }) => all | saidOf(documents, calculation),
    documents.byId.get(evidence.source_id) ?? 0,
  )
  const texts = new Set(bills.map(({ calculation }) => standingText(answer, calculation, said)))
  return `[${[...texts].join(',')}]`
}

/** What the rule says of credit that is left after a month that ends its year; null: the month does not. */
function yearEndAfter({ year_end_month: yearEnd, closing_at_year_end: treatment }: Solar, month: string) {
  return yearEnd !== null && month.endsWith(`-${yearEnd}`) ? treatment : null
}

const isCarriedAfter = (rule: Solar, month: string): boolean => (yearEndAfter(rule, month) ?? 'carried') === 'carried'

/** Credits that a year of the rule ends within the months: the next month has none of them. */
function settledWithin(rule: Solar, ledger: readonly LedgerMonth[]): SolarComparison['settled'] {
  return ledger.slice(0, -1).flatMap(({ month, creditOut: units }) => {
    const treatment = yearEndAfter(rule, month)
    return treatment === null || treatment === 'carried' || units === 0 ? [] : [{ month, units, treatment }]
  })
}

/** The refusal of units carried from before the first month, if the rule settled them; null: they are not. */
function carriedOverYearEnd(rule: Solar, { months, openingCredit }: Periods): Refusal<AnswerCode> | null {
  const first = months[0]?.month ?? ''
  const before = dayAfter(`${first}-01`, -1).slice(0, 7)
  if (openingCredit === 0 || isCarriedAfter(rule, before)) return null
  const message = `by this rule no units are carried from ${before} to ${first}: leave it out`
  return refuseFields([{ field: '/opening_credit_units', rule: 'not_applicable', message }])
}

function closingOf(rule: Solar, ledger: readonly LedgerMonth[]): SolarComparison['closing'] {
  const last = ledger.at(-1)
  return { units: last?.creditOut ?? 0, treatment: yearEndAfter(rule, last?.month ?? '') ?? rule.closing }
}

/**
 * Compares a customer's months without and with rooftop solar under the released
 * rule (docs/design/contract.md#solar-savings): *before* bills consumption, *after* bills what the ledger leaves; fixed
 * charges are never offset; no credit is ever paid in money.
 */
export function compareSolar(
  serving: readonly AnswerPlan[],
  body: SolarBody,
  floor: Grade,
): SolarComparison | Refusal<AnswerCode> {
  const inexact = inexactSolar(body)
  if (inexact.length > 0) return refuseFields(inexact)
  const chosen = chooseRule(serving, body)
  if (!chosen.ok) return chosen
  const { answer, rule, licensee } = chosen
  const isNet = body.arrangement === 'net_metering'
  const never = isNet ? unsettledCategory(answer, licensee, body.subcategory_code) : null
  if (never !== null) return unsupportedSolar(never)
  const inputs = inputsOf(body, licensee)
  const periods = readPeriods(body)
  if (!periods.ok) {
    // An unknown category is reported before its months are checked (docs/design/contract.md#refusals).
    const priced = calculate(answer.plan, inputs, floor)
    return !priced.ok && priced.code === 'SUBCATEGORY_NOT_FOUND' ? priced : periods
  }
  const unanswered = otherMonth(answer, body) ?? carriedOverYearEnd(rule, periods)
  if (unanswered !== null) return unanswered
  const problems = wordProblems(answer, body)
  const isCarried = (month: string): boolean => isCarriedAfter(rule, month)
  const ledger = isNet
    ? netLedger(periods.months, periods.openingCredit, isCarried)
    : grossLedger(periods.months, isCarried)
  const before = billMonths(
    answer,
    inputs,
    periods.months.map(({ month, consumption }) => ({ month, units: consumption })),
    floor,
    problems,
    '/consumption_units',
  )
  if (!before.ok) return before
  const after = billMonths(
    answer,
    inputs,
    ledger.map(({ month, billed }) => ({ month, units: billed })),
    floor,
    problems,
  )
  if (!after.ok) return after
  for (const { calculation } of isNet ? after.bills : []) {
    const unsettled = unsettledNetting(calculation.row)
    if (unsettled !== null) return unsupportedSolar(unsettled)
  }
  if (isBelowFloor(rule.grade, floor))
    return {
      ok: false,
      code: 'EVIDENCE_BELOW_FLOOR',
      details: { grade: rule.grade, floor, figures: [{ path: `rules/solar/${rule.arrangement}`, grade: rule.grade }] },
    }
  return {
    ok: true,
    answer,
    licenseeCode: licensee,
    rule,
    before: before.bills.map(({ month, units, paise }) => ({ month, billed: units, paise })),
    after: ledger.map((month, index) => ({ ...month, paise: after.bills[index]?.paise ?? 0 })),
    closing: closingOf(rule, ledger),
    settled: settledWithin(rule, ledger),
    standing: standingOf(answer, rule, [...before.bills, ...after.bills]),
    open: openOf(answer, [...before.bills, ...after.bills]),
    grade: weakest([
      rule.grade,
      ...before.bills.map(({ calculation }) => calculation.grade),
      ...after.bills.map(({ calculation }) => calculation.grade),
    ]),
  }
}
