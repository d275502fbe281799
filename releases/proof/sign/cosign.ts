import { concatBytes, utf8Bytes } from '../format/bytes.ts'
import { cosignatureMessage, formatSignatureLine, parseCheckpoint } from '../format/checkpoint.ts'
import { COSIGNATURE_TYPE, noteKeyHash } from '../format/note-key.ts'
import type { Refusal } from '../format/refusal.ts'
import type { SigningKey } from './signing-key.ts'

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
