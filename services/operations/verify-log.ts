import { sha256 } from '#digest'
import type { Queryable } from '../../pipeline/event-log/event.ts'
import { verifyChain } from '../../pipeline/event-log/verify-chain.ts'
import { LogFold } from '../../pipeline/log-fold/log-fold.ts'
import { compareModel } from '../../pipeline/projections/read-model.ts'
import { snapshotFault } from '../../pipeline/state-snapshots/verify-snapshots.ts'
import { soundBlob } from '../../pipeline/store/blobs.ts'
import { storeFault } from '../../pipeline/store/verify-store.ts'
import { type Checkpoint, parseCheckpoint } from '../../releases/proof/format/checkpoint.ts'
import { parseSignedTime } from '../../releases/proof/format/signed-time.ts'
import { continuesKeys, type Trust } from '../../releases/proof/format/trust.ts'
import { isTimeOf, verifyCheckpoint } from '../../releases/proof/verify/checkpoint.ts'
import { OperationRefusal } from './refusal.ts'

/** The first fault: in the log by its position, in another table by its row. */
type BadPlace =
  | { readonly position: number; readonly reason: string }
  | { readonly table: string; readonly row: string; readonly reason: string }

export type VerifiedLog =
  | {
      readonly ok: true
      readonly events: number
      readonly head: { readonly position: number; readonly hash: string }
    }
  | { readonly ok: false; readonly events: number; readonly first_bad: BadPlace }

/**
 * Checks a database from its first event like its signer does: chain, signatures, decisions, tree; then the
 * checkpoints, the signed time, the stored bytes, the snapshots of states, and the read model compared with a rebuilt one. `anchor`: a
 * checkpoint stored outside the database. Runs in the caller's transaction, which must be rolled back. Refused if the
 * anchor is not by this log's keys.
 */
export async function verifyLog(
  db: Queryable,
  foundation: Trust,
  anchor: Checkpoint | null,
  now: () => Date,
): Promise<VerifiedLog> {
  if (anchor !== null && anchor.origin !== foundation.origin)
    throw new OperationRefusal(
      'CHECKPOINT_KEY_UNKNOWN',
      `the checkpoint is of the log ${anchor.origin}, and this is ${foundation.origin}: use a checkpoint of this log`,
    )
  const chain = await verifyChain(db, anchor === null ? {} : { anchor: anchor.logHead })
  if (!chain.ok) return { ok: false, events: chain.events, first_bad: chain.first_bad }
  // Bytes with a wrong hash count as missing; whatever needs them reports that at its position in the log.
  const fold = new LogFold(foundation, { blob: (hash) => soundBlob(db, hash), now }, anchor)
  await fold.follow(db)
  const bad = (first_bad: BadPlace): VerifiedLog => ({ ok: false, events: fold.state.head.position, first_bad })
  if (fold.fault !== null) return bad(fold.fault)
  const { keys } = fold.state.trust
  if (!continuesKeys(foundation.keys, keys)) return bad({ position: chain.head.position, reason: LACKS_KEYS })
  const trust = { ...foundation, keys }
  if (anchor !== null) {
    const signed = verifyCheckpoint({ ...anchor, cosignatures: [] }, trust)
    if (!signed.ok) throw new OperationRefusal(signed.code, `the checkpoint is not from this log: ${signed.reason}`)
  }
  const elsewhere =
    (await checkpointFault(db, trust)) ??
    (await timeFault(db, trust)) ??
    (await storeFault(db)) ??
    (await snapshotFault(db, fold.state)) ??
    (await compareModel(db))
  return elsewhere === null ? { ok: true, events: chain.events, head: chain.head } : bad(elsewhere)
}

/** The log is older than the trust file, or somebody continued an older copy of it with a key that was replaced. */
const LACKS_KEYS = 'keys_of_trust_file_missing'

/** Checkpoints per query: with thousands of releases each has a serving state of megabytes. */
const PAGE = 20

/** Numbers as text: anyone who may insert a row may choose one that is too large. */
type CheckpointRow = {
  readonly position: string
  readonly note: string
  readonly note_sha256: string
  readonly serving: string
  readonly tree_size: string
}

/** The first note that no key of the log signed, or whose serving state does not match. */
async function checkpointFault(db: Queryable, trust: Trust): Promise<BadPlace | null> {
  let last: Pick<CheckpointRow, 'position' | 'note_sha256'> = { position: '0', note_sha256: '' }
  for (;;) {
    const { rows } = await db.query<CheckpointRow>(
      `SELECT position::text, note, note_sha256, serving, tree_size::text FROM checkpoints
       WHERE (checkpoints.position, note_sha256) > ($1, $2) ORDER BY checkpoints.position, note_sha256 LIMIT ${PAGE}`,
      [last.position, last.note_sha256],
    )
    for (const row of rows) {
      const reason = faultOf(row, trust)
      if (reason !== null) return { table: 'checkpoints', row: row.position, reason }
    }
    const end = rows.at(-1)
    if (end === undefined) return null
    last = end
  }
}

function faultOf({ position, note, serving, tree_size: size }: CheckpointRow, trust: Trust): string | null {
  const parsed = parseCheckpoint(note)
  if (!parsed.ok) return 'not_a_checkpoint'
  const { checkpoint } = parsed
  if (!verifyCheckpoint({ ...checkpoint, cosignatures: [] }, trust).ok) return 'signature_invalid'
  if (`${checkpoint.size}` !== size || `${checkpoint.logHead.position}` !== position) return 'not_at_its_place'
  return sha256(serving) === checkpoint.servingSha256 ? null : 'serving_state_differs'
}

/** The signed time, if no key of the log signed it. Empty until the first; a replaced key's stays until the next. */
async function timeFault(db: Queryable, trust: Trust): Promise<BadPlace | null> {
  const { rows } = await db.query<{ note: string }>('SELECT note FROM signed_time')
  const note = rows[0]?.note ?? ''
  if (note === '') return null
  const told = parseSignedTime(note)
  if (told === null) return { table: 'signed_time', row: 'note', reason: 'not_a_signed_time' }
  const isSigned = trust.keys.some((key) => isTimeOf(told, { ...trust, keys: [{ ...key, toIndex: null }] }))
  return isSigned ? null : { table: 'signed_time', row: 'note', reason: 'signature_invalid' }
}
