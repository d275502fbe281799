import { counted } from '../../record/counted.ts'
import { sameBytes, utf8Bytes } from '../format/bytes.ts'
import { type Checkpoint, cosignatureMessage, type NoteSignature, parseCheckpoint } from '../format/checkpoint.ts'
import { COSIGNATURE_TYPE, LOG_SIGNATURE_TYPE, noteKeyHash } from '../format/note-key.ts'
import { type Refusal, refuse } from '../format/refusal.ts'
import type { SignedTime } from '../format/signed-time.ts'
import { isValidAt, type Trust, type TrustedKey } from '../format/trust.ts'
import { verifySignature } from './envelope.ts'

/**
 * Checks every signature line of a parsed checkpoint: the log's by a trusted key that is valid at index `size - 1`, and
 * each cosignature by a trusted witness. C2SP signed-note allows unknown signatures and ignores them; here they are
 * refused, because unchecked bytes could be changed unnoticed. Returns the names of the witnesses.
 */
export function verifyCheckpoint(checkpoint: Checkpoint, trust: Trust): { ok: true; witnesses: string[] } | Refusal {
  const flaw = logSignatureFlaw(checkpoint, trust)
  if (flaw !== null) return flaw
  const witnesses: string[] = []
  for (const { name, keyHash, timestamp, signature } of checkpoint.cosignatures) {
    const witness = trust.witnesses.find((candidate) => candidate.name === name)
    if (witness === undefined || !sameBytes(noteKeyHash(name, COSIGNATURE_TYPE, witness.publicKey), keyHash)) {
      return refuse('COSIGNATURE_UNKNOWN', `no trusted witness has the name and key of the cosignature by ${name}`)
    }
    const message = utf8Bytes(cosignatureMessage(checkpoint.body, timestamp))
    if (!verifySignature(witness.publicKey, message, signature)) {
      return refuse('COSIGNATURE_INVALID', `the cosignature by ${name} is not of this checkpoint`)
    }
    witnesses.push(name)
  }
  return { ok: true, witnesses }
}

function logSignatureFlaw({ origin, body, size, logSignature }: Checkpoint, trust: Trust): Refusal | null {
  const key = trust.keys.find((one) => isNamedBy(logSignature, origin, one))
  if (origin !== trust.origin || key === undefined) {
    const remedy = 'get the trust document again if the key of the log was replaced'
    return refuse('CHECKPOINT_KEY_UNKNOWN', `no trusted key signs for the log ${origin} with that key hash: ${remedy}`)
  }
  if (!verifySignature(key.publicKey, utf8Bytes(body), logSignature.signature)) {
    return refuse('CHECKPOINT_SIGNATURE_INVALID', "the log's signature is not of this checkpoint")
  }
  if (!isValidAt(key, size - 1)) {
    return refuse('CHECKPOINT_KEY_OUT_OF_RANGE', `the key does not speak for index ${size - 1} of the log`)
  }
  return null
}

/** Whether a time note is signed by the log's current key; a replaced key says nothing about the present. */
export function isTimeOf({ origin, body, signature: line }: SignedTime, trust: Trust): boolean {
  const key = trust.keys.find(({ toIndex }) => toIndex === null)
  return (
    origin === trust.origin &&
    key !== undefined &&
    isNamedBy(line, origin, key) &&
    verifySignature(key.publicKey, utf8Bytes(body), line.signature)
  )
}

/** Whether a log's signature line was made by this key. */
export function isNamedBy(
  { keyHash }: NoteSignature,
  origin: string,
  { publicKey }: Pick<TrustedKey, 'publicKey'>,
): boolean {
  return sameBytes(noteKeyHash(origin, LOG_SIGNATURE_TYPE, publicKey), keyHash)
}

/** Verifies a checkpoint that the reader holds; refused with REFERENCE_INVALID. */
export function verifyHeld(
  note: string,
  trust: Trust,
): { ok: true; checkpoint: Checkpoint; witnesses: string[] } | Refusal {
  const parsed = parseCheckpoint(note)
  if (!parsed.ok) return refuse('REFERENCE_INVALID', `the checkpoint held: ${parsed.reason}`)
  const { checkpoint } = parsed
  const signed = verifyCheckpoint(checkpoint, trust)
  if (!signed.ok) return refuse('REFERENCE_INVALID', `the checkpoint held: ${signed.reason}`)
  return { ok: true, checkpoint, witnesses: signed.witnesses }
}

/** Refuses with WITNESSES_MISSING if there are too few cosignatures; null otherwise. */
export function witnessesFlaw(witnesses: readonly string[], required: number): Refusal | null {
  return witnesses.length < required
    ? refuse('WITNESSES_MISSING', `${witnesses.length} of ${required} witnesses cosigned`)
    : null
}

/** Relation of a bundle's checkpoint to the reader's own. */
export type History = 'same' | 'newer'

/**
 * Rollback (docs/design/release.md#offline-verification): compares `presented` with `held`, a checkpoint note that the
 * reader got separately. A smaller tree is STALE_CHECKPOINT: later events (a supersession, a withdrawal) are not in it.
 * A tree of equal size with another root, or a contradicting event log head, is FORKED_HISTORY. A larger tree is
 * `newer`: no rollback, although only a consistency proof can show that it extends `held`. A `held` that does not
 * verify is REFERENCE_INVALID.
 */
export function judgeHistory(
  presented: Checkpoint,
  held: string,
  trust: Trust,
): { ok: true; history: History } | Refusal {
  const known = verifyHeld(held, trust)
  if (!known.ok) return known
  const reference = known.checkpoint
  if (presented.size < reference.size) {
    return refuse(
      'STALE_CHECKPOINT',
      `the log had ${counted(presented.size, 'entry', 'entries')} then and has ${reference.size} in your checkpoint: export it again. GET /v1/releases/:release_sha256 always gives the first checkpoint that covers the release: verify what it gave without yours. To prove that the log of today extends it, put its "checkpoint" in a file and run \`log checkpoint FILE --from ADDRESS --trusted-keys TRUST\`; GET /v1/changes lists what came after`,
    )
  }
  if (presented.size === reference.size && !sameBytes(presented.root, reference.root)) {
    return refuse('FORKED_HISTORY', `two different logs of ${counted(presented.size, 'entry', 'entries')} are signed`)
  }
  const was = reference.logHead
  const is = presented.logHead
  if (is.position === was.position && is.hash !== was.hash) {
    return refuse('FORKED_HISTORY', `two different event logs of head ${is.position} are signed`)
  }
  if (presented.size > reference.size && is.position < was.position) {
    return refuse('FORKED_HISTORY', 'the log grew while its event log shrank')
  }
  return { ok: true, history: presented.size === reference.size ? 'same' : 'newer' }
}
