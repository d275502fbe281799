import type { Adjustment, AdjustmentCase, Value } from '../../../../releases/record/adjustment.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import type { RecordParts } from '../../../support/record-builder.ts'
import { recordOf } from '../bill.ts'
import { buildAdjustment, buildCase } from './parts.ts'

export type { RecordParts } from '../../../support/record-builder.ts'
export { buildCategory } from '../../../support/record-builder.ts'
export * from './parts.ts'

/**
 * Small records for the reference evaluator, built from the parts in parts.ts. A test states only what it is about: by
 * default one row of category DOM, Rs 5.00 a unit and Rs 50 a connection, in a release that accepts every input.
 * `charges` come after the named ones.
 */
export function buildRecord({ rows = [{}], ...parts }: RecordParts = {}): ReleaseRecord {
  return recordOf({ ...parts, rows: rows.map(({ charges = [], ...rest }) => ({ ...rest, more: charges })) })
}

/** A record with these adjustments. */
export const adjusted = (adjustments: Adjustment[], parts: RecordParts = {}): ReleaseRecord =>
  buildRecord({ rules: { adjustments }, ...parts })

/** An adjustment with one case. */
export const oneCase = (values: Value[], parts: Partial<Adjustment> = {}, chosen: Partial<AdjustmentCase> = {}) =>
  buildAdjustment('ADJ', [buildCase(values, chosen)], parts)
