import type { Pool } from 'pg'
import type { Act } from '../../releases/proof/format/act.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import { eventHash, eventIdOf, GENESIS_HASH } from './chain.ts'
import { EVENTS_CHANNEL, type Head, type NewEvent, type Queryable, RECORDED_AT, type RecordedEvent } from './event.ts'
import { inTransaction } from './in-transaction.ts'
import { commandIdAt, findCommand, lockHead } from './read.ts'

export type AppendRequest = {
  readonly stream: string
  /** Expected number of events in the stream (0: none yet), or `any`. */
  readonly expectedVersion: number | 'any'
  /** At least one; all or none of them are appended. */
  readonly events: readonly NewEvent[]
  readonly actor: string
  /** Makes the append idempotent: repeating it returns the first result. Must not end in `#<number>`. */
  readonly commandId: string | null
  /**
   * The signatures over the whole request, stored with the first event. Needs a command id and an exact
   * `expectedVersion`.
   */
  readonly act?: Act
  readonly now: Date
  /**
   * Streams that must still have the same number of events as when the decision was made; otherwise the append fails.
   */
  readonly unchanged?: readonly { readonly stream: string; readonly version: number }[]
}

/** `replayed`: the command was executed before, and these are its events. */
export type AppendResult =
  | { readonly ok: true; readonly events: RecordedEvent[]; readonly replayed: boolean }
  | { readonly ok: false; readonly reason: 'conflict'; readonly actualVersion: number }
  | { readonly ok: false; readonly reason: 'changed'; readonly stream: string }

/** A request, prepared as far as possible before the lock is taken. */
export type Prepared = AppendRequest & {
  readonly payloadTexts: readonly string[]
  readonly actText: string | null
  readonly clock: string
}

/**
 * Appends to the log in a transaction of its own. A conflict (another number of events than expected in the stream, or
 * in a stream that must be unchanged) is returned as a value: read and decide again. Throws for a request that no log
 * could hold (no event, ill-formed Unicode, a payload without JSON form) and for infrastructure. Source:
 * docs/design/architecture.md#event-log.
 */
export async function append(pool: Pool, request: AppendRequest): Promise<AppendResult> {
  const [result] = await appendEach(pool, [prepare(request)])
  if (result === undefined) throw new Error('an append has no result')
  return result
}

/**
 * Appends several requests in one transaction, with the results that appending one after the other would have. Throws
 * for infrastructure, and then none of them is appended. `isNotified`: readers that wait for events are woken.
 */
export function appendEach(pool: Pool, requests: readonly Prepared[], isNotified = true): Promise<AppendResult[]> {
  return inTransaction(pool, (client) => appendPrepared(client, requests, isNotified))
}

/** Everything that can be done before taking the lock. */
export function prepare(request: AppendRequest): Prepared {
  const { commandId, events } = request
  if (events.length === 0) throw new TypeError('an append needs at least one event')
  if (commandId !== null && /#\d+$/.test(commandId)) {
    throw new TypeError(`command id ${commandId} ends like that of a further event of a batch`)
  }
  return {
    ...request,
    payloadTexts: events.map((event) => canonicalText(event.payload)),
    actText: request.act === undefined ? null : canonicalText(request.act),
    clock: request.now.toISOString(),
  }
}

async function appendPrepared(
  client: Queryable,
  requests: readonly Prepared[],
  isNotified: boolean,
): Promise<AppendResult[]> {
  const found = await lockHead(client)
  // A separate statement after the lock, so that it sees everything that was committed while waiting for it.
  const { versions, commands, last } = await standing(client, requests)
  const versionOf = (stream: string): number => versions.get(stream) ?? 0
  let head = found
  let newest = last
  const made = new Map<string, RecordedEvent[]>()
  const results: AppendResult[] = []
  for (const request of requests) {
    const { stream, commandId, expectedVersion } = request
    const first =
      commandId === null
        ? undefined
        : commands.has(commandId)
          ? await findCommand(client, commandId)
          : made.get(commandId)
    const changed = request.unchanged?.find((other) => versionOf(other.stream) !== other.version)
    if (first !== undefined) results.push({ ok: true, events: first, replayed: true })
    else if (expectedVersion !== 'any' && expectedVersion !== versionOf(stream))
      results.push({ ok: false, reason: 'conflict', actualVersion: versionOf(stream) })
    else if (changed !== undefined) results.push({ ok: false, reason: 'changed', stream: changed.stream })
    else {
      refuseBrokenLog(found, last)
      const events = chained(request, head, { version: versionOf(stream), last: newest })
      newest = events.at(-1) ?? newest
      head = newest ?? head
      versions.set(stream, versionOf(stream) + events.length)
      if (commandId !== null) made.set(commandId, events)
      results.push({ ok: true, events, replayed: false })
    }
  }
  const added = results.flatMap((result) => (result.ok && !result.replayed ? result.events : []))
  if (added.length > 0) await storeEvents(client, added, isNotified)
  return results
}

type Last = Head & { readonly recordedAt: string }
/** State of a stream and of the log, to which an append is chained. */
export type Standing = { readonly version: number; readonly last: Last | null }

type Found = {
  /** Number of events in each stream that a request names. */
  readonly versions: Map<string, number>
  /** Those of the requests' command ids that the log has. */
  readonly commands: ReadonlySet<string>
  readonly last: Last | null
}

async function standing(client: Queryable, requests: readonly Prepared[]): Promise<Found> {
  const streams = requests.flatMap(({ stream, unchanged = [] }) => [stream, ...unchanged.map((other) => other.stream)])
  const ids = requests.flatMap(({ commandId }) => commandId ?? [])
  const asked = [...new Set(streams)]
  const found = await client.query<{
    versions: number[]
    known: string[]
    position: string | null
    hash: string
    recorded_at: string
  }>(
    `SELECT
       ARRAY(
         SELECT coalesce((SELECT max(version) FROM event_log WHERE event_log.stream = asked.stream), 0)
         FROM unnest($1::text[]) WITH ORDINALITY AS asked (stream, at) ORDER BY at
       ) AS versions,
       ARRAY(SELECT command_id FROM event_log WHERE command_id = ANY($2::text[])) AS known,
       last.*
     FROM (SELECT) AS nothing LEFT JOIN (
       SELECT position::text AS position, encode(hash, 'hex') AS hash, ${RECORDED_AT} AS recorded_at
       FROM event_log ORDER BY event_log.position DESC LIMIT 1
     ) AS last ON true`,
    [asked, ids],
  )
  const row = found.rows[0]
  if (row === undefined) throw new Error('a LEFT JOIN lost its left side')
  const { position, hash, recorded_at: recordedAt } = row
  return {
    versions: new Map(asked.map((stream, index) => [stream, row.versions[index] ?? 0])),
    commands: new Set(row.known),
    last: position === null ? null : { position: Number(position), hash, recordedAt },
  }
}

/** Nothing is appended to a log without a head row, since that would only hide the fault. */
function refuseBrokenLog(head: Head, last: Last | null): void {
  if (head.position === (last?.position ?? 0) && head.hash === (last?.hash ?? GENESIS_HASH)) return
  throw new Error(
    `the event log ends at ${last?.position ?? 0} but its head is at ${head.position}, or their hashes differ: ` +
      'nothing is appended. Run `log verify`, then restore from a backup.',
  )
}

/** The request's events as log events after `head`, in their stream after `now.version`. */
export function chained(request: Prepared, head: Head, now: Standing): RecordedEvent[] {
  const { clock } = request
  // A clock that was set back must not turn back the log's time.
  const recordedAt = now.last !== null && now.last.recordedAt > clock ? now.last.recordedAt : clock
  let prevHash = head.hash
  return request.events.map((event, index) => {
    const payloadText = request.payloadTexts[index] ?? ''
    const anonymous = {
      position: head.position + index + 1,
      stream: request.stream,
      version: now.version + index + 1,
      commandId: commandIdAt(request.commandId, index),
      type: event.type,
      schemaVersion: event.schemaVersion,
      payloadText,
      actor: request.actor,
      actText: index === 0 ? request.actText : null,
      recordedAt,
      prevHash,
    }
    const unhashed = { ...anonymous, eventId: eventIdOf(anonymous) }
    const hash = eventHash(unhashed)
    prevHash = hash
    return { ...unhashed, payload: JSON.parse(payloadText), act: index === 0 ? (request.act ?? null) : null, hash }
  })
}

/**
 * Writes events that are already chained, under the head's lock, which a trigger moves to the last of them. One round trip:
 * the events and the notification, which is sent when the transaction commits.
 */
export async function storeEvents(
  client: Queryable,
  events: readonly RecordedEvent[],
  isNotified = true,
): Promise<void> {
  const column = <T>(pick: (event: RecordedEvent) => T): T[] => events.map(pick)
  await client.query(
    `WITH appended AS (
       INSERT INTO event_log (position, stream, version, event_id, command_id, type, schema_version, payload, actor,
         act, recorded_at, prev_hash, hash)
       SELECT position, stream, version, event_id, command_id, type, schema_version, payload, actor,
         act, recorded_at, decode(prev_hash, 'hex'), decode(hash, 'hex')
       FROM unnest($1::bigint[], $2::text[], $3::int[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::text[],
         $9::text[], $10::text[], $11::timestamptz[], $12::text[], $13::text[])
         AS events (position, stream, version, event_id, command_id, type, schema_version, payload, actor,
           act, recorded_at, prev_hash, hash)
     )
     SELECT pg_notify('${EVENTS_CHANNEL}', $14::text) WHERE $15`,
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
      column((event) => event.actText),
      column((event) => event.recordedAt),
      column((event) => event.prevHash),
      column((event) => event.hash),
      events.at(-1)?.position,
      isNotified,
    ],
  )
}
