import { compilePlan, type Plan } from '../../../releases/engine/compile/plan.ts'
import { CompileError } from '../../../releases/engine/language/compile-error.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

export type Compiled =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly path: string; readonly reason: string }

const known = new WeakMap<ReleaseRecord, Compiled>()

/** A record as the engine compiles it, or what it does not compile for; found once for a record, which several gates ask about. */
export function compileRecord(record: ReleaseRecord): Compiled {
  const made = known.get(record) ?? compiledAnew(record)
  known.set(record, made)
  return made
}

function compiledAnew(record: ReleaseRecord): Compiled {
  try {
    return { ok: true, plan: compilePlan(record) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const path = error instanceof CompileError ? error.path : 'release'
    return { ok: false, path, reason: error.message.replace(`${path}: `, '') }
  }
}

/** The plan of a record; null where it does not compile, which is gate 10's finding. */
export function planOf(record: ReleaseRecord): Plan | null {
  const result = compileRecord(record)
  return result.ok ? result.plan : null
}
