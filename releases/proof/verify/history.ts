import { counted } from '../../record/counted.ts'
import { sameBytes } from '../format/bytes.ts'
import type { Checkpoint } from '../format/checkpoint.ts'
import { type Refusal, refuse } from '../format/refusal.ts'
import type { Trust } from '../format/trust.ts'
import { verifyHeld } from './checkpoint.ts'

/** Relation of a bundle's checkpoint to the reader's own. */
export type History = 'same' | 'newer'

/**
 * Rollback (docs/design/release.md#offline-verification): compares `presented` with `held`, a checkpoint note that the
 * reader got separately. A smaller tree is STALE_CHECKPOINT: later events (a supersession, a withdrawal) are not in it.
 * A tree of equal size with another root, or a contradicting event log head, is FORKED_HISTORY. A larger tree is
 * `newer`: no rollback, although only a consistency proof can show that it extends `held`. A `held` that does not
 * verify is REFERENCE_INVALID.
 */
export function judgeHistory(
  presented: Checkpoint,
  held: string,
  trust: Trust,
): { ok: true; history: History } | Refusal {
  const known = verifyHeld(held, trust)
  if (!known.ok) return known
  const reference = known.checkpoint
  if (presented.size < reference.size) {
    return refuse(
      'STALE_CHECKPOINT',
      `the log had ${counted(presented.size, 'entry', 'entries')} then and has ${reference.size} in your checkpoint: export it again. GET /v1/releases/:release_sha256 always gives the first checkpoint that covers the release: verify what it gave without yours. To prove that the log of today extends it, put its "checkpoint" in a file and run \`log checkpoint FILE --from ADDRESS --trusted-keys TRUST\`; GET /v1/changes lists what came after`,
    )
  }
  if (presented.size === reference.size && !sameBytes(presented.root, reference.root)) {
    return refuse('FORKED_HISTORY', `two different logs of ${counted(presented.size, 'entry', 'entries')} are signed`)
  }
  const was = reference.logHead
  const is = presented.logHead
  if (is.position === was.position && is.hash !== was.hash) {
    return refuse('FORKED_HISTORY', `two different event logs of head ${is.position} are signed`)
  }
  if (presented.size > reference.size && is.position < was.position) {
    return refuse('FORKED_HISTORY', 'the log grew while its event log shrank')
  }
  return { ok: true, history: presented.size === reference.size ? 'same' : 'newer' }
}
