import type { Pool } from 'pg'

const KEPT_SECONDS = 3600

/** Says that this worker is alive and at work, so that commands know whether waiting makes sense. */
export async function beat(pool: Pool, workerId: string): Promise<void> {
  await pool.query(
    `INSERT INTO worker_heartbeats (worker_id, seen_at) VALUES ($1, now())
     ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at`,
    [workerId],
  )
  await pool.query('DELETE FROM worker_heartbeats WHERE seen_at < now() - make_interval(secs => $1)', [KEPT_SECONDS])
}

/** On an orderly stop the worker is no longer counted on. */
export async function lastBeat(pool: Pool, workerId: string): Promise<void> {
  await pool.query('DELETE FROM worker_heartbeats WHERE worker_id = $1', [workerId])
}
