import { encodeBase64 } from '../format/base64.ts'
import type { Checkpoint } from '../format/checkpoint.ts'
import type { Refusal } from '../format/refusal.ts'
import type { Trust } from '../format/trust.ts'
import { type History, judgeHistory, verifyCheckpoint, witnessesFlaw } from './checkpoint.ts'

/** The signed log that contains a file's entries. `root` is base64 as in the checkpoint. */
export type Placed = {
  readonly checkpoint: {
    readonly size: number
    readonly root: string
    readonly log_head: { readonly position: number; readonly hash: string }
  }
  /** Witnesses whose cosignatures were checked. */
  readonly witnesses: readonly string[]
  /** Compared with the reader's checkpoint; null if none was given. */
  readonly history: History | null
}

/**
 * Checks 18 to 24 of docs/verify/README.md section 8: the checkpoint's signatures, witnesses, and the reader's own
 * checkpoint.
 */
export function verifyPlaced(
  checkpoint: Checkpoint,
  { trust, checkpoint: held = null, witnesses: required = 0 }: VerifyOptions,
): ({ readonly ok: true } & Placed) | Refusal {
  const signed = verifyCheckpoint(checkpoint, trust)
  if (!signed.ok) return signed
  const { witnesses } = signed
  const missing = witnessesFlaw(witnesses, required)
  if (missing !== null) return missing
  const judged = held === null ? { ok: true as const, history: null } : judgeHistory(checkpoint, held, trust)
  if (!judged.ok) return judged
  const { size, root, logHead } = checkpoint
  return {
    ok: true,
    checkpoint: { size, root: encodeBase64(root), log_head: logHead },
    witnesses,
    history: judged.history,
  }
}

/** Inputs of a verifier besides the file. */
export type VerifyOptions = {
  readonly trust: Trust
  /** The reader's own checkpoint note, to detect rollback; for a serving state, the note that contains its hash. */
  readonly checkpoint?: string | null
  /** How many trusted witnesses must have cosigned; 0 by default. */
  readonly witnesses?: number
}
