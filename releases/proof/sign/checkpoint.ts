import { concatBytes, utf8Bytes } from '../format/bytes.ts'
import { type CheckpointBody, formatBody, formatSignatureLine, parseCheckpoint } from '../format/checkpoint.ts'
import { LOG_SIGNATURE_TYPE, noteKeyHash } from '../format/note-key.ts'
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
