import type { Pool } from 'pg'
import {
  firstCheckpointOver,
  newestCheckpoint,
  newestState,
  type Verified,
} from '../../pipeline/signed-state/signed-state.ts'
import { getBlob } from '../../pipeline/store/blobs.ts'
import type { ActsDocument } from '../../releases/proof/format/acts-file.ts'
import { encodeBase64 } from '../../releases/proof/format/base64.ts'
import { buildBundle } from '../../releases/proof/format/bundle.ts'
import { type Envelope, envelopeSchema } from '../../releases/proof/format/dsse.ts'
import { type LogEntry, parseLogEntry } from '../../releases/proof/format/log-entry.ts'
import { parseStatement, type Statement } from '../../releases/proof/format/statement.ts'
import { fitShape, parseCanonicalJson } from '../../releases/proof/format/strict-json.ts'
import { buildTrust, type Trust, trustedPerson } from '../../releases/proof/format/trust.ts'
import { inclusionProof } from '../../releases/proof/merkle/tree.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'

type Sealed = {
  state_code: string
  revision: number
  envelope_sha256: string | null
  leaf_index: number | null
  entry: Buffer | null
}

/**
 * The bundle of a sealed release, with a proof against one of these checkpoints: the newest, for `release export`; a
 * given one, with its cosignatures; or the first that covers the seal, for `/v1/releases/<release_sha256>`. The same
 * record may have been sealed more than once, as revisions of one definition: `revision` names one of them; null: the one
 * in service, otherwise the newest. Null: nothing was sealed under that hash, or no checkpoint covers it yet. Throws if
 * stored bytes are wrong.
 */
export async function readBundle(
  pool: Pool,
  { releaseSha256, revision = null }: { releaseSha256: string; revision?: number | null },
  against: 'first' | 'newest' | Verified,
  trust: Trust,
): Promise<{ bytes: Uint8Array; stateCode: string; revision: number } | null> {
  const found = await pool.query<Sealed>(
    `SELECT r.state_code, r.revision, r.envelope_sha256, r.leaf_index, l.entry
     FROM read.releases r JOIN read.log_leaves l ON l.leaf_index = r.leaf_index
     WHERE r.release_sha256 = $1 AND r.revision = coalesce($2, r.revision)
     ORDER BY r.status = 'released' DESC, r.leaf_index DESC LIMIT 1`,
    [releaseSha256, revision],
  )
  const [sealed] = found.rows
  if (sealed?.envelope_sha256 == null || sealed.entry === null || sealed.leaf_index === null) return null
  const covering = await checkpointFor(pool, against, trust, sealed.leaf_index)
  if (covering === null || covering.checkpoint.size <= sealed.leaf_index) return null
  const { checkpoint, note } = covering
  const record = await getBlob(pool, releaseSha256)
  const envelopeBytes = await getBlob(pool, sealed.envelope_sha256)
  if (record === null || envelopeBytes === null) return null
  const leaves = await pool.query<{ leaf_hash: Buffer }>(
    'SELECT leaf_hash FROM read.log_leaves WHERE leaf_index < $1 ORDER BY leaf_index',
    [checkpoint.size],
  )
  const bytes = buildBundle({
    record,
    envelope: envelopeOf(envelopeBytes, releaseSha256),
    logEntry: sealed.entry,
    inclusion: {
      leafIndex: sealed.leaf_index,
      treeSize: checkpoint.size,
      hashes: inclusionProof(
        leaves.rows.map(({ leaf_hash }) => new Uint8Array(leaf_hash)),
        sealed.leaf_index,
      ),
    },
    checkpoint: note,
  })
  return { bytes, stateCode: sealed.state_code, revision: sealed.revision }
}

/** The statement of the seal of a record's revision; null if there is none. Throws if stored bytes are wrong. */
export async function readStatement(pool: Pool, releaseSha256: string, revision: number): Promise<Statement | null> {
  const { rows } = await pool.query<{ envelope_sha256: string | null }>(
    'SELECT envelope_sha256 FROM read.releases WHERE release_sha256 = $1 AND revision = $2',
    [releaseSha256, revision],
  )
  const hash = rows[0]?.envelope_sha256 ?? null
  const bytes = hash === null ? null : await getBlob(pool, hash)
  if (bytes === null) return null
  const read = parseStatement(Buffer.from(envelopeOf(bytes, releaseSha256).payload, 'base64'))
  if (!read.ok) throw new Error(`the statement of ${releaseSha256} is damaged: ${read.reason}`)
  return read.statement
}

function envelopeOf(bytes: Uint8Array, releaseSha256: string): Envelope {
  const json = parseCanonicalJson(bytes)
  const envelope = json.ok ? fitShape(envelopeSchema, json.value) : json
  if (!envelope.ok) throw new Error(`the envelope of ${releaseSha256} is damaged: ${envelope.reason}`)
  return envelope.value
}

function checkpointFor(
  pool: Pool,
  against: 'first' | 'newest' | Verified,
  trust: Trust,
  leafIndex: number,
): Promise<Verified | null> {
  if (against === 'first') return firstCheckpointOver(pool, trust, leafIndex)
  return against === 'newest' ? newestCheckpoint(pool, trust) : Promise.resolve(against)
}

/**
 * The trust document of the newest signed state: keys with their ranges of log indexes, everybody who was ever
 * enrolled, and the newest checkpoint (docs/design/contract.md#addresses). Null if no state is signed yet.
 */
export async function readTrust(pool: Pool, held: Trust): Promise<string | null> {
  const { state, trust } = await newestState(pool, held)
  if (state === null) return null
  const { serving, note } = state
  return buildTrust({
    ...trust,
    position: serving.position,
    people: serving.people.map(trustedPerson),
    checkpoint: note,
  })
}

type Leaf = { readonly leaf_index: number; readonly entry: Buffer; readonly leaf_hash: Buffer }
type Placed = Leaf & { readonly read: LogEntry }

/**
 * Acts on a release since its seal, and on its documents: entries with their proofs against `checkpoint`
 * (docs/verify/README.md section 4). Null: none yet. `sources`: its documents, by sha256.
 */
export async function readActs(
  pool: Pool,
  { releaseId, revision, sources }: { releaseId: string; revision: number; sources: ReadonlySet<string> },
  { note, checkpoint }: Verified,
): Promise<Uint8Array | null> {
  const { rows } = await pool.query<Leaf>(
    'SELECT leaf_index::int, entry, leaf_hash FROM read.log_leaves WHERE leaf_index < $1 ORDER BY leaf_index',
    [checkpoint.size],
  )
  const isOf = ({ type, payload }: LogEntry): boolean => {
    if (type === 'SourceAttested') return sources.has(payload.sha256)
    return 'revision' in payload && payload.release_id === releaseId && payload.revision === revision
  }
  const commands = commandsOf(rows)
  const seal = commands.findIndex(([first]) => first?.read.type === 'ReleaseSealed' && isOf(first.read))
  const since = commands.slice(seal + 1).filter((command) => command.some(({ read }) => isOf(read)))
  if (seal < 0 || since.length === 0) return null
  const hashes = rows.map(({ leaf_hash }) => new Uint8Array(leaf_hash))
  const document: ActsDocument = {
    acts_version: 2,
    entries: since.flat().map(({ entry, leaf_index }) => ({
      log_entry: encodeBase64(entry),
      leaf_index,
      hashes: inclusionProof(hashes, leaf_index).map(encodeBase64),
    })),
    checkpoint: note,
  }
  return canonicalBytes(document)
}

/** Entries grouped by command: the first of each says how many there are. */
function commandsOf(leaves: readonly Leaf[]): Placed[][] {
  const commands: Placed[][] = []
  let missing = 0
  for (const leaf of leaves) {
    const read = parseLogEntry(new Uint8Array(leaf.entry))
    if (!read.ok) throw new Error(`entry ${leaf.leaf_index} of the log is damaged: ${read.reason}`)
    const placed = { ...leaf, read: read.entry }
    if (missing > 0) commands.at(-1)?.push(placed)
    else commands.push([placed])
    missing = missing > 0 ? missing - 1 : (read.entry.act?.events ?? 1) - 1
  }
  return commands
}
