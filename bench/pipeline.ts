import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { gateProgress } from '../services/operations/gate-run.ts'
import { runRelease } from '../services/operations/run-release.ts'
import { createLogger } from '../services/platform/logger.ts'
import { loadSigningKey } from '../services/platform/signing-key.ts'
import { startWorker } from '../services/worker/start-worker.ts'
import { BIHAR } from './support/bihar.ts'
import { type Local, withPool } from './support/local.ts'
import { atMost, type BenchRow, type Say } from './support/row.ts'
import { writeSynthetic } from './synthetic.ts'

const CONCURRENCY = 4
const CONNECTIONS = 16

/**
 * From opening a definition to its promotion, through the real worker, queue and operations: the shipped Bihar, the same
 * content again under another name once everything is warm, and one `times` as large. Time per row must not grow.
 */
export function benchPipeline(local: Local, say: Say, { times = 100 } = {}): Promise<BenchRow[]> {
  return withWorker(local, async (pool) => {
    say('the shipped Bihar')
    const cold = await seconds(pool, BIHAR)
    const small = join(local.home, 'bihar')
    const { rows } = await writeSynthetic(small, 1)
    say('Bihar again')
    const warm = await seconds(pool, small)
    const large = join(local.home, `bihar-${times}`)
    const made = await writeSynthetic(large, times)
    say(`${made.rows} rows, ${made.cases} cases`)
    const whole = await seconds(pool, large)
    const row = (name: string, value: number, unit: string, note: string): BenchRow => {
      return { part: 'pipeline', name, value, unit, baseline: 'is one', ratio: null, target: null, note }
    }
    const perRow = (whole * 1000) / made.rows
    const growth = perRow / ((warm * 1000) / rows)
    const base = 'Bihar, per row'
    return [
      row('Bihar, first in a new worker', cold, 's', 'opened to promoted, 29 gates'),
      row('Bihar, warm', warm, 's', `${rows} rows, opened to promoted`),
      row(base, (warm * 1000) / rows, 'ms', 'warm'),
      row(`${times} × Bihar`, whole, 's', `${made.rows} rows, ${made.cases} cases`),
      {
        ...row(`${times} × Bihar, per row`, perRow, 'ms', 'no worse than linear'),
        baseline: base,
        ratio: growth,
        target: atMost(growth, 1),
      },
    ]
  })
}

async function seconds(pool: Pool, directory: string): Promise<number> {
  const start = performance.now()
  const release = await runRelease(
    {
      pool,
      sourcesPath: directory,
      actor: 'bench',
      approver: 'bench-approver',
      now: () => new Date(),
      progress: gateProgress,
      reopen: false,
    },
    directory,
  )
  if (release.status !== 'released') throw new Error(`${release.release_id} is ${release.status}, not released`)
  return (performance.now() - start) / 1000
}

/** A worker as `npm start` has it, in this process. */
export function withWorker<T>(local: Local, work: (pool: Pool) => Promise<T>): Promise<T> {
  return withPool(local.pipelineUrl, CONNECTIONS, async (pool) => {
    const worker = await startWorker({
      pool,
      pipelineUrl: local.pipelineUrl,
      redisUrl: local.redisUrl,
      prefix: local.prefix,
      signer: await loadSigningKey(join(local.home, 'signing-key.pem')),
      concurrency: CONCURRENCY,
      log: createLogger('bench', 'error', process.stderr),
    })
    try {
      return await work(pool)
    } finally {
      await worker.close()
    }
  })
}
