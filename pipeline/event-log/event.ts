import type { ClientBase } from 'pg'
import type { Act } from '../../releases/proof/format/act.ts'

/** Postgres notification channels. They only wake a listener, which then reads the tables. */

/** The releases in service changed: pointers or holds. */
export const SERVING_CHANNEL = 'pramaan_serving'

/** A key was issued, rotated or revoked; the payload is its id. */
export const KEYS_CHANNEL = 'pramaan_keys'

/** Connection for the log: a pool, or a client inside a transaction. */
export type Queryable = Pick<ClientBase, 'query'>

/** An event to append. `payload` is any JSON value; it is stored in its canonical form (RFC 8785). */
export type NewEvent = {
  readonly type: string
  readonly schemaVersion: number
  readonly payload: unknown
}

/** A stored event: all columns, with hashes in lowercase hex. */
export type RecordedEvent = {
  /** Position in the whole log, from 1, without gaps. */
  readonly position: number
  readonly stream: string
  /** Index in its stream, from 1, without gaps. */
  readonly version: number
  readonly eventId: string
  readonly commandId: string | null
  readonly type: string
  readonly schemaVersion: number
  /** `payloadText`, parsed. */
  readonly payload: unknown
  /** Canonical JSON, the bytes that the hash covers. */
  readonly payloadText: string
  readonly actor: string
  /** The act that starts with this event, and its signers. Null: signed with an earlier event, or unsigned. */
  readonly act: Act | null
  readonly actText: string | null
  /** `YYYY-MM-DDTHH:MM:SS.mmmZ`. Never earlier than the previous event's. */
  readonly recordedAt: string
  readonly prevHash: string
  readonly hash: string
}

/** The newest event's position and hash: it commits to the whole log. */
export type Head = { readonly position: number; readonly hash: string }

/** Notified, with the new position as text, of every committed append. Only a wake-up: the data is in the log. */
export const EVENTS_CHANNEL = 'pramaan_events'

/**
 * An event as selected. `position` is text, so that neither the pool's type parsers nor a tampered, unsafe number can
 * change it.
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
  readonly act: string | null
  readonly recorded_at: string
  readonly prev_hash: string
  readonly hash: string
}

/** `recorded_at` in exactly the form that is hashed, whatever the session's time zone and date style. */
export const RECORDED_AT = `to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const EVENT_COLUMNS = `position::text AS position, stream, version, event_id::text AS event_id, command_id, type,
  schema_version, payload, actor, act, ${RECORDED_AT} AS recorded_at,
  encode(prev_hash, 'hex') AS prev_hash, encode(hash, 'hex') AS hash`

/**
 * Throws for a position that is not a safe integer, and for a payload or act that is not JSON; this code never appends
 * such events.
 */
export function toRecordedEvent(row: EventRow): RecordedEvent {
  try {
    return { ...unparsed(row), payload: JSON.parse(row.payload), act: row.act === null ? null : JSON.parse(row.act) }
  } catch {
    throw new TypeError(
      `event ${row.position} of the log is no JSON: run \`log verify\`; docs/recovery.md says what then`,
    )
  }
}

/** The event without parsing its payload: enough for the chain, and tampered rows cannot break it. */
export function unparsed(row: EventRow): Omit<RecordedEvent, 'payload' | 'act'> {
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
    actText: row.act,
    recordedAt: row.recorded_at,
    prevHash: row.prev_hash,
    hash: row.hash,
  }
}
