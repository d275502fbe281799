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

/** What JSON.parse gives: tests look into it as it comes. */
type Json = ReturnType<typeof JSON.parse>

export type Asked =
  | { readonly code: null; readonly data: Json; readonly envelope: Json }
  | { readonly code: string; readonly details: Json }

/** Asks as a caller of POST /calculate does: a body that its schema takes, answered from what serves the state. */
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

/** The answer's data; fails the test on a refusal, showing it. */
export function answered(body: Body, options: { floor?: Grade; serving?: readonly AnswerPlan[] } = {}): Json {
  const asked = ask(body, options)
  if (asked.code !== null) throw new Error(`refused: ${asked.code} ${JSON.stringify(asked.details)}`)
  return asked.data
}

/** A request that each state answers at the default floor: the example of its specification, where there is one. */
export const EXAMPLES = {
  BR: { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 },
  MH: {
    state_code: 'MH',
    licensee_code: 'MH_MSEDCL',
    subcategory_code: 'LT-I-B',
    energy_units: 150,
    phase: 'single',
  },
  GJ: {
    state_code: 'GJ',
    licensee_code: 'GJ_DGVCL',
    subcategory_code: 'DOMESTIC_URBAN',
    energy_units: 300,
    connected_load: 3,
    load_unit: 'kw',
    billing_date: '2026-06-15',
    meter_mode: 'postpaid',
  },
  RJ: {
    state_code: 'RJ',
    licensee_code: 'RJ_JVVNL',
    district: 'Jaipur',
    subcategory_code: 'GENERAL_DOMESTIC',
    energy_units: 200,
    fixed_charge_basis_units: 200,
  },
  OD: {
    state_code: 'OD',
    licensee_code: 'OD_TPCODL',
    subcategory_code: 'DOMESTIC_OTHERS',
    energy_units: 250,
    connected_load: 2.3,
  },
  TS: { state_code: 'TS', subcategory_code: 'LT-II-B', energy_units: 150, connected_load: 2 },
  JH: { state_code: 'JH', licensee_code: 'JH_JBVNL', subcategory_code: 'DS-URBAN', energy_units: 150 },
} as const satisfies Readonly<Record<ShippedState, Body>>
