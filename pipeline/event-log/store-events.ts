import { EVENTS_CHANNEL, type Queryable, type RecordedEvent } from './event.ts'

/**
 * Writes events that are already chained, under the head's lock. One round trip: the events, the head and the
 * notification, which is sent when the transaction commits.
 */
export async function storeEvents(client: Queryable, events: readonly RecordedEvent[]): Promise<void> {
  const column = <T>(pick: (event: RecordedEvent) => T): T[] => events.map(pick)
  await client.query(
    `WITH appended AS (
       INSERT INTO event_log (position, stream, version, event_id, command_id, type, schema_version, payload, actor,
         recorded_at, prev_hash, hash)
       SELECT position, stream, version, event_id, command_id, type, schema_version, payload, actor,
         recorded_at, decode(prev_hash, 'hex'), decode(hash, 'hex')
       FROM unnest($1::bigint[], $2::text[], $3::int[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::text[],
         $9::text[], $10::timestamptz[], $11::text[], $12::text[])
         AS events (position, stream, version, event_id, command_id, type, schema_version, payload, actor,
           recorded_at, prev_hash, hash)
     ), moved AS (
       UPDATE event_log_head SET position = $13, hash = decode($14, 'hex') RETURNING position
     )
     SELECT pg_notify('${EVENTS_CHANNEL}', moved.position::text) FROM moved`,
    [
      column((event) => event.position),
      column((event) => event.stream),
      column((event) => event.version),
      column((event) => event.eventId),
      column((event) => event.commandId),
      column((event) => event.type),
      column((event) => event.schemaVersion),
      column((event) => event.payloadText),
      column((event) => event.actor),
      column((event) => event.recordedAt),
      column((event) => event.prevHash),
      column((event) => event.hash),
      events.at(-1)?.position,
      events.at(-1)?.hash,
    ],
  )
}
