import type { Pool } from 'pg'
import { getBlob } from '../../pipeline/store/blobs.ts'
import { decodeBase64 } from '../../releases/proof/format/base64.ts'
import { envelopeSchema } from '../../releases/proof/format/dsse.ts'
import { LOG_ORIGIN } from '../../releases/proof/format/note-key.ts'
import { fitShape, parseCanonicalJson } from '../../releases/proof/format/strict-json.ts'
import { inclusionProof } from '../../releases/proof/merkle/prove.ts'
import { buildBundle } from '../../releases/proof/sign/bundle.ts'
import { buildTrust } from '../../releases/proof/sign/trust.ts'

type Sealed = { state_code: string; envelope_sha256: string | null; leaf_index: number | null; entry: Buffer | null }

/**
 * The bundle of a sealed release: against the newest checkpoint, as `release export` writes it, or against the first that
 * covers the seal, whose bytes never change, as `/v1/releases/<release_sha256>` serves it. The same record may have been sealed
 * more than once, as revisions of one definition: `revision` names one of them, null the first.
 * Null: nothing was sealed under that hash, or no checkpoint covers it yet. Throws when the store gives other bytes.
 */
export async function readBundle(
  pool: Pool,
  { releaseSha256, revision = null }: { releaseSha256: string; revision?: number | null },
  against: 'first' | 'newest',
): Promise<{ bytes: Uint8Array; stateCode: string } | null> {
  const found = await pool.query<Sealed>(
    `SELECT r.state_code, r.envelope_sha256, r.leaf_index, l.entry
     FROM read.releases r JOIN read.log_leaves l ON l.leaf_index = r.leaf_index
     WHERE r.release_sha256 = $1 AND r.revision = coalesce($2, r.revision) ORDER BY r.leaf_index LIMIT 1`,
    [releaseSha256, revision],
  )
  const [sealed] = found.rows
  const notes = await pool.query<{ tree_size: number; note: string }>(
    `SELECT tree_size, note FROM checkpoints WHERE checkpoints.tree_size > $1
     ORDER BY checkpoints.tree_size ${against === 'first' ? 'ASC' : 'DESC'} LIMIT 1`,
    [sealed?.leaf_index ?? 0],
  )
  const [checkpoint] = notes.rows
  if (checkpoint === undefined || sealed?.envelope_sha256 == null) return null
  if (sealed.entry === null || sealed.leaf_index === null) return null
  const record = await getBlob(pool, releaseSha256)
  const envelopeBytes = await getBlob(pool, sealed.envelope_sha256)
  if (record === null || envelopeBytes === null) return null
  const leaves = await pool.query<{ leaf_hash: Buffer }>(
    'SELECT leaf_hash FROM read.log_leaves WHERE leaf_index < $1 ORDER BY leaf_index',
    [checkpoint.tree_size],
  )
  const json = parseCanonicalJson(envelopeBytes)
  const envelope = json.ok ? fitShape(envelopeSchema, json.value) : json
  if (!envelope.ok) throw new Error(`the envelope of ${releaseSha256} is damaged: ${envelope.reason}`)
  const bytes = buildBundle({
    record,
    envelope: envelope.value,
    logEntry: sealed.entry,
    inclusion: {
      leafIndex: sealed.leaf_index,
      treeSize: checkpoint.tree_size,
      hashes: inclusionProof(
        leaves.rows.map(({ leaf_hash }) => new Uint8Array(leaf_hash)),
        sealed.leaf_index,
      ),
    },
    checkpoint: checkpoint.note,
  })
  return { bytes, stateCode: sealed.state_code }
}

/**
 * The trust document: public keys with their ranges of log indexes, and the newest checkpoint
 * (docs/design/contract.md#addresses).
 */
export async function readTrust(pool: Pool): Promise<string | null> {
  const keys = await pool.query<{ public_key: string; from_index: number; to_index: number | null }>(
    'SELECT public_key, from_index, to_index FROM read.signing_keys ORDER BY from_index, key_id',
  )
  if (keys.rows.length === 0) return null
  const newest = await pool.query<{ note: string }>(
    'SELECT note FROM checkpoints ORDER BY checkpoints.tree_size DESC LIMIT 1',
  )
  return buildTrust({
    origin: LOG_ORIGIN,
    keys: keys.rows.map(({ public_key, from_index: fromIndex, to_index: toIndex }) => {
      const publicKey = decodeBase64(public_key)
      if (publicKey === null) throw new Error('a public key of the read model is damaged')
      return { publicKey, fromIndex, toIndex }
    }),
    witnesses: [],
    checkpoint: newest.rows[0]?.note ?? null,
  })
}
