import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRelease } from '../../services/operations/run-release.ts'
import { createLogger } from '../../services/platform/logger.ts'
import { startWorker } from '../../services/worker/start-worker.ts'
import { runSigner, signLog } from './api-release.ts'
import { testPool } from './database.ts'
import { JUDGED_ONCE } from './judged-once.ts'
import { ASHA, BASHIR, testFoundation } from './people.ts'
import { testRedis } from './redis.ts'

const NO_SOURCES = join(tmpdir(), 'pramaan-test-no-sources')

/**
 * Takes the definitions in folders from opening to service, one by one, like a deployment: the gates run as jobs of a
 * worker, whose seals are signed with the run's key. Throws with the findings if one is rejected.
 */
export async function serveByJobs(pipelineUrl: string, folders: readonly string[]): Promise<void> {
  const { url: redisUrl, prefix } = testRedis()
  const signer = runSigner()
  const log = createLogger('test-worker', 'silent')
  const pool = testPool(pipelineUrl, 12)
  try {
    const worker = await startWorker({
      ...{ pool, pipelineUrl, redisUrl, prefix, signer, log },
      ...{ foundation: testFoundation(signer), anchor: null },
      concurrency: 4,
      gates: JUDGED_ONCE,
    })
    try {
      const parts = { pool, sourcesPath: NO_SOURCES, now: () => new Date(), progress: () => () => {}, reopen: false }
      for (const folder of folders) await runRelease({ ...parts, by: ASHA, approver: BASHIR }, folder)
    } finally {
      await worker.close()
    }
    await signLog(pool, signer)
  } finally {
    await pool.end()
  }
}
