import { expect } from 'vitest'
import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../../releases/engine/answer-request.ts'
import { calculateBody } from '../../releases/engine/request/body.ts'
import type { Grade } from '../../releases/record/grade.ts'
import { type ShippedState, servingStates } from '../support/definitions.ts'

/** The shipped releases of FY 2026-27, compiled once for a test file. */
export const SERVING = await servingStates()

export const recordOf = (state: ShippedState) => SERVING[state][0].record

export type Body = Readonly<Record<string, unknown>> & { readonly state_code: ShippedState }

/** Result of JSON.parse, to be checked by the tests. */
type Json = ReturnType<typeof JSON.parse>

export type Asked =
  | { readonly code: null; readonly data: Json; readonly envelope: Json }
  | { readonly code: string; readonly details: Json }

/**
 * Requests as from a caller of POST /calculate: a body validated by its schema, answered from the state's releases in
 * service.
 */
export function ask(
  body: Body,
  { floor = 'derived', serving }: { floor?: Grade; serving?: readonly AnswerPlan[] } = {},
): Asked {
  const read = calculateBody.safeParse(body)
  expect(read.error?.issues ?? [], `a body that the schema takes: ${JSON.stringify(body)}`).toEqual([])
  const answer = answerRequest(serving ?? SERVING[body.state_code], read.data!, floor)
  if (!answer.ok) return { code: answer.code, details: answer.details }
  return {
    code: null,
    data: JSON.parse(answer.dataText),
    envelope: JSON.parse(`{${answer.envelopeText.replace(/,$/, '')}}`),
  }
}

/** The answer's data; fails the test on a refusal, printing it. */
export function answered(body: Body, options: { floor?: Grade; serving?: readonly AnswerPlan[] } = {}): Json {
  const asked = ask(body, options)
  if (asked.code !== null) throw new Error(`refused: ${asked.code} ${JSON.stringify(asked.details)}`)
  return asked.data
}
