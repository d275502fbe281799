import { sha256Hex } from '../../record/text.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { NOTE_KEY_NAME } from './note-key.ts'
import { type Refusal, refuse } from './refusal.ts'
import { parseIndex } from './text.ts'

/**
 * A checkpoint (C2SP tlog-checkpoint): the Merkle log's size and root at one time, as a signed note. It always has two
 * extension lines: the head of the event log, `position hash`, and the sha256 of serving.json. The log's own signature
 * line comes first, then cosignatures (C2SP tlog-cosignature) in strictly ascending order of witness name.
 */

export type CheckpointBody = {
  readonly origin: string
  /** Number of leaves, at least 1. */
  readonly size: number
  /** 32 bytes. */
  readonly root: Uint8Array
  readonly logHead: { readonly position: number; readonly hash: string }
  /** Hash of the canonical bytes of serving.json, in hex. */
  readonly servingSha256: string
}

export type NoteSignature = { readonly keyHash: Uint8Array; readonly signature: Uint8Array }
/** `timestamp`: seconds since 1970-01-01T00:00:00Z. */
type Cosignature = NoteSignature & { readonly name: string; readonly timestamp: bigint }

export type Checkpoint = CheckpointBody & {
  /** The five lines that are signed, newlines included. */
  readonly body: string
  readonly logSignature: NoteSignature
  readonly cosignatures: readonly Cosignature[]
}

const SIGNATURE_LINE = /^— ([!-*,-~]+) ([A-Za-z0-9+/=]+)$/
const LOG_SIGNATURE_BYTES = 4 + 64
const COSIGNATURE_BYTES = 4 + 8 + 64
const MAX_TIMESTAMP = 2n ** 63n - 1n

/** The signed text: origin, size, root, event log head, serving state; each line ends in a newline. */
export function formatBody({ origin, size, root, logHead, servingSha256 }: CheckpointBody): string {
  return `${origin}\n${size}\n${encodeBase64(root)}\n${logHead.position} ${logHead.hash}\n${servingSha256}\n`
}

/** `— name base64(key hash || signature)` without its newline (C2SP signed-note, "Format"). */
export function formatSignatureLine(name: string, bytes: Uint8Array): string {
  return `— ${name} ${encodeBase64(bytes)}`
}

/**
 * Message that a witness signs: domain line, time line, the whole body (C2SP tlog-cosignature, "Ed25519 signed
 * message").
 */
export function cosignatureMessage(body: string, timestamp: bigint): string {
  return `cosignature/v1\ntime ${timestamp}\n${body}`
}

/** Reads a note; refused with CHECKPOINT_INVALID if it departs from the form above by a single character. */
export function parseCheckpoint(note: string): { ok: true; checkpoint: Checkpoint } | Refusal {
  const lines = note.split('\n')
  const [origin = '', sizeText = '', rootText = '', headText = '', servingText = '', blank, ...signatures] = lines
  if (blank !== '' || signatures.pop() !== '') return refuse('CHECKPOINT_INVALID', 'not a note of five lines')
  const body = parseBody(origin, sizeText, rootText, headText, servingText)
  if (body === null) return refuse('CHECKPOINT_INVALID', 'a body line is malformed')
  const [first = '', ...others] = signatures
  const logSignature = parseLogSignature(first, origin)
  if (logSignature === null) return refuse('CHECKPOINT_INVALID', "the first signature line is not the log's")
  const cosignatures: Cosignature[] = []
  for (const text of others) {
    const line = parseSignatureLine(text)
    const cosignature = line === null ? null : asCosignature(line)
    if (cosignature === null) return refuse('CHECKPOINT_INVALID', 'a cosignature line is malformed')
    const previous = cosignatures.at(-1)
    if (previous !== undefined && previous.name >= cosignature.name) {
      return refuse('CHECKPOINT_INVALID', 'cosignatures are not in ascending order of name')
    }
    cosignatures.push(cosignature)
  }
  return { ok: true, checkpoint: { ...body, body: formatBody(body), logSignature, cosignatures } }
}

function parseBody(
  origin: string,
  sizeText: string,
  rootText: string,
  headText: string,
  servingSha256: string,
): CheckpointBody | null {
  const size = parseIndex(sizeText)
  const root = decodeBase64(rootText)
  const [positionText = '', hash = '', ...rest] = headText.split(' ')
  const position = parseIndex(positionText)
  if (!NOTE_KEY_NAME.test(origin) || size === null || size < 1 || root?.length !== 32) return null
  if (position === null || !sha256Hex.safeParse(hash).success || rest.length > 0) return null
  if (!sha256Hex.safeParse(servingSha256).success) return null
  return { origin, size, root, logHead: { position, hash }, servingSha256 }
}

/** A log's own signature line under a note in its name; null if it departs from that form. */
export function parseLogSignature(line: string, origin: string): NoteSignature | null {
  const parsed = parseSignatureLine(line)
  if (parsed === null || parsed.name !== origin || parsed.bytes.length !== LOG_SIGNATURE_BYTES) return null
  return { keyHash: parsed.bytes.subarray(0, 4), signature: parsed.bytes.subarray(4) }
}

function parseSignatureLine(line: string): { name: string; bytes: Uint8Array } | null {
  const [, name, text] = SIGNATURE_LINE.exec(line) ?? []
  if (name === undefined || text === undefined) return null
  const bytes = decodeBase64(text)
  return bytes === null ? null : { name, bytes }
}

function asCosignature({ name, bytes }: { name: string; bytes: Uint8Array }): Cosignature | null {
  if (bytes.length !== COSIGNATURE_BYTES) return null
  const timestamp = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(4)
  if (timestamp > MAX_TIMESTAMP) return null
  return { name, keyHash: bytes.subarray(0, 4), timestamp, signature: bytes.subarray(12) }
}
