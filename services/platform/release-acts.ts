import type { Pool } from 'pg'
import type { Verified } from '../../pipeline/signed-state/signed-state.ts'
import type { ActsDocument } from '../../releases/proof/format/acts-file.ts'
import { encodeBase64 } from '../../releases/proof/format/base64.ts'
import { type LogEntry, parseLogEntry } from '../../releases/proof/format/log-entry.ts'
import { inclusionProof } from '../../releases/proof/merkle/tree.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'

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
