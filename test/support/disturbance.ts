import type { Redis } from 'ioredis'
import { Client } from 'pg'
import { vi } from 'vitest'
import { readStream } from '../../pipeline/event-log/read.ts'
import { streamOf } from '../../pipeline/lifecycle/events.ts'
import { startGates } from '../../services/operations/gate-run.ts'
import type { ReleaseView } from '../../services/operations/release-view.ts'
import { openFolder } from '../../services/operations/run-release.ts'
import { PATIENCE } from './patience.ts'
import { ASHA } from './people.ts'
import type { TestPipeline } from './pipeline.ts'
import { forKeys, removeKeys } from './redis.ts'

/** Faults that recovery tests cause in a running gate run, and their checks afterwards. */

/** Opens a definition folder and starts its gates, whether or not a worker is running. */
export async function startRun(pipeline: TestPipeline, directory: string): Promise<ReleaseView> {
  const { pool, home } = pipeline
  const now = (): Date => new Date()
  const opened = await openFolder({ pool, sourcesPath: home, by: ASHA, now, reopen: true }, directory)
  return startGates(pool, `${opened.release_id}@${opened.revision}`, 'asha', now)
}

/** Gates with a verdict, once per verdict. */
export async function verdictsOf(pipeline: TestPipeline, release: ReleaseView): Promise<string[]> {
  const stream = streamOf.run(release.release_id, release.revision, release.run_id ?? '')
  return (await readStream(pipeline.pool, stream)).map(({ payload }) => (payload as { gate: string }).gate)
}

export async function untilVerdicts(pipeline: TestPipeline, release: ReleaseView, count: number): Promise<void> {
  await vi.waitUntil(async () => (await verdictsOf(pipeline, release)).length >= count, PATIENCE)
}

/**
 * Withholds the text of sources from every reader until released: the gates that read it wait, so that a run is
 * certainly still in progress.
 */
export async function withholdPages(pipeline: TestPipeline): Promise<{ release(): Promise<void> }> {
  // A separate connection, closed with the database: a failed test must not wait for its own lock.
  const client = new Client({ connectionString: pipeline.database.ownerUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE source_pages IN ACCESS EXCLUSIVE MODE')
  return { release: () => client.end() }
}

/** Removes everything that a pipeline has in Redis, like restarting a Redis without persistence. */
export async function loseRedis({ redis: { url, prefix } }: TestPipeline): Promise<number> {
  return removeKeys(url, `${prefix}:*`)
}

/** Makes the locks of dead workers expire immediately, and makes others look for them. */
export async function expireLocks({ redis: { url, prefix } }: TestPipeline): Promise<void> {
  for (const name of ['lock', 'stalled-check']) {
    const expire = (redis: Redis, keys: string[]) => Promise.all(keys.map((key) => redis.pexpire(key, 1)))
    await forKeys(url, `${prefix}:*:${name}`, expire)
  }
}
