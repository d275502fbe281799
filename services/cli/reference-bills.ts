import { bodyOf, readBody } from '../../pipeline/gates/support/draft.ts'
import { calculate } from '../../releases/engine/calculate.ts'
import { compilePlan, type Plan } from '../../releases/engine/compile/plan.ts'
import { Inputs } from '../../releases/engine/given-inputs.ts'
import { normaliseRequest } from '../../releases/engine/request/normalise.ts'
import type { RegressionCase, ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import { pairRows } from '../../releases/record/row-changes.ts'

/** Effect of a changed row on a bill that anyone can check: one of its regression cases, in both releases. Paise. */
export type ReferenceBill = {
  readonly row_id: string
  /** Its id in the earlier release, which may contain a year; null: it is new. */
  readonly before_row_id: string | null
  readonly case_id: string
  readonly inputs: RegressionCase['inputs']
  readonly before_paise: number | null
  readonly after_paise: number | null
  readonly effect_paise: number | null
}

/** The same request for both rows. Its day is ignored: each release is asked about its own first day. */
function basePaise(plan: Plan, { inputs }: RegressionCase, licenseeCode: string | null): number | null {
  const read = readBody(bodyOf(plan.record.state_code, inputs))
  if (!read.ok) return null
  const normal = normaliseRequest(read.body, plan.largest)
  if (!normal.ok) return null
  const { subcategory_code: subcategoryCode, licensee_code: named } = read.body
  const { values, given } = normal.request
  const question = { subcategoryCode, licenseeCode: named ?? licenseeCode, date: plan.record.effective_from }
  const result = calculate(plan, new Inputs({ ...question, values, given }), 'specimen')
  return result.ok ? result.basePaise : null
}

/** The first case of a row with an amount: an ordinary bill, since definitions list those first. */
function ordinaryCase(record: ReleaseRecord, row: Row | null): RegressionCase | null {
  return record.cases.find(({ row_id, expected }) => row_id === row?.row_id && !('refusal' in expected)) ?? null
}

/** A reference bill for every row that was changed, added or removed; null if a release has no amount for it. */
export function referenceBills(before: ReleaseRecord, after: ReleaseRecord): ReferenceBill[] {
  const [was, is] = [compilePlan(before), compilePlan(after)]
  return pairRows(before, after).flatMap(({ before: old, after: now }) => {
    const row = now ?? old
    const each = ordinaryCase(after, now) ?? ordinaryCase(before, old)
    if (row === null || each === null || old?.row_sha256 === now?.row_sha256) return []
    const { row_id, licensee_code } = row
    const [before_paise, after_paise] = [basePaise(was, each, licensee_code), basePaise(is, each, licensee_code)]
    const effect_paise = before_paise === null || after_paise === null ? null : after_paise - before_paise
    const { case_id, inputs } = each
    return [{ row_id, before_row_id: old?.row_id ?? null, case_id, inputs, before_paise, after_paise, effect_paise }]
  })
}

export function billText({ row_id, inputs, before_paise, after_paise, effect_paise }: ReferenceBill): string {
  const asked = Object.entries(inputs)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
  const effect = effect_paise === null ? 'not in both' : `${effect_paise > 0 ? '+' : ''}${effect_paise}`
  return `  ${row_id} (${asked}): ${before_paise ?? 'no amount'} -> ${after_paise ?? 'no amount'} paise, ${effect}`
}
