import type { AnswerPlan } from '../releases/engine/answer/answer-plan.ts'
import { answerRequest, resolveRequest } from '../releases/engine/answer-request.ts'
import { calculate } from '../releases/engine/calculate.ts'
import type { CalculateBody } from '../releases/engine/request/body.ts'
import type { Inputs } from '../releases/engine/types.ts'
import { type ShippedRecord, shippedRecords } from '../scripts/shipped-records.ts'
import { stateRequest } from './state-requests.ts'
import { answerPlan } from './support/answer-plan.ts'
import { perSecond, requestSet } from './support/per-second.ts'
import { type BenchRow, numberText } from './support/row.ts'

type Measured = { readonly name: string; readonly bills: number; readonly answers: number; readonly lines: number }

/**
 * Bills a second of the compiled engine for every shipped definition, each with a request its customers would make, beside
 * those of the first. The note has the whole answers a second. Throws for a definition that nobody has written a request
 * for, and when one of its requests is refused.
 */
export async function benchStates({ bills = 100_000, answers = 5_000 } = {}): Promise<BenchRow[]> {
  const measured = (await shippedRecords()).map((shipped) => measure(shipped, bills, answers))
  const [base] = measured
  if (base === undefined) throw new Error('no definition is shipped')
  return measured.map((each) => ({
    part: 'states',
    name: each.name,
    value: each.bills,
    unit: 'per s',
    baseline: each === base ? 'is one' : base.name,
    ratio: each === base ? null : each.bills / base.bills,
    target: null,
    note: `${numberText(each.lines)} line items a bill; whole answers: ${numberText(each.answers)} per s`,
  }))
}

function measure({ folder, record }: ShippedRecord, bills: number, answers: number): Measured {
  const answer = answerPlan(record)
  const bodies = requestSet((index) => requestOf(folder, record.state_code, index))
  const inputs = bodies.map((body) => inputsOf(folder, answer, body))
  let lines = 0
  for (const each of inputs) lines += linesOf(answer, each)
  return {
    name: `${folder} ${bodies[0]?.subcategory_code} bill`,
    lines: lines / inputs.length,
    bills: perSecond(bills, inputs, (each) => linesOf(answer, each)),
    answers: perSecond(answers, bodies, (body) => {
      const result = answerRequest([answer], body, 'derived')
      return result.ok ? result.dataText.length : Number.NaN
    }),
  }
}

function requestOf(folder: string, stateCode: string, index: number): CalculateBody {
  const body = stateRequest(stateCode, index)
  if (body === null) throw new Error(`${folder} has no request in bench/state-requests.ts`)
  return body
}

/** What the engine is asked once state, licensee and date of a request are settled. */
function inputsOf(folder: string, answer: AnswerPlan, body: CalculateBody): Inputs {
  const resolved = resolveRequest([answer], body, 'derived')
  if (!resolved.ok) throw new Error(`${folder} refuses ${JSON.stringify(body)}: ${JSON.stringify(resolved)}`)
  return resolved.request.inputs
}

function linesOf({ plan }: AnswerPlan, inputs: Inputs): number {
  const result = calculate(plan, inputs, 'derived')
  return result.ok ? result.lines.length : Number.NaN
}
