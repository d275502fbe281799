import * as z from 'zod'
import { sha256Hex } from '../../record/text.ts'
import { actSchema } from './act.ts'
import { ENTRY_PAYLOADS, type EntryPayload, type EntryType, isEntryType } from './entry-payloads.ts'
import { type Refusal, refuse } from './refusal.ts'
import { fitShape, parseCanonicalJson } from './strict-json.ts'
import { TIME } from './text.ts'

/**
 * A leaf of the transparency log (docs/design/trust.md#entries): an event of the event log from which readers can tell
 * which releases are in service and who decided it, as canonical JSON. The first event of an act carries the act's
 * signatures.
 */

/** Longer entries are refused before they are appended, so that an entry bundle stays small. */
export const MOST_ENTRY_BYTES = 16 * 1024

const OF_STATE = 'state-'

/** The event stream of a state's releases. */
export const streamOfState = (stateCode: string): string => `${OF_STATE}${stateCode}`

/** The state whose releases are in a stream; null if none. */
export function stateOfStream(stream: string): string | null {
  return stream.startsWith(OF_STATE) ? stream.slice(OF_STATE.length) : null
}

/** Context of an event in the log. */
const columns = z.object({
  /** Position of the event: its stream, its index in it, and its position in the whole event log. */
  stream: z.string().min(1),
  version: z.int().min(1),
  event_position: z.int().min(1),
  event_hash: sha256Hex,
  command_id: z.string().min(1).nullable(),
  actor: z.string().min(1),
  recorded_at: z.string().regex(TIME),
})
const entrySchema = z.strictObject({
  entry_version: z.literal(2),
  type: z.string().refine(isEntryType, 'not a type of entry'),
  ...columns.shape,
  act: actSchema.nullable(),
  payload: z.unknown(),
})
type Columns = Omit<z.infer<typeof entrySchema>, 'type' | 'payload'>
export type LogEntry = {
  [T in EntryType]: Columns & { readonly type: T; readonly payload: EntryPayload<T> }
}[EntryType]

/** Whether the other fields of an entry are valid, given a valid payload and act. */
export function hasEntryColumns(entry: LogEntry): boolean {
  return columns.safeParse(entry).success
}

/** Reads leaf data; refused with LOG_ENTRY_INVALID unless it is canonical JSON of exactly this shape, and not too long. */
export function parseLogEntry(leafData: Uint8Array): { ok: true; entry: LogEntry } | Refusal {
  if (leafData.length > MOST_ENTRY_BYTES) return refuse('LOG_ENTRY_INVALID', `longer than ${MOST_ENTRY_BYTES} bytes`)
  const json = parseCanonicalJson(leafData)
  if (!json.ok) return refuse('LOG_ENTRY_INVALID', json.reason)
  const fitted = fitShape(entrySchema, json.value)
  if (!fitted.ok) return refuse('LOG_ENTRY_INVALID', fitted.reason)
  const { type, payload } = fitted.value
  if (!isEntryType(type)) return refuse('LOG_ENTRY_INVALID', `${type} is not a type of entry`)
  const shaped = fitShape<unknown>(ENTRY_PAYLOADS[type], payload)
  if (!shaped.ok) return refuse('LOG_ENTRY_INVALID', `payload: ${shaped.reason}`)
  return { ok: true, entry: { ...fitted.value, payload } as LogEntry }
}
