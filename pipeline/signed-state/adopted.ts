import { trustedKey, trustedPerson } from '../../releases/proof/format/trust.ts'
import { actFault } from '../../releases/proof/verify/act.ts'
import { EVENT_COLUMNS, type EventRow, type Queryable, toRecordedEvent } from '../event-log/event.ts'
import { parseEvent, streamOf } from '../lifecycle/events.ts'
import { newestCheckpoint, type VerifiedState } from './signed-state.ts'

/**
 * Where a person made the log continue with a key that the previous key did not sign for: after the newest state
 * reached by the trust file, an enrolled person signed for the new key, and there are checkpoints of it. Null if
 * nowhere. A reader of an earlier trust file thus learns that it is out of date, but trusts nothing else of that key.
 * Source: docs/design/trust.md#adoption.
 */
export async function adoptedAt(db: Queryable, { checkpoint, serving }: VerifiedState): Promise<number | null> {
  const { rows } = await db.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event_log WHERE stream = $1 AND type = 'SigningKeyAdded' AND event_log.position > $2
     ORDER BY event_log.position`,
    [streamOf.trust(), checkpoint.logHead.position],
  )
  for (const row of rows) if (await isAdoption(db, row, checkpoint.origin, serving)) return Number(row.position)
  return null
}

async function isAdoption(
  db: Queryable,
  row: EventRow,
  origin: string,
  serving: VerifiedState['serving'],
): Promise<boolean> {
  const event = recorded(row)
  if (event === null || event.act === null || event.commandId === null) return false
  const { act, commandId, stream, version, position, type, payload } = event
  const added = parseEvent(type, payload)
  const current = serving.keys.find(({ to_index }) => to_index === null)
  if (added.type !== 'SigningKeyAdded' || added.payload.replaces !== current?.key_id) return false
  const content = { origin, stream, streamVersion: version - 1, commandId, events: [added], logHead: act.log_head }
  if (actFault(act, { ...content, command: act.command }, position, serving.people.map(trustedPerson)) !== null)
    return false
  const { key_id, public_key } = added.payload
  const key = trustedKey({ key_id, public_key, algorithm: 'ed25519', from_index: 0, to_index: null })
  const signed = await newestCheckpoint(db, { ...NOBODY, origin, keys: [key] })
  return signed !== null && signed.checkpoint.logHead.position >= position
}

const NOBODY = { position: 0, people: [], witnesses: [], checkpoint: null } as const

function recorded(row: EventRow): ReturnType<typeof toRecordedEvent> | null {
  try {
    const event = toRecordedEvent(row)
    parseEvent(event.type, event.payload)
    return event
  } catch {
    return null
  }
}
