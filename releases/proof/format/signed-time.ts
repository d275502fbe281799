import { decodeBase64 } from './base64.ts'
import { concatBytes } from './bytes.ts'
import { formatSignatureLine, type NoteSignature } from './checkpoint.ts'
import { NOTE_KEY_NAME } from './note-key.ts'
import { parseIndex } from './text.ts'

/**
 * A signed note that says when the log was last found in order, and how far: origin with `/time`, event log position, time,
 * and the signature of the log's key (C2SP signed-note). It is renewed every minute and proves nothing of the log: an old one
 * says that nobody signs (docs/design/trust.md#signed-time). The first line keeps it apart from a checkpoint.
 */

export type TimeBody = {
  readonly origin: string
  readonly position: number
  /** UTC with milliseconds: 2026-04-01T05:30:00.000Z. */
  readonly time: string
}
export type SignedTime = TimeBody & { readonly body: string; readonly signature: NoteSignature }

const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/
const NOTE =
  /^(?<origin>[^\n]+)\/time\n(?<position>[0-9]+)\n(?<time>[^\n]+)\n\n— (?<name>[^\n ]+) (?<line>[A-Za-z0-9+/=]+)\n$/

/** The signed text: each line ends in a newline. */
export function timeBody({ origin, position, time }: TimeBody): string {
  return `${origin}/time\n${position}\n${time}\n`
}

export function formatSignedTime(content: TimeBody, { keyHash, signature }: NoteSignature): string {
  return `${timeBody(content)}\n${formatSignatureLine(content.origin, concatBytes(keyHash, signature))}\n`
}

/** Reads a note; null where it departs from the form above. */
export function parseSignedTime(note: string): SignedTime | null {
  const { origin = '', position: positionText = '', time = '', name, line = '' } = NOTE.exec(note)?.groups ?? {}
  const position = parseIndex(positionText)
  const bytes = decodeBase64(line)
  if (!NOTE_KEY_NAME.test(origin) || name !== origin || position === null || bytes?.length !== 4 + 64) return null
  if (!TIME.test(time) || Number.isNaN(Date.parse(time))) return null
  const content = { origin, position, time }
  return {
    ...content,
    body: timeBody(content),
    signature: { keyHash: bytes.subarray(0, 4), signature: bytes.subarray(4) },
  }
}
