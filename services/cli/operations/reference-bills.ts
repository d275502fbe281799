import { inputsOfCase } from '../../../pipeline/gates/support/case-inputs.ts'
import { calculate } from '../../../releases/engine/calculate.ts'
import { compilePlan, type Plan } from '../../../releases/engine/compile/plan.ts'
import type { RegressionCase, ReleaseRecord } from '../../../releases/record/record.ts'

/** What a changed row does to a bill everybody can check: one of its regression cases, in both releases. Paise. */
export type ReferenceBill = {
  readonly row_id: string
  readonly case_id: string
  readonly inputs: RegressionCase['inputs']
  readonly before_paise: number | null
  readonly after_paise: number | null
  readonly effect_paise: number | null
}

function basePaise(plan: Plan, each: RegressionCase): number | null {
  const read = inputsOfCase(each)
  const result = read.ok ? calculate(plan, read.inputs, 'specimen') : null
  return result?.ok ? result.basePaise : null
}

/** The first case of a row that comes to an amount: an ordinary bill, as the definition's writers put it first. */
function ordinaryCase(record: ReleaseRecord, rowId: string): RegressionCase | null {
  return record.cases.find(({ row_id, expected }) => row_id === rowId && !('refusal' in expected)) ?? null
}

/** A reference bill for every row that changed, came or went; null where a release has no amount for it. */
export function referenceBills(before: ReleaseRecord, after: ReleaseRecord): ReferenceBill[] {
  const [was, is] = [compilePlan(before), compilePlan(after)]
  const hashes = (record: ReleaseRecord): Map<string, string> =>
    new Map(record.rows.map((row) => [row.row_id, row.row_sha256]))
  const [old, now] = [hashes(before), hashes(after)]
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id)).sort()
  return changed.flatMap((rowId) => {
    const each = ordinaryCase(after, rowId) ?? ordinaryCase(before, rowId)
    if (each === null) return []
    const [before_paise, after_paise] = [basePaise(was, each), basePaise(is, each)]
    const effect_paise = before_paise === null || after_paise === null ? null : after_paise - before_paise
    return [{ row_id: rowId, case_id: each.case_id, inputs: each.inputs, before_paise, after_paise, effect_paise }]
  })
}

export function billText({ row_id, inputs, before_paise, after_paise, effect_paise }: ReferenceBill): string {
  const asked = Object.entries(inputs)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
  const effect = effect_paise === null ? 'not in both' : `${effect_paise > 0 ? '+' : ''}${effect_paise}`
  return `  ${row_id} (${asked}): ${before_paise ?? 'no amount'} -> ${after_paise ?? 'no amount'} paise, ${effect}`
}
