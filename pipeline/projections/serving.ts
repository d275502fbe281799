import type { Queryable } from '../event-log/event.ts'
import { SERVING_CHANNEL } from './channels.ts'
import type { Projection, Schema } from './projection.ts'

async function wake(db: Queryable, schema: Schema): Promise<void> {
  if (schema === 'read') await db.query(`SELECT pg_notify('${SERVING_CHANNEL}', '')`)
}

async function remove(db: Queryable, schema: Schema, payload: { release_id: string; revision: number }): Promise<void> {
  await db.query(`DELETE FROM ${schema}.serving WHERE release_id = $1 AND revision = $2`, [
    payload.release_id,
    payload.revision,
  ])
}

/** `read.serving` (what answers for a scope and period) and `read.holds` (components held of a release). */
export const servingProjection: Projection = {
  ReleasePromoted: async (db, schema, { payload, position, recordedAt }) => {
    await remove(db, schema, payload)
    await db.query(
      `INSERT INTO ${schema}.serving (scope, effective_from, effective_to, release_id, revision, release_sha256, stage, log_position, since)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        payload.scope,
        payload.effective_from,
        payload.effective_to,
        payload.release_id,
        payload.revision,
        payload.release_sha256,
        payload.stage,
        position,
        recordedAt,
      ],
    )
    await wake(db, schema)
  },
  ReleaseSuperseded: async (db, schema, { payload }) => {
    await remove(db, schema, payload)
    await wake(db, schema)
  },
  ReleaseWithdrawn: async (db, schema, { payload }) => {
    await remove(db, schema, payload)
    await wake(db, schema)
  },
  ComponentHeld: async (db, schema, { payload, recordedAt }) => {
    await db.query(
      `INSERT INTO ${schema}.holds (release_id, revision, component, reason, since) VALUES ($1, $2, $3, $4, $5)`,
      [payload.release_id, payload.revision, payload.component, payload.reason, recordedAt],
    )
    await wake(db, schema)
  },
  ComponentFreed: async (db, schema, { payload }) => {
    await db.query(`DELETE FROM ${schema}.holds WHERE release_id = $1 AND revision = $2 AND component = $3`, [
      payload.release_id,
      payload.revision,
      payload.component,
    ])
    await wake(db, schema)
  },
}
