import { compileAnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import { type AnswerCode, resolveRequest } from '../../../releases/engine/answer-request.ts'
import type { Calculation } from '../../../releases/engine/calculation.ts'
import { type Line, quantityOf } from '../../../releases/engine/charges/line.ts'
import { INPUT_LIST } from '../../../releases/engine/inputs.ts'
import { lowest } from '../../../releases/engine/language/fraction.ts'
import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import type { Refusal } from '../../../releases/engine/types.ts'
import { formatMilli } from '../../../releases/record/decimal.ts'
import type { Grade } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildRecord, type RecordParts, type RowParts } from '../../support/record-builder.ts'

export type Body = Partial<CalculateBody>
export type BillOptions = {
  readonly floor?: Grade
  readonly holds?: readonly string[]
  readonly lapsed?: readonly string[]
}

/**
 * Declarations of a release that accepts every input of the table, so that only the category decides which inputs are
 * allowed.
 */
export const TAKES_ALL: ReleaseRecord['request'] = {
  required: [],
  optional: INPUT_LIST.filter(([, { scope }]) => scope !== 'common').map(([name]) => name),
  licensee_from_district: false,
}

/** A record that accepts every input. */
export function recordOf(parts: RecordParts = {}): ReleaseRecord {
  return buildRecord({ request: TAKES_ALL, ...parts })
}

/** A record of one row in category DOM. */
export function recordOfRow(row: RowParts, parts: RecordParts = {}): ReleaseRecord {
  return recordOf({ rows: [row], ...parts })
}

/** Licensees as in a record, all active. */
export function licensees(...codes: readonly string[]): ReleaseRecord['licensees'] {
  return codes.map((code) => ({ code, name: code, status: 'active', reason: null }))
}

/**
 * Result of POST /calculate with the record as the only release in service: category DOM, 100 units, floor specimen and
 * no holds by default.
 */
export function bill(
  record: ReleaseRecord,
  body: Body = {},
  { floor = 'specimen', holds = [], lapsed = [] }: BillOptions = {},
): Calculation | Refusal<AnswerCode> {
  const answer = compileAnswerPlan(record, {
    releaseSha256: '0'.repeat(64),
    revision: 1,
    stage: 'reference',
    logPosition: 1,
    holds: [
      ...holds.map((component) => ({ component, reason: 'under review' })),
      ...lapsed.map((component) => ({ component, reason: 'nobody has checked it', kind: 'check_lapsed' as const })),
    ],
  })
  const asked = { state_code: record.state_code, subcategory_code: 'DOM', energy_units: 100, ...body }
  const resolved = resolveRequest([answer], asked, floor)
  return resolved.ok ? resolved.calculation : resolved
}

/** The same, for a bill that must be priced. */
export function priced(record: ReleaseRecord, body: Body = {}, options: BillOptions = {}): Calculation {
  const result = bill(record, body, options)
  if (!result.ok) throw new Error(`refused: ${result.code} ${JSON.stringify(result.details)}`)
  return result
}

/** The code with which a bill is refused, or `priced`. */
export function refusal(record: ReleaseRecord, body: Body = {}, options: BillOptions = {}): string {
  const result = bill(record, body, options)
  return result.ok ? 'priced' : result.code
}

/** `required /phase`: the field problems of a refused bill, in order. */
export function problems(record: ReleaseRecord, body: Body = {}, options: BillOptions = {}): string[] {
  const result = bill(record, body, options)
  if (result.ok) return []
  if (result.code !== 'INVALID_REQUEST_FIELD')
    throw new Error(`refused: ${result.code} ${JSON.stringify(result.details)}`)
  const fields = result.details['fields'] as readonly { field: string; rule: string }[]
  return fields.map(({ field, rule }) => `${rule} ${field}`)
}

/** The bound for which a bill is refused; null: it is priced. */
export function boundPassed(record: ReleaseRecord, body: Body = {}): unknown {
  const result = bill(record, body)
  if (result.ok) return null
  if (result.code !== 'CATEGORY_NOT_APPLICABLE')
    throw new Error(`refused: ${result.code} ${JSON.stringify(result.details)}`)
  return result.details['bound']
}

function quantityText(line: Line): string {
  const { quantityMilli, quantity } = line
  if (quantity === null) return quantityMilli < 0 ? `-${formatMilli(-quantityMilli)}` : formatMilli(quantityMilli)
  const { n, d } = lowest(quantityOf(line))
  return `${n}/${d}`
}

/** Lines as text: `energy 50 x 3.05 = 15250`, each named by its charge or adjustment. */
export function linesText({ lines }: { readonly lines: readonly Line[] }): string[] {
  return lines.map((line) => `${line.step.id} ${quantityText(line)} x ${line.step.rate.text} = ${line.amountPaise}`)
}

/** The lines of a priced bill, as text. */
export function linesOf(record: ReleaseRecord, body: Body = {}): string[] {
  return linesText(priced(record, body))
}
