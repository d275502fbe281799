import { type Outcome, outcomeOf } from '../../pipeline/gates/calculation/outcome.ts'
import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { resolveRequest } from '../../releases/engine/answer-request.ts'
import { LARGEST_QUANTITY } from '../../releases/engine/inputs.ts'
import { referenceEvaluate } from '../../releases/engine/reference/evaluate.ts'
import type { ReferenceResult } from '../../releases/engine/reference/result.ts'
import { calculateBody } from '../../releases/engine/request/body.ts'
import { releaseAsked } from '../../releases/engine/request/choose-release.ts'
import { normaliseRequest } from '../../releases/engine/request/normalise.ts'
import { unsupportedOperation } from '../../releases/engine/request/operations.ts'
import { routeLicensee } from '../../releases/engine/request/routing.ts'
import type { Grade } from '../../releases/record/grade.ts'

/** Results of engine and reference for one request, in the form of the reference; null: refused before either. */
export type Compared = { readonly engine: Outcome; readonly reference: ReferenceResult } | null

type Body = Readonly<Record<string, unknown>>

/**
 * Result of the reference for one request to one release, once the licensee and the day are known; null: refused before
 * either evaluator.
 */
export function byReference(answer: AnswerPlan, body: Body, floor: Grade): ReferenceResult | null {
  const parsed = calculateBody.safeParse(body)
  if (!parsed.success) return null
  const { record, plan, context } = answer
  const read = normaliseRequest(parsed.data, Math.max(LARGEST_QUANTITY, plan.largest))
  const asked = releaseAsked([answer], parsed.data)
  const routed = routeLicensee(record, parsed.data.licensee_code ?? null, parsed.data.district ?? null)
  if (!read.ok || !asked.ok || !routed.ok || unsupportedOperation(record, parsed.data) !== null) return null
  const request = { body, licenseeCode: routed.licensee, date: asked.date }
  const holds = context.holds.map(({ component }) => component)
  return referenceEvaluate(record, request, { floor, holds })
}

/** Both evaluators' results for one request. */
export function compared(answer: AnswerPlan, body: Body, floor: Grade): Compared {
  const reference = byReference(answer, body, floor)
  if (reference === null) return null
  const resolved = resolveRequest([answer], calculateBody.parse(body), floor)
  if (!resolved.ok) return { engine: refused(resolved.code, resolved.details, reference), reference }
  return { engine: outcomeOf(resolved.calculation), reference }
}

/** The details that both give; the engine may name a held path more precisely. */
function refused(code: string, details: Readonly<Record<string, unknown>>, reference: ReferenceResult): Outcome {
  const told = (shown: Readonly<Record<string, unknown>>) => ({ ok: false as const, code, details: shown })
  const said = (...names: readonly string[]) => told(Object.fromEntries(names.map((name) => [name, details[name]])))
  switch (code) {
    case 'INVALID_REQUEST_FIELD': {
      const fields = details['fields'] as readonly { field: string; rule: string }[]
      return told({ fields: fields.map(({ field, rule }) => ({ field, rule })) })
    }
    case 'SUBCATEGORY_NOT_FOUND':
      return said('subcategory_code', 'available')
    case 'UNSUPPORTED_BILLING_PERIOD':
      return said('reason')
    case 'UNSUPPORTED_BILLING_DAYS':
      return said('billing_days', 'supported')
    case 'CATEGORY_NOT_APPLICABLE':
      return said('subcategory_code', 'bound', 'covering_category')
    case 'EVIDENCE_BELOW_FLOOR':
      return said('grade', 'floor', 'figures')
    default: {
      const path = String(details['component'])
      const named = reference.ok || reference.code !== 'RATE_NOT_VERIFIED' ? '' : reference.details.component
      return told({ component: path === named || path.startsWith(`${named}/`) ? named : path })
    }
  }
}
