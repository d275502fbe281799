import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect } from 'vitest'
import { readStream } from '../../../pipeline/event-log/read.ts'
import { verifyChain } from '../../../pipeline/event-log/verify-chain.ts'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { type ServiceProcess, startService } from '../../../scripts/service-process.ts'
import { waitForRun } from '../../../services/operations/gate-run.ts'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { startRun, verdictsOf } from '../../support/disturbance.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { counted } from './chaos.ts'

/** Result of a gate run: enough to compare two runs. */
export type Outcome = {
  readonly release_sha256: string | null
  /** Number of items checked by each gate; every verdict is there once and passed. */
  readonly checked: Readonly<Record<string, unknown>>
}

/** A new database with one gate run of the fixture, and worker processes on a Redis chosen by the test. */
export type FaultRun = {
  readonly pipeline: TestPipeline
  /** Opens the fixture and starts its gates. Must be called first, unless workers should be running before. */
  start(): Promise<void>
  /** How many verdicts are in the log. */
  verdicts(): Promise<number>
  /** A worker as a process; killed at the end unless the test has ended it. `home`: if not the pipeline's. */
  worker(home?: string): Promise<ServiceProcess>
  /**
   * Waits for the run's end and checks it: sealed once, 29 verdicts each once, one seal in the Merkle log, a valid
   * chain.
   */
  outcome(): Promise<Outcome>
  close(): Promise<void>
}

export async function faultRun(redisUrl: string): Promise<FaultRun> {
  const pipeline = await testPipeline()
  const { pool, home, database } = pipeline
  let started: ReleaseView | null = null
  const release = (): ReleaseView => {
    if (started === null) throw new Error('the run was not started')
    return started
  }
  const workers: ServiceProcess[] = []
  const environment = {
    PIPELINE_DATABASE_URL: database.pipelineUrl,
    REDIS_URL: redisUrl,
    PRAMAAN_HOME: home,
    PRAMAAN_SIGNING_KEY: join(home, 'signing-key.pem'),
  }
  return {
    pipeline,
    start: async () => {
      started = await startRun(pipeline, await pipeline.folder())
    },
    verdicts: async () => (await verdictsOf(pipeline, release())).length,
    worker: async (other = home) => {
      const own = { ...environment, PRAMAAN_HOME: other }
      const worker = await startService('test/faults/support/worker.ts', own, 'at work')
      workers.push(worker)
      return worker
    },
    outcome: async () => {
      const { release_id, revision, run_id } = release()
      const ended = await waitForRun(pool, release(), () => {})
      expect(ended.status).toBe('sealed')
      const state = (await readStream(pool, streamOf.state('XX'))).map(({ type }) => type)
      expect(state).toEqual(['CandidateOpened', 'GateRunStarted', 'GateRunCompleted', 'ReleaseSealed'])
      const run = streamOf.run(release_id, revision, run_id ?? '')
      const verdicts = (await readStream(pool, run)).map(({ payload }) => payload as Record<string, unknown>)
      expect(verdicts.map(({ gate }) => gate).sort()).toEqual([...GATE_NAMES].sort())
      expect(verdicts.filter(({ passed }) => passed !== true)).toEqual([])
      const seals = await pool.query(
        `SELECT FROM read.log_leaves WHERE convert_from(entry, 'UTF8')::json->>'type' = 'ReleaseSealed'`,
      )
      expect(seals.rowCount).toBe(1)
      expect(await verifyChain(pool)).toMatchObject({ ok: true })
      counted('runs')
      counted('verdicts', verdicts.length)
      return {
        release_sha256: ended.release_sha256,
        checked: Object.fromEntries(verdicts.map(({ gate, checked }) => [String(gate), checked])),
      }
    },
    close: async () => {
      await Promise.all(workers.filter((worker) => worker.alive()).map((worker) => worker.kill()))
      await pipeline.close()
    },
  }
}

/** Removes all keys in one database of a Redis; returns their number. */
export async function flush(redisUrl: string): Promise<number> {
  const redis = new Redis(redisUrl)
  try {
    const keys = await redis.dbsize()
    await redis.flushdb()
    return keys
  } finally {
    redis.disconnect()
  }
}
