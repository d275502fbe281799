import { type AnswerPlan, compileAnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import type { RowPlan } from '../../../releases/engine/charges/row.ts'
import { compilePlan, type Keeping, type Plan } from '../../../releases/engine/compile/plan.ts'
import { CompileError } from '../../../releases/engine/language/compile-error.ts'
import type { Hold } from '../../../releases/engine/language/holds.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { oncePer } from '../record/once-per.ts'

/** Placeholder: a release that is not sealed has no hash yet, and no amount depends on it. */
const UNSEALED = { releaseSha256: '0'.repeat(64), revision: 1, stage: 'reference', logPosition: 0 } as const

const plans = new WeakMap<ReleaseRecord, AnswerPlan>()
const keeping = new WeakMap<ReleaseRecord, Keeping>()

/**
 * A record under test, compiled as the API would serve it; without holds it is compiled only once, since most gates
 * need it. Throws the same CompileError.
 */
export function compileUnsealed(record: ReleaseRecord, holds: readonly Hold[] = []): AnswerPlan {
  const before = holds.length === 0 ? plans.get(record) : undefined
  if (before !== undefined) return before
  const kept = keeping.get(record) ?? { last: null }
  keeping.set(record, kept)
  // Most parts of a record stay the same from one hold to the next.
  if (holds.length > 0 && kept.last === null) compilePlan(record, [], { keeping: kept })
  const compiled = compilePlan(record, holds, { keeping: kept })
  const plan = compileAnswerPlan(record, { ...UNSEALED, scope: record.state_code, holds }, compiled)
  if (holds.length === 0) plans.set(record, plan)
  return plan
}

export type Compiled =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly path: string; readonly reason: string }

/** A compiled record, or the reason why it does not compile; cached per record, since several gates need it. */
export const compileRecord = oncePer((record: ReleaseRecord): Compiled => {
  try {
    return { ok: true, plan: compileUnsealed(record).plan }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const path = error instanceof CompileError ? error.path : 'release'
    return { ok: false, path, reason: error.message.replace(`${path}: `, '') }
  }
})

/** The plan of a record; null if it does not compile, which is gate 10's finding. */
export function planOf(record: ReleaseRecord): Plan | null {
  const result = compileRecord(record)
  return result.ok ? result.plan : null
}

/** True for a row that has all its figures: no charge of it is held except those listed under component_holds. */
export function isPriced({ held }: RowPlan): boolean {
  return held.every((charge) => charge.held.tolerated)
}
