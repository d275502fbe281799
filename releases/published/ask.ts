import type * as z from 'zod'
import type { AnswerPlan } from '../engine/answer/answer-plan.ts'
import { answerRequest } from '../engine/answer-request.ts'
import { kindOf, quantityText } from '../engine/input-names.ts'
import type { FieldProblem } from '../engine/refuse.ts'
import { calculateBody } from '../engine/request/body.ts'
import { wholeRefusal } from '../engine/request/missing-fields.ts'
import type { Grade } from '../record/grade.ts'
import { FORMS_IN_WORDS } from '../record/text.ts'

/** `data` of an answer as canonical JSON text and its release, or a refusal as the API gives it. */
export type Asked =
  | { readonly ok: true; readonly dataText: string; readonly from: AnswerPlan }
  | { readonly ok: false; readonly code: string; readonly details: Readonly<Record<string, unknown>> }

/** The API's rule for a fault that the schema reports. */
function ruleOf(issue: z.core.$ZodIssue): string {
  // The schema of a quantity has two forms, and an issue may be of one of them.
  if (kindOf(issue.path.join('.')) === 'quantity') return 'quantity'
  switch (issue.code) {
    case 'invalid_value':
      return 'enum'
    case 'invalid_type':
      return 'type'
    case 'invalid_format':
      return 'pattern'
    case 'too_small':
      return issue.origin === 'string' ? 'empty' : issue.origin === 'array' ? 'min_items' : 'minimum'
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : issue.origin === 'array' ? 'max_items' : 'maximum'
    case 'custom':
      return String(issue.params?.['rule'])
    default:
      return 'invalid'
  }
}

/** A fault with its field and rule, as the API names them; a value of the wrong form in the schema's own words. */
function problemsOf(issue: z.core.$ZodIssue, body: unknown): FieldProblem[] {
  const { path, message } = issue
  const problem = (at: readonly PropertyKey[], rule: string, said: string): FieldProblem => {
    const name = at.map((part) => (part === '' ? '""' : part)).join('/')
    return { field: `/${at.join('/')}`, rule, message: `${name}${said}` }
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => problem([...path, key], 'unknown', ' is not a field of this request'))
  const given = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], body)
  if (given === undefined) return [problem(path, 'required', ' is required')]
  const rule = ruleOf(issue)
  const form = 'pattern' in issue ? FORMS_IN_WORDS[String(issue.pattern).slice(1, -1)] : undefined
  if (form !== undefined) return [problem(path, rule, ` must be ${form}`)]
  return [problem(path, rule, rule === 'quantity' ? ` ${quantityText(path.join('/'))}` : `: ${message}`)]
}

/** Answers like POST /v1/calculate for a key with that floor: the same schema, engine and refusals. */
export function ask(plans: readonly AnswerPlan[], body: unknown, floor: Grade): Asked {
  const read = calculateBody.safeParse(body)
  if (!read.success) {
    const fields = read.error.issues.flatMap((issue) => problemsOf(issue, body))
    return wholeRefusal(plans, body, { ok: false as const, code: 'INVALID_REQUEST_FIELD', details: { fields } })
  }
  const answer = answerRequest(plans, read.data, floor)
  if (!answer.ok) return wholeRefusal(plans, body, { ok: false as const, code: answer.code, details: answer.details })
  return { ok: true, dataText: answer.dataText, from: answer.from }
}
