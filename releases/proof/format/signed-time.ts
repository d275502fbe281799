import { type NoteSignature, parseLogSignature } from './checkpoint.ts'
import { NOTE_KEY_NAME } from './note-key.ts'
import { parseIndex, TIME } from './text.ts'

/**
 * A signed note that says when the log was last found intact, and up to which position: origin with `/time`, event log
 * position, time, and the signature of the log's key (C2SP signed-note). It is renewed every minute and proves nothing
 * about the log: an old note means that nobody signs any more (docs/design/trust.md#signed-time). The first line
 * distinguishes it from a checkpoint.
 */

export type TimeBody = {
  readonly origin: string
  readonly position: number
  readonly time: string
}
export type SignedTime = TimeBody & { readonly body: string; readonly signature: NoteSignature }

const NOTE = /^(?<origin>[^\n]+)\/time\n(?<position>[0-9]+)\n(?<time>[^\n]+)\n\n(?<line>[^\n]+)\n$/

/** The signed text: each line ends in a newline. */
export function timeBody({ origin, position, time }: TimeBody): string {
  return `${origin}/time\n${position}\n${time}\n`
}

/** Reads a note; null if it departs from the form above. */
export function parseSignedTime(note: string): SignedTime | null {
  const { origin = '', position: positionText = '', time = '', line = '' } = NOTE.exec(note)?.groups ?? {}
  const position = parseIndex(positionText)
  const signature = parseLogSignature(line, origin)
  if (!NOTE_KEY_NAME.test(origin) || position === null || signature === null) return null
  if (!TIME.test(time) || Number.isNaN(Date.parse(time))) return null
  const content = { origin, position, time }
  return { ...content, body: timeBody(content), signature }
}
