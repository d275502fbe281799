import type { ClientBase } from 'pg'

/** What the log needs of a connection: a pool, or a client inside a transaction. */
export type Queryable = Pick<ClientBase, 'query'>

/** An event to append. `payload` is any JSON value; it is stored in its canonical form (RFC 8785). */
export type NewEvent = {
  readonly type: string
  readonly schemaVersion: number
  readonly payload: unknown
}

/** An event as it stands in the log: every column, with hashes in lowercase hex. */
export type RecordedEvent = {
  /** Place in the whole log, from 1, without gaps. */
  readonly position: number
  readonly stream: string
  /** Place in its stream, from 1, without gaps. */
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
  /** `YYYY-MM-DDTHH:MM:SS.mmmZ`. Never earlier than that of the event before. */
  readonly recordedAt: string
  readonly prevHash: string
  readonly hash: string
}

/** The newest event's position and hash: it commits to the whole log. */
export type Head = { readonly position: number; readonly hash: string }

/** Told, with the new position as text, of every committed append. A wake-up only: the truth is in the log. */
export const EVENTS_CHANNEL = 'pramaan_events'
