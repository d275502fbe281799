import type { Pool } from 'pg'
import { decodeBase64 } from '../../../releases/proof/format/base64.ts'
import type { TrustedKey } from '../../../releases/proof/format/trust.ts'

/** What serves a scope for a period, as the read model points to it. */
export type Pointer = {
  readonly scope: string
  readonly effective_from: string
  readonly effective_to: string
  readonly release_id: string
  readonly revision: number
  readonly release_sha256: string
  readonly stage: 'reference' | 'production'
  readonly log_position: number
  /** `since`: when it was put on hold, as ISO text. */
  readonly holds: readonly { readonly component: string; readonly reason: string; readonly since: string }[]
}

/** What serves now, with its holds; the public keys releases are signed with; hashes that must not serve again. */
export type Pointers = {
  readonly pointers: readonly Pointer[]
  readonly keys: readonly TrustedKey[]
  readonly withdrawn: ReadonlySet<string>
}

export async function loadPointers(pool: Pool): Promise<Pointers> {
  const found = await pool.query<Pointer>(
    `SELECT s.scope, s.effective_from, s.effective_to, s.release_id, s.revision, s.release_sha256, s.stage, s.log_position,
            coalesce((SELECT json_agg(json_build_object('component', h.component, 'reason', h.reason, 'since',
                        to_char(h.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY h.component)
                      FROM read.holds h WHERE h.release_id = s.release_id AND h.revision = s.revision), '[]') AS holds
     FROM read.serving s ORDER BY s.scope, s.effective_from`,
  )
  const keys = await pool.query<{ key_id: string; public_key: string; from_index: number; to_index: number | null }>(
    'SELECT key_id, public_key, from_index, to_index FROM read.signing_keys ORDER BY from_index',
  )
  const withdrawn = await pool.query<{ release_sha256: string }>(
    `SELECT release_sha256 FROM read.releases WHERE status = 'withdrawn' AND release_sha256 IS NOT NULL`,
  )
  return {
    pointers: found.rows,
    withdrawn: new Set(withdrawn.rows.map(({ release_sha256 }) => release_sha256)),
    keys: keys.rows.flatMap(({ key_id: keyId, public_key, from_index: fromIndex, to_index: toIndex }) => {
      const publicKey = decodeBase64(public_key)
      return publicKey === null ? [] : [{ keyId, publicKey, fromIndex, toIndex }]
    }),
  }
}

/** When the bytes of sources were registered, by sha256: ISO text. */
export type Ingested = ReadonlyMap<string, string>

/** Of every source there is: they are few, and one question is asked for all releases that are loaded together. */
export async function readProvenance(pool: Pool): Promise<Ingested> {
  const found = await pool.query<{ sha256: string; registered_at: Date }>(
    'SELECT sha256, registered_at FROM read.sources',
  )
  return new Map(found.rows.map(({ sha256, registered_at }) => [sha256, registered_at.toISOString()]))
}
