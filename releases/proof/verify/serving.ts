import { sha256 } from '#digest'
import type { Checkpoint } from '../format/checkpoint.ts'
import { type Refusal, refuse } from '../format/refusal.ts'
import { type ServingState, servingSchema } from '../format/serving.ts'
import { fitShape } from '../format/strict-json.ts'
import { verifyHeld, witnessesFlaw } from './checkpoint.ts'
import type { VerifyOptions } from './placed.ts'

export type VerifiedServing = {
  readonly ok: true
  readonly serving: ServingState
  readonly checkpoint: Checkpoint
  readonly witnesses: readonly string[]
}

/**
 * Verifies serving.json against the checkpoint that contains its hash (docs/verify/README.md section 8, checks S1 to
 * S4): `document` is the parsed form of `bytes`.
 */
export function verifyServing(
  bytes: Uint8Array,
  document: unknown,
  { trust, checkpoint: note = null, witnesses: required = 0 }: VerifyOptions,
): VerifiedServing | Refusal {
  const fitted = fitShape(servingSchema, document)
  if (!fitted.ok) return refuse('SERVING_INVALID', fitted.reason)
  if (note === null) return refuse('REFERENCE_INVALID', 'a serving state is checked against a checkpoint: give one')
  const held = verifyHeld(note, trust)
  if (!held.ok) return held
  const { checkpoint, witnesses } = held
  const missing = witnessesFlaw(witnesses, required)
  if (missing !== null) return missing
  const serving = fitted.value
  if (sha256(bytes) !== checkpoint.servingSha256)
    return refuse('SERVING_MISMATCH', 'the checkpoint names another serving state')
  if (serving.position !== checkpoint.logHead.position || serving.size !== checkpoint.size)
    return refuse('SERVING_MISMATCH', 'it speaks of another place of the log than the checkpoint')
  return { ok: true, serving, checkpoint, witnesses }
}
