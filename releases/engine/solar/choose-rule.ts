import type { Solar } from '../../record/rules.ts'
import { lastDayOf } from '../../record/text.ts'
import type { AnswerPlan } from '../answer/answer-plan.ts'
import type { AnswerCode } from '../answer-request.ts'
import { otherPeriodOf } from '../request/bill-period.ts'
import { candidatesFor, chooseByDate, latestOf } from '../request/choose-release.ts'
import { routeLicensee } from '../request/routing.ts'
import type { Refusal } from '../types.ts'
import type { SolarBody } from './body.ts'

export function unsupportedSolar(reason: string): Refusal<AnswerCode> {
  return { ok: false, code: 'UNSUPPORTED_OPERATION', details: { operation: 'solar_savings', reason } }
}

/** The release of all the months, or the refusal that names the periods covered. */
function releaseOf(
  serving: readonly AnswerPlan[],
  body: SolarBody,
): { ok: true; chosen: AnswerPlan } | Refusal<AnswerCode> {
  const first = `${body.periods[0]?.month ?? ''}-01`
  const last = lastDayOf(body.periods.at(-1)?.month ?? '')
  const chosen =
    body.effective_on === undefined
      ? chooseByDate(serving, first, 'periods')
      : chooseByDate(serving, body.effective_on, 'effective_on')
  if (!chosen.ok) return chosen
  const { record } = chosen.chosen
  if (first >= record.effective_from && last <= record.effective_to) return chosen
  const details = {
    field: 'periods',
    reason: first < record.effective_from ? 'before_release' : 'after_release',
    covered_periods: [{ from: record.effective_from, to: record.effective_to }],
  }
  return { ok: false, code: 'INVALID_EFFECTIVE_DATE', details }
}

type ChosenRule = {
  readonly ok: true
  readonly answer: AnswerPlan
  readonly rule: Solar
  readonly licensee: string | null
}

/**
 * The release and the rule used for a comparison. Refusals in the order of docs/design/contract.md#refusals: state,
 * operation, licensee, dates, and months that the release does not price; `inService` holds the state's releases in service.
 */
export function chooseRule(inService: readonly AnswerPlan[], body: SolarBody): ChosenRule | Refusal<AnswerCode> {
  const serving = candidatesFor(inService, body.licensee_code ?? null, null)
  const latest = latestOf(serving)
  if (latest === null) return { ok: false, code: 'STATE_NOT_RELEASED', details: { state_code: body.state_code } }
  const dated = releaseOf(serving, body)
  const answer = dated.ok ? dated.chosen : latest
  const words = body.arrangement.replace('_', ' ')
  const rulesIn = ({ record: { rules } }: AnswerPlan) =>
    rules.solar.filter(({ arrangement }) => arrangement === body.arrangement)
  const rules = rulesIn(answer)
  if (rules.length === 0) {
    const { financial_year: year } = answer.record
    const others = serving.filter((other) => rulesIn(other).length > 0).map(({ record }) => record.financial_year)
    const inYear = others.length === 0 ? '' : ` in FY ${year}, but one is for months of FY ${others.join(', ')}`
    return unsupportedSolar(`no verified rule of ${words} is released for ${body.state_code}${inYear}`)
  }
  const routed = routeLicensee(answer.record, body.licensee_code ?? null, null)
  if (!routed.ok) return routed
  const { licensee } = routed
  const rule = rules.find(({ licensees: own }) => own.length === 0 || (licensee !== null && own.includes(licensee)))
  if (rule === undefined) return unsupportedSolar(`no verified rule of ${words} is released for this licensee`)
  if (!dated.ok) return dated
  const other = otherPeriodOf(answer.record, body.subcategory_code, licensee)
  if (other !== null)
    return unsupportedSolar(`the release has ${other.has} for ${other.period}, and a comparison has months`)
  return { ok: true, answer, rule, licensee }
}
