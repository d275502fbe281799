import { expect, it } from 'vitest'
import { compilePlan } from '../../../releases/engine/compile/plan.ts'
import { CompileError } from '../../../releases/engine/language/compile-error.ts'
import type { Adjustment } from '../../../releases/record/adjustment.ts'
import {
  buildAdjustment,
  buildFixed,
  buildQuantity,
  buildQuantityCase,
  buildRecord,
  type CaseSaid,
  type RecordParts,
  type RowParts,
  type Slabs,
} from '../../support/record-builder.ts'

/** The refused part, its path, and the reason. */
export type Refused = readonly [what: string, path: string, why: string, parts: RecordParts]

/** Records with one fault each. */
export const row = (parts: RowParts): RecordParts => ({ rows: [parts] })
export const adjusted = (...adjustments: Adjustment[]): RecordParts => ({ rules: { adjustments } })
export const adjustment = (
  kind: Parameters<typeof buildAdjustment>[1],
  cases: readonly CaseSaid[],
  parts: Partial<Adjustment> = {},
) => adjusted(buildAdjustment('ADJ', kind, cases, parts))
export const quantity = (text: string, when = ''): RecordParts => ({
  quantities: [buildQuantity('made', '', { cases: [buildQuantityCase(text, when)] })],
  ...row({ fixed: buildFixed('flat', 'kW', [[null, '1']], { per: 'made' }) }),
})
export const TWO: Slabs = [
  ['50', '3'],
  [null, '4'],
]

/** An unsupported feature is an error when the release is compiled, not a guess when it is used. */
export function refuses(refused: readonly Refused[]): void {
  it.each(refused)('%s', (_what, path, why, parts) => {
    const record = buildRecord(parts)
    expect(() => compilePlan(record)).toThrow(CompileError)
    expect(() => compilePlan(record)).toThrow(why)
    expect(() => compilePlan(record)).toThrow(new RegExp(`^${path}: `))
  })
}
