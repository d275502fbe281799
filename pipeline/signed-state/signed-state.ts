import { sha256 } from '#digest'
import { type Checkpoint, parseCheckpoint } from '../../releases/proof/format/checkpoint.ts'
import { parseServing, type ServingState } from '../../releases/proof/format/serving.ts'
import { continuesKeys, type Trust, trustedKey, trustedPerson } from '../../releases/proof/format/trust.ts'
import { actFault } from '../../releases/proof/verify/act.ts'
import { verifyCheckpoint } from '../../releases/proof/verify/checkpoint.ts'
import { EVENT_COLUMNS, type EventRow, type Queryable, toRecordedEvent } from '../event-log/event.ts'
import { parseEvent, streamOf } from '../lifecycle/events.ts'

/** A checkpoint signed by a trusted key, with its note. */
export type Verified = { readonly note: string; readonly checkpoint: Checkpoint }
/** The same with the serving state whose hash it contains. */
export type VerifiedState = Verified & { readonly serving: ServingState; readonly servingText: string }

/**
 * Anyone with the pipeline's login can insert notes here; after this many invalid ones the log counts as having none.
 */
const MOST_LOOKED_AT = 2_000
const PAGE = 50

const NEWEST = { where: '$1::bigint IS NULL', order: 'position DESC, note_sha256' } as const
const FIRST_OVER = { where: 'tree_size > $1::bigint', order: 'position, note_sha256' } as const

type Order = typeof NEWEST | typeof FIRST_OVER

/** A note with the place under which it is stored, `position/size`: as text, since anyone may insert a huge number. */
type StoredNote = { readonly note: string; readonly place: string }
const placeOf = ({ logHead, size }: Checkpoint): string => `${logHead.position}/${size}`

async function* notes(db: Queryable, { where, order }: Order, over: number | null): AsyncGenerator<StoredNote> {
  // Normally the first is the right one, unless somebody inserted others.
  for (let seen = 0, page = 1; seen < MOST_LOOKED_AT; seen += page, page = PAGE) {
    const { rows } = await db.query<StoredNote>(
      `SELECT note, position || '/' || tree_size AS place FROM checkpoints
       WHERE ${where} ORDER BY ${order} LIMIT ${page} OFFSET ${seen}`,
      [over],
    )
    yield* rows
    if (rows.length < page) return
  }
}

/**
 * The checkpoint of a note, or null if no trusted key signed it. Cosignatures are checked only where witnesses are
 * required.
 */
export function trustedCheckpoint(note: string, trust: Trust): Checkpoint | null {
  const parsed = parseCheckpoint(note)
  if (!parsed.ok) return null
  return verifyCheckpoint({ ...parsed.checkpoint, cosignatures: [] }, trust).ok ? parsed.checkpoint : null
}

/**
 * The same of a stored note, or null if it does not belong where it is stored. Otherwise an old note, copied to a later
 * place, would be taken for the newest.
 */
function checkpointInPlace({ note, place }: StoredNote, trust: Trust): Checkpoint | null {
  const checkpoint = trustedCheckpoint(note, trust)
  return checkpoint !== null && placeOf(checkpoint) === place ? checkpoint : null
}

async function firstTrusted(db: Queryable, trust: Trust, order: Order, over: number | null): Promise<Verified | null> {
  for await (const stored of notes(db, order, over)) {
    const checkpoint = checkpointInPlace(stored, trust)
    if (checkpoint !== null) return { note: stored.note, checkpoint }
  }
  return null
}

/** The newest checkpoint signed by a trusted key, or null. Invalid notes are skipped. */
export function newestCheckpoint(db: Queryable, trust: Trust): Promise<Verified | null> {
  return firstTrusted(db, trust, NEWEST, null)
}

/** The first checkpoint of more than `entries` entries, or null if there is none yet. */
export function firstCheckpointOver(db: Queryable, trust: Trust, entries: number): Promise<Verified | null> {
  return firstTrusted(db, trust, FIRST_OVER, entries)
}

/** The serving state whose hash a checkpoint contains, or null if the database does not have it. */
async function servingOf(db: Queryable, { note, checkpoint }: Verified): Promise<VerifiedState | null> {
  const { rows } = await db.query<{ serving: string }>(
    'SELECT serving FROM checkpoints WHERE position = $1 AND note_sha256 = $2',
    [checkpoint.logHead.position, sha256(note)],
  )
  const servingText = rows[0]?.serving
  if (servingText === undefined || sha256(servingText) !== checkpoint.servingSha256) return null
  const parsed = parseServing(new TextEncoder().encode(servingText))
  if (!parsed.ok) return null
  const { serving } = parsed
  const same = serving.position === checkpoint.logHead.position && serving.size === checkpoint.size
  return same ? { note, checkpoint, serving, servingText } : null
}

/**
 * The newest signed state, with the trust that verifies it: if a key has taken over, the newest state signed by a
 * trusted key names it, and so on up to the newest. A state that lacks a key of the trust is not valid. `why` there is
 * no state: nothing is signed yet, the newest valid one is `older` than the trust, or no trusted key signed any.
 * `known`: a state verified before, which is returned as long as it is the newest. Source:
 * docs/design/trust.md#rotation.
 */
export async function newestState(
  db: Queryable,
  trust: Trust,
  known: VerifiedState | null = null,
): Promise<{ state: VerifiedState; trust: Trust } | { state: null; trust: Trust; why: 'empty' | 'older' | 'foreign' }> {
  let held = trust
  for (;;) {
    let state: VerifiedState | null = null
    let why: 'empty' | 'older' | 'foreign' = 'empty'
    for await (const stored of notes(db, NEWEST, null)) {
      if (why === 'empty') why = 'foreign'
      const { note, place } = stored
      if (note === known?.note && place === placeOf(known.checkpoint)) return { state: known, trust: held }
      const checkpoint = checkpointInPlace(stored, held)
      const signed = checkpoint === null ? null : await servingOf(db, { note, checkpoint })
      if (signed === null) continue
      if (continuesKeys(held.keys, signed.serving.keys.map(trustedKey))) {
        state = signed
        break
      }
      // A replaced key may still sign for its own range: such a state does not know its successor.
      why = 'older'
    }
    if (state === null) return { state, trust: held, why }
    const grown = { ...held, keys: state.serving.keys.map(trustedKey) }
    if (continuesKeys(grown.keys, held.keys)) return { state, trust: grown }
    held = grown
  }
}

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
