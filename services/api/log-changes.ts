import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { trustedCheckpoint } from '../../pipeline/signed-state/signed-state.ts'
import { encodeBase64 } from '../../releases/proof/format/base64.ts'
import type { Checkpoint } from '../../releases/proof/format/checkpoint.ts'
import type { EntryType } from '../../releases/proof/format/entry-payloads.ts'
import { type LogEntry, parseLogEntry, stateOfStream, streamOfState } from '../../releases/proof/format/log-entry.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import type { Change } from './contract/responses/changes.ts'

/** Kinds of changes of releases, by type of log entry; a signed checkpoint is a change too. */
const KINDS = {
  ReleaseSealed: 'sealed',
  ReleaseReviewed: 'reviewed',
  ReleaseApproved: 'approved',
  ReleasePromoted: 'promoted',
  ReleaseSuperseded: 'superseded',
  ReleaseWithdrawn: 'withdrawn',
  ComponentHeld: 'held',
  ComponentFreed: 'freed',
  ComponentChecked: 'checked',
  CheckLapsed: 'check_lapsed',
} as const satisfies Partial<Record<EntryType, Change['kind']>>
type ReleaseType = keyof typeof KINDS
type ReleaseEntry = Extract<LogEntry, { type: ReleaseType }>

/** Changes in log order, and the position to continue from. */
type ChangePage = { readonly changes: readonly Change[]; readonly next_since: number; readonly more: boolean }

type ChangesAsked = {
  /** Positions after this one. */
  readonly since: number
  readonly limit: number
  /** State codes; null: all. */
  readonly states: readonly string[] | null
  /** Entries covered by the newest signed note, and its position: nothing after it is listed. */
  readonly signed: { readonly size: number; readonly position: number }
}

const LEAVES = `SELECT l.leaf_index, l.event_position AS position, l.entry
  FROM read.log_leaves l JOIN event_log e ON e.position = l.event_position`
type LeafRow = { leaf_index: number; position: number; entry: Buffer }
type NoteRow = { position: number; note: string }

/** Notes never change, and verifying one takes a tenth of a millisecond. */
const VERIFIED = new LRUCache<string, { readonly checkpoint: Checkpoint | null }>({ max: 2_000 })

function checkpointOf(note: string, trust: Trust): Checkpoint | null {
  const name = `${trust.keys.map(({ keyId, toIndex }) => `${keyId}-${toIndex}`).join()} ${note}`
  const known = VERIFIED.get(name) ?? { checkpoint: trustedCheckpoint(note, trust) }
  VERIFIED.set(name, known)
  return known.checkpoint
}

/**
 * Events of releases after a position, and signed checkpoints, up to the newest checkpoint. Notes without a trusted
 * signature are skipped. Both are read up to the same position, so that none is missed. Items of one position are
 * returned together, which may exceed `limit` by one or two.
 */
export async function readChanges(pool: Pool, asked: ChangesAsked, trust: Trust): Promise<ChangePage> {
  const { since, limit, states, signed } = asked
  const entries = await pool.query<LeafRow>(
    `${LEAVES} WHERE l.event_position > $1 AND l.leaf_index < $2 AND e.type = ANY($3)
       AND ($4::text[] IS NULL OR e.stream = ANY($4)) ORDER BY l.event_position LIMIT $5`,
    [since, signed.size, Object.keys(KINDS), states?.map(streamOfState) ?? null, limit + 1],
  )
  const notes = await pool.query<NoteRow>(
    'SELECT position, note FROM checkpoints WHERE position > $1 AND position <= $2 ORDER BY position, note_sha256 LIMIT $3',
    [since, signed.position, limit + 1],
  )
  const found = [...entries.rows.map(entryChange), ...notes.rows.flatMap((row) => noteChange(row, trust))].sort(
    (a, b) => a.position - b.position || Number(a.kind === 'checkpoint') - Number(b.kind === 'checkpoint'),
  )
  const ends = [endOf(entries.rows, limit), endOf(notes.rows, limit), found[limit - 1]?.position]
  const end = Math.min(signed.position, ...ends.filter((one) => one !== undefined))
  return {
    changes: found.filter(({ position }) => position <= end),
    next_since: Math.max(since, end),
    more: end < signed.position,
  }
}

const NEWEST = 50

/** The newest changes of some kinds, the newest first, among the first `size` entries. */
export async function readNewestChanges(pool: Pool, size: number, kinds: readonly Change['kind'][]): Promise<Change[]> {
  const types = Object.entries(KINDS).flatMap(([type, kind]) => (kinds.includes(kind) ? [type] : []))
  const { rows } = await pool.query<LeafRow>(
    `${LEAVES} WHERE l.leaf_index < $1 AND e.type = ANY($2) ORDER BY l.leaf_index DESC LIMIT ${NEWEST}`,
    [size, types],
  )
  return rows.map(entryChange)
}

/** All events of one release, in log order, among the first `size` entries. */
export async function readChangesOf(pool: Pool, size: number, stateCode: string, sha256: string): Promise<Change[]> {
  const { rows } = await pool.query<LeafRow>(
    `${LEAVES} WHERE l.leaf_index < $1 AND e.stream = $2 AND e.type = ANY($3) ORDER BY l.leaf_index`,
    [size, streamOfState(stateCode), Object.keys(KINDS)],
  )
  return rows.map(entryChange).filter(({ release }) => release?.release_sha256 === sha256)
}

/** Up to where a possibly truncated list is complete; undefined: all of it. */
function endOf(rows: readonly { readonly position: number }[], limit: number): number | undefined {
  return rows.length > limit ? rows[limit - 1]?.position : undefined
}

function entryChange({ leaf_index, entry: bytes }: LeafRow): Change {
  const parsed = parseLogEntry(bytes)
  if (!parsed.ok) throw new Error(`entry ${leaf_index} of the log is damaged: ${parsed.reason}`)
  const { entry } = parsed
  if (!isOfRelease(entry)) throw new Error(`entry ${leaf_index} of the log is a ${entry.type}`)
  const { payload } = entry
  const { release_id, revision, release_sha256 } = payload
  return {
    position: entry.event_position,
    kind: KINDS[entry.type],
    at: entry.recorded_at,
    leaf_index,
    by: entry.act?.signatures.map(({ person }) => person).join(' and ') ?? entry.actor,
    event_sha256: entry.event_hash,
    state_code: stateOfStream(entry.stream),
    release: { release_id, revision, release_sha256 },
    ...('scope' in payload ? { scope: payload.scope } : {}),
    ...('stage' in payload
      ? { effective_from: payload.effective_from, effective_to: payload.effective_to, stage: payload.stage }
      : {}),
    ...('component' in payload ? { component: payload.component } : {}),
    ...('reason' in payload ? { reason: payload.reason } : {}),
    ...('check_by' in payload ? { check_by: payload.check_by } : {}),
  }
}

const isOfRelease = (entry: LogEntry): entry is ReleaseEntry => Object.hasOwn(KINDS, entry.type)

function noteChange({ note, position }: NoteRow, trust: Trust): Change[] {
  const checkpoint = checkpointOf(note, trust)
  if (checkpoint?.logHead.position !== position) return []
  return [
    {
      position: checkpoint.logHead.position,
      kind: 'checkpoint',
      at: null,
      leaf_index: null,
      by: null,
      event_sha256: checkpoint.logHead.hash,
      state_code: null,
      release: null,
      checkpoint: { size: checkpoint.size, root: encodeBase64(checkpoint.root), note },
    },
  ]
}
