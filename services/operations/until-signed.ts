import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { readHead } from '../../pipeline/event-log/read.ts'
import { newestCheckpoint } from '../../pipeline/signed-state/signed-state.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import { OperationRefusal } from './refusal.ts'

const PATIENCE_MS = 10_000
const POLL_MS = 100

/**
 * Waits until a signed checkpoint covers the log's present content, when acts take effect. Refused with NOT_YET_SIGNED
 * after ten seconds; the act is in the log and takes effect once a worker signs.
 */
export async function untilSigned(pool: Pool, trust: Trust, patienceMs = PATIENCE_MS): Promise<void> {
  const size = async (): Promise<number> =>
    (await pool.query<{ size: number }>('SELECT count(*)::int AS size FROM read.log_leaves')).rows[0]?.size ?? 0
  const [{ position }, wanted] = [await readHead(pool), await size()]
  for (const until = performance.now() + patienceMs; ; ) {
    const newest = await newestCheckpoint(pool, trust)
    if (newest !== null && newest.checkpoint.size >= wanted) return
    if (performance.now() > until)
      throw new OperationRefusal(
        'NOT_YET_SIGNED',
        `the act is in the log at position ${position} and is not signed yet: a worker signs it, see \`log verify\` and the workers' log`,
        { position },
      )
    await pause(POLL_MS)
  }
}
