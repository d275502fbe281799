import { type Checkpoint, parseCheckpoint } from '../../releases/proof/format/checkpoint.ts'
import type { Refusal } from '../../releases/proof/format/refusal.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import { consistencyFromTiles } from '../../releases/proof/merkle/tiles.ts'
import { judgeHistory, verifyCheckpoint } from '../../releases/proof/verify/checkpoint.ts'
import { verifyConsistency } from '../../releases/proof/verify/tree-proofs.ts'
import { counted } from '../../releases/record/counted.ts'
import type { LogSource } from './log-source.ts'
import { OperationRefusal } from './refusal.ts'

/** Relation of the newest checkpoint to the kept one. */
export type Followed = {
  readonly note: string
  readonly checkpoint: Checkpoint
  readonly history: 'first' | 'same' | 'newer'
}

/** A log state that must not replace the followed one. `offered`: the note, as evidence. */
export class LogWentBack extends OperationRefusal {
  readonly offered: string
  constructor({ code, reason }: Pick<Refusal, 'code' | 'reason'>, offered: string, details: object = {}) {
    super(code, reason, details)
    this.offered = offered
  }
}

/**
 * The newest checkpoint of a log, when a trusted key signed it and it extends the one that was `kept` (null: none was
 * yet). A larger tree is checked against the kept root by a consistency proof from the log's tiles. Throws LogWentBack
 * with STALE_CHECKPOINT for an older one and FORKED_HISTORY for one that contradicts; OperationRefusal with the
 * checkpoint's own code, REFERENCE_INVALID, LOG_UNREACHABLE or CONSISTENCY_UNPROVEN. Source: docs/verify/README.md
 * section 6, Consistency.
 */
export async function followLog(source: LogSource, trust: Trust, kept: string | null): Promise<Followed> {
  const note = await source.newest()
  const parsed = parseCheckpoint(note)
  if (!parsed.ok) throw new OperationRefusal(parsed.code, `the log did not return a valid checkpoint: ${parsed.reason}`)
  const { checkpoint } = parsed
  const signed = verifyCheckpoint({ ...checkpoint, cosignatures: [] }, trust)
  if (!signed.ok) throw new OperationRefusal(signed.code, signed.reason)
  if (kept === null) return { note, checkpoint, history: 'first' }
  // The reader's own cosignature, or another witness's, if witnesses are required.
  const before = withoutCosignatures(kept)
  const judged = judgeHistory({ ...checkpoint, cosignatures: [] }, before, trust)
  const older = parseCheckpoint(before)
  if (!older.ok) throw new OperationRefusal('REFERENCE_INVALID', `the checkpoint held: ${older.reason}`)
  const details = { kept: place(older.checkpoint), offered: place(checkpoint) }
  if (!judged.ok && judged.code === 'REFERENCE_INVALID') throw new OperationRefusal(judged.code, judged.reason)
  if (!judged.ok) throw new LogWentBack(judged, note, details)
  const { size, root, logHead } = older.checkpoint
  if (judged.history === 'same' && checkpoint.logHead.position < logHead.position)
    throw new LogWentBack(
      { code: 'STALE_CHECKPOINT', reason: `the event log was at position ${logHead.position} and is now shorter` },
      note,
      details,
    )
  if (judged.history === 'newer') {
    const path = await consistencyFromTiles(size, checkpoint.size, source.tile)
    if (!verifyConsistency({ size, root }, checkpoint, path)) {
      const reason = `the log of ${counted(checkpoint.size, 'entry', 'entries')} does not begin with the ${size} that were signed before`
      throw new LogWentBack({ code: 'FORKED_HISTORY', reason }, note, details)
    }
  }
  return { note, checkpoint, history: judged.history }
}

function place({ size, logHead }: Checkpoint): { tree_size: number; position: number } {
  return { tree_size: size, position: logHead.position }
}

/** The note with only the log's own signature. */
function withoutCosignatures(note: string): string {
  const [body = '', signatures = ''] = note.split('\n\n')
  return `${body}\n\n${signatures.split('\n')[0] ?? ''}\n`
}
