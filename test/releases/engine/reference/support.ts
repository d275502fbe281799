import { referenceEvaluate } from '../../../../releases/engine/reference/evaluate.ts'
import type {
  FieldProblem,
  ReferenceAnswer,
  ReferenceOptions,
  ReferenceResult,
} from '../../../../releases/engine/reference/result.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'

type Body = Readonly<Record<string, unknown>>
type Options = Partial<ReferenceOptions> & { readonly date?: string | null }

/** Result for DOM and 100 units, with the additions of a test; routing finds the licensee named in the body. */
export function evaluate(record: ReleaseRecord, given: Body, { date = '2026-06-15', ...rest }: Options = {}) {
  const body = { state_code: 'BR', subcategory_code: 'DOM', energy_units: 100, ...given }
  const licenseeCode = 'licensee_code' in body ? String(body.licensee_code) : null
  return referenceEvaluate(record, { body, licenseeCode, date }, { floor: 'specimen', holds: [], ...rest })
}

/** The answer to a request that must be answered; fails the test with the refusal otherwise. */
export function answer(record: ReleaseRecord, body: Body, options: Options = {}): ReferenceAnswer {
  const result = evaluate(record, body, options)
  if (!result.ok) throw new Error(`refused: ${result.code} ${JSON.stringify(result.details)}`)
  return result
}

/** The refusal's code, or null when the request was answered. */
export function refusal(record: ReleaseRecord, body: Body, options: Options = {}): string | null {
  const result = evaluate(record, body, options)
  return result.ok ? null : result.code
}

/** Details of a refusal by code. */
export function details<C extends string>(record: ReleaseRecord, code: C, body: Body, options: Options = {}) {
  const result: ReferenceResult = evaluate(record, body, options)
  if (result.ok || result.code !== code) throw new Error(`not refused as ${code}: ${JSON.stringify(result)}`)
  return result.details
}

/** `required /phase`: problems of fields, in order. */
export function problems(record: ReleaseRecord, body: Body, options: Options = {}): string[] {
  const result = evaluate(record, body, options)
  if (result.ok) return []
  if (result.code !== 'INVALID_REQUEST_FIELD') throw new Error(`refused: ${result.code}`)
  return result.details.fields.map(({ field, rule }: FieldProblem) => `${rule} ${field}`)
}

/** Amounts of the lines of one component or one id, in order. */
export function amounts({ lines, beside }: ReferenceAnswer, of: string): number[] {
  return [...lines, ...beside]
    .filter(({ component, id }) => component === of || id === of)
    .map((line) => line.amountPaise)
}
