import type { Queryable } from '../event-log/event.ts'
import { KEYS_CHANNEL } from './channels.ts'
import type { Projection, Schema } from './projection.ts'

async function wake(db: Queryable, schema: Schema, keyId: string): Promise<void> {
  if (schema === 'read') await db.query('SELECT pg_notify($1, $2)', [KEYS_CHANNEL, keyId])
}

/** `read.api_keys`: the key registry. Only the SHA-256 of a key is ever stored (spec: Authentication rule 5). */
export const keysProjection: Projection = {
  KeyIssued: async (db, schema, { payload, recordedAt }) => {
    await db.query(
      `INSERT INTO ${schema}.api_keys (key_id, name, key_sha256, scopes, states, origins, per_minute, burst, evidence_floor, expires_at, created_at, request_ref, bills_per_minute)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13::int, 1000))`,
      [
        payload.key_id,
        payload.name,
        payload.key_sha256,
        payload.scopes,
        payload.states,
        payload.origins,
        payload.per_minute,
        payload.burst,
        payload.evidence_floor,
        payload.expires_at,
        recordedAt,
        payload.request_ref,
        payload.bills_per_minute ?? null,
      ],
    )
    await wake(db, schema, payload.key_id)
  },
  KeyRotated: async (db, schema, { payload }) => {
    await db.query(`UPDATE ${schema}.api_keys SET valid_until = $2 WHERE key_id = $1`, [
      payload.key_id,
      payload.valid_until,
    ])
    await wake(db, schema, payload.key_id)
  },
  KeyRevoked: async (db, schema, { payload, recordedAt }) => {
    await db.query(`UPDATE ${schema}.api_keys SET revoked_at = $2 WHERE key_id = $1 AND revoked_at IS NULL`, [
      payload.key_id,
      recordedAt,
    ])
    await wake(db, schema, payload.key_id)
  },
}
