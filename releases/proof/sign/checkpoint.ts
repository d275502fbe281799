import { concatBytes, utf8Bytes } from '../format/bytes.ts'
import { type CheckpointBody, formatBody, formatSignatureLine, parseCheckpoint } from '../format/checkpoint.ts'
import { LOG_SIGNATURE_TYPE, noteKeyHash } from '../format/note-key.ts'
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
