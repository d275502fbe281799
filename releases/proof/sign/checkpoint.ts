import { concatBytes, utf8Bytes } from '../format/bytes.ts'
import { type CheckpointBody, formatBody, formatSignatureLine, parseCheckpoint } from '../format/checkpoint.ts'
import { LOG_SIGNATURE_TYPE, noteKeyHash } from '../format/note-key.ts'
import { formatSignedTime, parseSignedTime, type TimeBody, timeBody } from '../format/signed-time.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * A checkpoint note with the log's own signature (C2SP tlog-checkpoint, signed-note type 0x01). Throws TypeError for a
 * body that a reader would refuse, an empty log among them.
 */
export function signCheckpoint(content: CheckpointBody, key: SigningKey): string {
  const body = formatBody(content)
  const keyHash = noteKeyHash(content.origin, LOG_SIGNATURE_TYPE, key.publicKey)
  const note = `${body}\n${formatSignatureLine(content.origin, concatBytes(keyHash, key.sign(utf8Bytes(body))))}\n`
  const readBack = parseCheckpoint(note)
  if (!readBack.ok) throw new TypeError(`checkpoint cannot be made: ${readBack.reason}`)
  return note
}

/** A note that says when the log was last found in order, and how far (C2SP signed-note). Throws TypeError for a malformed body. */
export function signTime(content: TimeBody, key: SigningKey): string {
  const keyHash = noteKeyHash(content.origin, LOG_SIGNATURE_TYPE, key.publicKey)
  const note = formatSignedTime(content, { keyHash, signature: key.sign(utf8Bytes(timeBody(content))) })
  if (parseSignedTime(note) === null) throw new TypeError('the time cannot be signed: its body is malformed')
  return note
}
