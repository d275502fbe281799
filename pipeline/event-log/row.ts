import type { RecordedEvent } from './event.ts'

/**
 * An event as selected. `position` is text, so that neither a pool's own type parsers nor a tampered, unsafe number
 * can change it on the way.
 */
export type EventRow = {
  readonly position: string
  readonly stream: string
  readonly version: number
  readonly event_id: string
  readonly command_id: string | null
  readonly type: string
  readonly schema_version: number
  readonly payload: string
  readonly actor: string
  readonly recorded_at: string
  readonly prev_hash: string
  readonly hash: string
}

/** `recorded_at` in exactly the form that is hashed, whatever the session's time zone and date style. */
export const RECORDED_AT = `to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const EVENT_COLUMNS = `position::text AS position, stream, version, event_id::text AS event_id, command_id, type,
  schema_version, payload, actor, ${RECORDED_AT} AS recorded_at,
  encode(prev_hash, 'hex') AS prev_hash, encode(hash, 'hex') AS hash`

/** Throws for a position that is no safe integer, and for a payload that is no JSON: neither was appended by us. */
export function toRecordedEvent(row: EventRow): RecordedEvent {
  return { ...unparsed(row), payload: JSON.parse(row.payload) }
}

/** The event without its payload parsed: all that the chain needs, and nothing that a tampered row could break. */
export function unparsed(row: EventRow): Omit<RecordedEvent, 'payload'> {
  return {
    position: Number(row.position),
    stream: row.stream,
    version: row.version,
    eventId: row.event_id,
    commandId: row.command_id,
    type: row.type,
    schemaVersion: row.schema_version,
    payloadText: row.payload,
    actor: row.actor,
    recordedAt: row.recorded_at,
    prevHash: row.prev_hash,
    hash: row.hash,
  }
}
