import type { AnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import { resolveRequest } from '../../../../releases/engine/answer-request.ts'
import { calculateBody } from '../../../../releases/engine/request/body.ts'
import type { Component, Evidence, RateKind } from '../../../../releases/engine/types.ts'
import { ask as askOf } from '../../../../releases/published/ask.ts'
import type { Grade } from '../../../../releases/record/grade.ts'

/** The page never shows an amount based on weaker evidence; no control lowers this floor. */
const FLOOR: Grade = 'derived'

export type Line = {
  readonly amount_paise: number
  readonly description: string
  readonly quantity: string
  readonly unit: string
  readonly rate: string
  readonly rate_kind?: RateKind
  readonly minimum_paise?: number
  readonly steps?: readonly { readonly quantity: string; readonly rate: string; readonly evidence: Evidence }[]
  readonly component: Component
  /** Only where it does not follow from the component. */
  readonly charge_id?: string
  readonly row_id: string
  readonly row_sha256: string
  readonly evidence: Evidence
}

/** The parts of an answer's `data` that the page shows (GET /v1/openapi.json has all of it). */
export type AnswerData = {
  readonly calculation: { readonly base_tariff_paise: number | null; readonly lines: readonly Line[] }
  readonly beside?: { readonly lines: readonly Line[]; readonly total_paise: number | null }
  readonly final_payable: { readonly status: string; readonly amount_paise: number | null }
  readonly subsidy: { readonly status: string; readonly amount_paise?: number; readonly billing_days?: number }
  readonly electricity_duty: { readonly status: string; readonly amount_paise?: number; readonly evidence?: Evidence }
  readonly disclosures: readonly { readonly code: string; readonly message: string }[]
  readonly blocked_components: readonly string[]
  readonly calculation_sha256: string
}

export type Asked =
  | { readonly ok: true; readonly data: AnswerData; readonly from: AnswerPlan }
  | { readonly ok: false; readonly code: string; readonly details: Readonly<Record<string, unknown>> }

/** Answers like POST /v1/calculate, in this browser. */
export function ask(plans: readonly AnswerPlan[], body: unknown): Asked {
  const answer = askOf(plans, body, FLOOR)
  return answer.ok ? { ok: true, data: JSON.parse(answer.dataText) as AnswerData, from: answer.from } : answer
}

export type Point = { readonly units: number; readonly paise: number | null }

/** The base tariff by units, with the rest of the request unchanged; null if refused or unknown. */
export function curve(
  plans: readonly AnswerPlan[],
  body: Readonly<Record<string, unknown>>,
  units: readonly number[],
): Point[] {
  return units.map((each) => {
    const read = calculateBody.safeParse({ ...body, energy_units: each })
    const resolved = read.success ? resolveRequest(plans, read.data, FLOOR) : null
    return { units: each, paise: resolved?.ok ? resolved.calculation.basePaise : null }
  })
}
