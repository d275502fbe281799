import { sha256 } from '#digest'
import type { Queryable } from '../../pipeline/event-log/event.ts'
import { verifyChain } from '../../pipeline/event-log/verify-chain.ts'
import { LogFold } from '../../pipeline/log-fold/log-fold.ts'
import { compareModel } from '../../pipeline/projections/read-model.ts'
import { snapshotFault } from '../../pipeline/state-snapshots/verify-snapshots.ts'
import { soundBlob } from '../../pipeline/store/blobs.ts'
import { storeFault } from '../../pipeline/store/verify-store.ts'
import { type Checkpoint, parseCheckpoint } from '../../releases/proof/format/checkpoint.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import { verifyCheckpoint } from '../../releases/proof/verify/checkpoint.ts'
import { OperationRefusal } from './refusal.ts'

/** The first bad place: of the log by its position, of another table by its row. */
export type BadPlace =
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
 * Checks a database from its first event as whoever signs it does: chain, signatures, decisions, tree; then the checkpoints, the
 * bytes in the store, the snapshots of states, and the read model against one built anew. `anchor`: a checkpoint that the database does not hold. Within
 * a transaction of the caller's, who rolls it back. Refused where the anchor is not of this log's keys.
 */
export async function verifyLog(
  db: Queryable,
  foundation: Trust,
  anchor: Checkpoint | null,
  now: () => Date,
): Promise<VerifiedLog> {
  const chain = await verifyChain(db, anchor === null ? {} : { anchor: anchor.logHead })
  if (!chain.ok) return { ok: false, events: chain.events, first_bad: chain.first_bad }
  // Bytes that do not hash are not there: what needs them says so, at its place in the log.
  const fold = new LogFold(foundation, { blob: (hash) => soundBlob(db, hash), now }, anchor)
  await fold.follow(db)
  const bad = (first_bad: BadPlace): VerifiedLog => ({ ok: false, events: fold.state.head.position, first_bad })
  if (fold.fault !== null) return bad(fold.fault)
  const trust = { ...foundation, keys: fold.state.trust.keys }
  if (anchor !== null) {
    const signed = verifyCheckpoint({ ...anchor, cosignatures: [] }, trust)
    if (!signed.ok) throw new OperationRefusal(signed.code, `the checkpoint is not from this log: ${signed.reason}`)
  }
  const elsewhere =
    (await checkpointFault(db, trust)) ??
    (await storeFault(db)) ??
    (await snapshotFault(db, fold.state)) ??
    (await compareModel(db))
  return elsewhere === null ? { ok: true, events: chain.events, head: chain.head } : bad(elsewhere)
}

/** The first note that no key of the log signed, or whose serving state is not the one it names. */
async function checkpointFault(db: Queryable, trust: Trust): Promise<BadPlace | null> {
  const { rows } = await db.query<{ position: number; note: string; serving: string; tree_size: number }>(
    'SELECT position::int, note, serving, tree_size::int FROM checkpoints ORDER BY checkpoints.position, note_sha256',
  )
  for (const { position, note, serving, tree_size: size } of rows) {
    const at = (reason: string): BadPlace => ({ table: 'checkpoints', row: String(position), reason })
    const parsed = parseCheckpoint(note)
    if (!parsed.ok) return at('not_a_checkpoint')
    const { checkpoint } = parsed
    if (!verifyCheckpoint({ ...checkpoint, cosignatures: [] }, trust).ok) return at('signature_invalid')
    if (checkpoint.size !== size || checkpoint.logHead.position !== position) return at('not_at_its_place')
    if (sha256(serving) !== checkpoint.servingSha256) return at('serving_state_differs')
  }
  return null
}
