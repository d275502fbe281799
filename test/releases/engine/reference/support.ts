import { referenceEvaluate } from '../../../../releases/engine/reference/evaluate.ts'
import type { ReferenceAnswer, ReferenceOptions } from '../../../../releases/engine/reference/result.ts'
import type { Inputs, RefusalCode } from '../../../../releases/engine/types.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { buildInputs } from '../../../support/record-builder.ts'

const OPEN: ReferenceOptions = { floor: 'specimen', holds: [] }

/** The answer to inputs that must be answered; fails the test with the refusal's code otherwise. */
export function answer(
  record: ReleaseRecord,
  inputs: Partial<Inputs>,
  options: Partial<ReferenceOptions> = {},
): ReferenceAnswer {
  const result = referenceEvaluate(record, buildInputs(inputs), { ...OPEN, ...options })
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  return result
}

/** The refusal's code, or null when the request was answered. */
export function refusal(
  record: ReleaseRecord,
  inputs: Partial<Inputs>,
  options: Partial<ReferenceOptions> = {},
): RefusalCode | null {
  const result = referenceEvaluate(record, buildInputs(inputs), { ...OPEN, ...options })
  return result.ok ? null : result.code
}

/** Amounts of the lines of one component, in order. */
export function amounts({ lines }: ReferenceAnswer, component: string): number[] {
  return lines.filter((line) => line.component === component).map((line) => line.amountPaise)
}
