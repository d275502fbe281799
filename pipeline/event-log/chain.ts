import { sha256 } from '#digest'
import type { RecordedEvent } from './event.ts'

/** Version of the hashed form below. It comes first, so that no other form can have the same hash. */
const CHAIN_FORM = 2

/** The `prevHash` of the first event: 32 zero bytes. A NULL would not be caught by the unique constraint. */
export const GENESIS_HASH = '0'.repeat(64)

export type Unhashed = Omit<RecordedEvent, 'hash' | 'payload' | 'act'>

/**
 * Hash of an event: sha256 of the canonical array of every column, the previous event's hash included. A canonical
 * array keeps neighbouring fields apart, which plain joining would not. Source: docs/design/architecture.md#event-log.
 */
export function eventHash(event: Unhashed): string {
  return digest(CHAIN_FORM, event)
}

/**
 * Id of an event, derived from all its other columns (a UUID of version 8, RFC 9562 5.8). It needs no randomness, and
 * copies of a log that diverge give different ids to their new events.
 */
export function eventIdOf(event: Omit<Unhashed, 'eventId'>): string {
  const hex = digest('event_id', { ...event, eventId: '' })
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/**
 * For a list of texts, whole numbers and null, `JSON.stringify` gives the canonical form (RFC 8785 3.2.2), several
 * times faster than general canonicalisation. Throws for the same input: unpaired surrogates.
 */
function digest(form: typeof CHAIN_FORM | 'event_id', event: Unhashed): string {
  const columns = [
    form,
    event.position,
    event.stream,
    event.version,
    event.eventId,
    event.commandId,
    event.type,
    event.schemaVersion,
    event.actor,
    event.recordedAt,
    event.payloadText,
    event.actText,
    event.prevHash,
  ]
  for (const column of columns)
    if (typeof column === 'string' && !column.isWellFormed()) throw new TypeError('text holds a lone surrogate')
  return sha256(JSON.stringify(columns))
}
