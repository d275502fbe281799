import type { LogEntry } from '../../releases/proof/format/log-entry.ts'
import { leafHash } from '../../releases/proof/merkle/hash.ts'
import { buildLogEntry } from '../../releases/proof/sign/log-entry.ts'
import type { Queryable } from '../event-log/event.ts'
import type { EventType } from '../lifecycle/events.ts'
import type { Projected, Projection, Schema } from './projection.ts'

type Act = { payload: { release_id: string; revision: number; release_sha256: string } } & Pick<
  Projected<EventType>,
  'actor' | 'position' | 'hash' | 'recordedAt'
>

/** Adds the next leaf of the Merkle log: leaves follow the events' order, so a rebuild gives the same tree. */
async function addLeaf(
  db: Queryable,
  schema: Schema,
  kind: LogEntry['kind'],
  { payload, actor, position, hash, recordedAt }: Act,
  more: Partial<Pick<LogEntry, 'scope' | 'stage' | 'component' | 'reason' | 'statement_sha256'>> = {},
): Promise<void> {
  const entry = buildLogEntry({
    entry_version: 1,
    kind,
    release_id: payload.release_id,
    revision: payload.revision,
    release_sha256: payload.release_sha256,
    scope: null,
    stage: null,
    component: null,
    reason: null,
    statement_sha256: null,
    ...more,
    actor,
    event_position: position,
    event_hash: hash,
    recorded_at: recordedAt,
  })
  await db.query(
    `INSERT INTO ${schema}.log_leaves (leaf_index, entry, leaf_hash, event_position)
     SELECT coalesce(max(leaf_index) + 1, 0), $1, $2, $3 FROM ${schema}.log_leaves`,
    [Buffer.from(entry), Buffer.from(leafHash(entry)), position],
  )
}

/** `read.log_leaves`: the transparency log over seals, approvals, promotions, supersessions, withdrawals and holds. */
export const leavesProjection: Projection = {
  ReleaseSealed: async (db, schema, event) => {
    await addLeaf(db, schema, 'seal', event, { statement_sha256: event.payload.statement_sha256 })
    await db.query(
      `UPDATE ${schema}.releases SET leaf_index = (SELECT leaf_index FROM ${schema}.log_leaves WHERE event_position = $3)
       WHERE release_id = $1 AND revision = $2`,
      [event.payload.release_id, event.payload.revision, event.position],
    )
  },
  ReleaseApproved: (db, schema, event) => addLeaf(db, schema, 'approve', event),
  ReleasePromoted: (db, schema, event) =>
    addLeaf(db, schema, 'promote', event, { scope: event.payload.scope, stage: event.payload.stage }),
  ReleaseSuperseded: (db, schema, event) => addLeaf(db, schema, 'supersede', event, { scope: event.payload.scope }),
  ReleaseWithdrawn: (db, schema, event) =>
    addLeaf(db, schema, 'withdraw', event, { scope: event.payload.scope, reason: event.payload.reason }),
  ComponentHeld: (db, schema, event) =>
    addLeaf(db, schema, 'hold', event, { component: event.payload.component, reason: event.payload.reason }),
  ComponentFreed: (db, schema, event) =>
    addLeaf(db, schema, 'unhold', event, { component: event.payload.component, reason: event.payload.reason }),
}

/** `read.signing_keys`: public keys and the range of leaf indexes each may speak for. */
export const signingKeysProjection: Projection = {
  SigningKeyAdded: async (db, schema, { payload }) => {
    await db.query(`INSERT INTO ${schema}.signing_keys (key_id, public_key, from_index) VALUES ($1, $2, $3)`, [
      payload.key_id,
      payload.public_key,
      payload.from_index,
    ])
  },
  SigningKeyRetired: async (db, schema, { payload }) => {
    await db.query(`UPDATE ${schema}.signing_keys SET to_index = $2 WHERE key_id = $1`, [
      payload.key_id,
      payload.to_index,
    ])
  },
}
