import { sha256 } from '#digest'
import { type AnswerPlan, compileAnswerPlan } from '../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../releases/engine/answer-request.ts'
import { calculateBody } from '../releases/engine/request/body.ts'
import { canonicalText } from '../releases/record/canonical.ts'
import type { Line } from './example-trail.ts'
import type { ShippedRecord } from './shipped-records.ts'
import type { Body, WorkedExample } from './worked-examples.ts'

export type Plans = ReadonlyMap<string, AnswerPlan>
export type Data = {
  readonly calculation: { readonly lines: readonly Line[] } & Readonly<Record<string, unknown>>
  readonly final_payable: Readonly<Record<string, unknown>>
  readonly verification?: Readonly<Record<string, unknown>>
} & Readonly<Record<string, unknown>>

function planOf({ record }: ShippedRecord): AnswerPlan {
  const releaseSha256 = sha256(canonicalText(record))
  return compileAnswerPlan(record, { releaseSha256, revision: 1, stage: 'reference', logPosition: 1, holds: [] })
}

/** The plan of each state's latest release whose documents are all shipped, as `npm start` puts it into service. */
export function plansOf(shipped: readonly ShippedRecord[]): Plans {
  const served = shipped.filter(({ wanted }) => wanted.length === 0)
  const ordered = served.toSorted((a, b) => (a.record.effective_from < b.record.effective_from ? -1 : 1))
  return new Map(ordered.map((each) => [each.record.state_code, planOf(each)]))
}

/** Calculates with the evidence floor of an ordinary key. */
function ask(plan: AnswerPlan, body: Body): ReturnType<typeof answerRequest> {
  return answerRequest([plan], calculateBody.parse(body), 'derived')
}

/** An example with both of its answers. Throws unless the first request is answered and the second refused. */
export function played(plans: Plans, { state, case_id, more = {}, refused }: WorkedExample) {
  const plan = plans.get(state)
  const found = plan?.record.cases.find((each) => each.case_id === case_id)
  if (plan === undefined || found === undefined) throw new Error(`${state} has no regression case ${case_id}`)
  const body = { state_code: state, ...found.inputs, ...more }
  const question = { state_code: state, ...refused.body }
  const [asked, denied] = [ask(plan, body), ask(plan, question)]
  if (!asked.ok || denied.ok)
    throw new Error(`${case_id}: ${asked.ok ? 'the second question is answered' : asked.code}`)
  return { plan, body, question, denied, working: found.working, data: JSON.parse(asked.dataText) as Data }
}

/** Its heading, to which other pages link. */
export const titleOf = ({ record }: Pick<ShippedRecord, 'record'>, { state, title }: WorkedExample): string =>
  `${record.state_name} (${state}): ${title}`
