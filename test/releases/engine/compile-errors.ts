import { expect, it } from 'vitest'
import { compilePlan } from '../../../releases/engine/compile/plan.ts'
import { CompileError } from '../../../releases/engine/language/compile-error.ts'
import { buildRecord, type RecordParts } from '../../support/record-builder.ts'

/** What is refused, the path it is refused at, and why. */
export type Refused = readonly [what: string, path: string, why: string, parts: RecordParts]

/** What the engine does not have is an error when the release is compiled, not a guess when it is used. */
export function refuses(refused: readonly Refused[]): void {
  it.each(refused)('%s', (_what, path, why, parts) => {
    const record = buildRecord(parts)
    expect(() => compilePlan(record)).toThrow(CompileError)
    expect(() => compilePlan(record)).toThrow(why)
    expect(() => compilePlan(record)).toThrow(new RegExp(`^${path}: `))
  })
}
