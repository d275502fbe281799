import { concatBytes, utf8Bytes } from '../format/bytes.ts'
import {
  type CheckpointBody,
  cosignatureMessage,
  formatBody,
  formatSignatureLine,
  parseCheckpoint,
} from '../format/checkpoint.ts'
import { COSIGNATURE_TYPE, LOG_SIGNATURE_TYPE, noteKeyHash } from '../format/note-key.ts'
import type { Refusal } from '../format/refusal.ts'
import { parseSignedTime, type TimeBody, timeBody } from '../format/signed-time.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * A checkpoint note with the log's own signature (C2SP tlog-checkpoint, signed-note type 0x01). Throws TypeError for a
 * body that a reader would refuse, an empty log among them.
 */
export function signCheckpoint(content: CheckpointBody, key: SigningKey): string {
  const note = signedNote(content.origin, formatBody(content), key)
  const readBack = parseCheckpoint(note)
  if (!readBack.ok) throw new TypeError(`checkpoint cannot be made: ${readBack.reason}`)
  return note
}

/**
 * A note that says when the log was last found intact, and up to which position (C2SP signed-note). Throws TypeError
 * for a malformed body.
 */
export function signTime(content: TimeBody, key: SigningKey): string {
  const note = signedNote(content.origin, timeBody(content), key)
  if (parseSignedTime(note) === null) throw new TypeError('the time cannot be signed: its body is malformed')
  return note
}

/** The body, an empty line, and the log's signature over the body (C2SP signed-note). */
function signedNote(origin: string, body: string, key: SigningKey): string {
  const keyHash = noteKeyHash(origin, LOG_SIGNATURE_TYPE, key.publicKey)
  return `${body}\n${formatSignatureLine(origin, concatBytes(keyHash, key.sign(utf8Bytes(body))))}\n`
}

/** A witness: a name and a key used for nothing else. */
export type Witness = { readonly name: string; readonly key: SigningKey }

/**
 * The checkpoint with the witness's cosignature/v1 (C2SP tlog-cosignature). `timestampSeconds` is seconds since 1970
 * UTC. The witness must first have checked that the log's signature is valid and that the tree extends the last one it
 * saw. Refused with CHECKPOINT_INVALID for a malformed note or a second cosignature under the same name.
 */
export function cosignCheckpoint(
  note: string,
  witness: Witness,
  timestampSeconds: number,
): { ok: true; note: string } | Refusal {
  const parsed = parseCheckpoint(note)
  if (!parsed.ok) return parsed
  const timestamp = BigInt(timestampSeconds)
  const signature = witness.key.sign(utf8Bytes(cosignatureMessage(parsed.checkpoint.body, timestamp)))
  const stamp = Buffer.alloc(8)
  stamp.writeBigUInt64BE(timestamp)
  const keyHash = noteKeyHash(witness.name, COSIGNATURE_TYPE, witness.key.publicKey)
  return addCosignature(note, formatSignatureLine(witness.name, concatBytes(keyHash, stamp, signature)))
}

/** The note with a witness's signature line (no newline) inserted in order of name. */
export function addCosignature(note: string, line: string): { ok: true; note: string } | Refusal {
  const end = note.indexOf('\n\n') + 2
  const [own = '', ...others] = note.slice(end).split('\n').slice(0, -1)
  const ordered = [...others, line].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const extended = `${note.slice(0, end)}${[own, ...ordered].join('\n')}\n`
  const parsed = parseCheckpoint(extended)
  return parsed.ok ? { ok: true, note: extended } : parsed
}

function nameOf(line: string): string {
  return line.split(' ')[1] ?? ''
}
