import { canonicalBytes } from '../../record/canonical.ts'
import { type LogEntry, parseLogEntry } from '../format/log-entry.ts'

/** The canonical bytes of a log entry: the leaf data. Throws TypeError for content that a reader would refuse. */
export function buildLogEntry(entry: LogEntry): Uint8Array {
  const bytes = canonicalBytes(entry)
  const readBack = parseLogEntry(bytes)
  if (!readBack.ok) throw new TypeError(`log entry cannot be made: ${readBack.reason}`)
  return bytes
}
