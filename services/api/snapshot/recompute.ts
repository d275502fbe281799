import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { sha256 } from '#digest'
import { LogFold } from '../../../pipeline/log-fold/log-fold.ts'
import type { VerifiedState } from '../../../pipeline/signed-state/signed-state.ts'
import { getBlob } from '../../../pipeline/store/blobs.ts'
import type { Trust } from '../../../releases/proof/format/trust.ts'
import { rangeRoot } from '../../../releases/proof/merkle/tree.ts'
import { canonicalText } from '../../../releases/record/canonical.ts'

/** Maximum duration of work, and the pause after it: requests get nineteen of every twenty milliseconds. */
const SLICE_MS = 1
const PAUSE_MS = 20
/** Events fetched at once: processing a page of a thousand would block for too long. */
const PAGE = 50

/** The clock for lapsed checks: the signer decides. */
const LATEST = new Date('9999-12-31T00:00:00.000Z')

type RecomputeParts = {
  readonly pool: Pool
  readonly foundation: Trust
  readonly newest: () => VerifiedState | null
  /** Called if the signed state does not follow from the log. */
  readonly onFork: (reason: string) => void
  /** Called on a database error, which is retried. */
  readonly onError: (error: Error) => void
  readonly everyMs: number
}

/**
 * Recomputes the serving state from the event log, in the background, whenever a new one was signed: chain, signatures
 * of people, decisions, tree. This detects a signer that signed a state nobody decided
 * (docs/design/trust.md#signed-and-recomputed).
 */
export function startRecompute(parts: RecomputeParts): { stop(): Promise<void> } {
  const { pool, foundation, newest, onFork, onError, everyMs } = parts
  const blob = (hash: string): Promise<Uint8Array | null> => getBlob(pool, hash)
  const fold = new LogFold(foundation, { blob, now: () => LATEST })
  const stopping = new AbortController()
  const { signal } = stopping
  let began = performance.now()
  const pause = async (): Promise<void> => {
    if (performance.now() - began < SLICE_MS) return
    await wait(PAUSE_MS, undefined, { signal })
    began = performance.now()
  }

  const run = async (): Promise<void> => {
    let done: string | null = null
    while (!signal.aborted) {
      const state = newest()
      if (state !== null && state.note !== done) {
        try {
          began = performance.now()
          await fold.follow(pool, { until: state.checkpoint.logHead.position, page: PAGE, pause })
          const difference = differenceOf(fold, state)
          if (difference !== null) return onFork(difference)
          done = state.note
        } catch (error) {
          if (signal.aborted) return
          onError(error instanceof Error ? error : new Error(String(error)))
        }
      }
      await wait(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

function differenceOf(fold: LogFold, { checkpoint }: VerifiedState): string | null {
  const { logHead, size, root, servingSha256 } = checkpoint
  const at = `what is signed at position ${logHead.position} does not follow from the log`
  if (fold.fault !== null) return `${at}: position ${fold.fault.position}: ${fold.fault.reason}`
  const { head, range } = fold.state
  // A checkpoint of an earlier position than already computed is ignored.
  if (head.position > logHead.position) return null
  if (head.position !== logHead.position || head.hash !== logHead.hash) return `${at}: there is another event`
  if (range.size !== size || !Buffer.from(rangeRoot(range)).equals(root)) return `${at}: another tree`
  return sha256(canonicalText(fold.serving())) === servingSha256 ? null : `${at}: another serving state`
}
