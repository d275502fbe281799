import { hostname } from 'node:os'
import type { Pool } from 'pg'
import { randomHex } from '../platform/random.ts'
import { startLoop } from './loop.ts'

const HEARTBEAT_MS = 5_000
const HEARTBEATS_KEPT_SECONDS = 3_600

/**
 * Records every five seconds that this worker runs, so that commands know whether waiting makes sense. `stop` records that it
 * no longer does. A worker that already runs jobs is not ended because Postgres was late: `onError` is told, and it goes on.
 */
export async function startHeartbeat(pool: Pool, onError: (error: Error) => void): Promise<{ stop(): Promise<void> }> {
  // Several workers may run in one process, and each has its own.
  const workerId = `${hostname()}.${process.pid}.${randomHex(3)}`
  await beat(pool, workerId).catch(onError)
  const heart = await startLoop({ pool: null, pollMs: HEARTBEAT_MS, onError, work: () => beat(pool, workerId) })
  const stop = async (): Promise<void> => {
    await heart.stop()
    await pool.query('DELETE FROM worker_heartbeats WHERE worker_id = $1', [workerId]).catch(onError)
  }
  return { stop }
}

async function beat(pool: Pool, workerId: string): Promise<void> {
  await pool.query(
    `INSERT INTO worker_heartbeats (worker_id, seen_at) VALUES ($1, now())
     ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at`,
    [workerId],
  )
  await pool.query('DELETE FROM worker_heartbeats WHERE seen_at < now() - make_interval(secs => $1)', [
    HEARTBEATS_KEPT_SECONDS,
  ])
}
