import { join } from 'node:path'
import { readHead } from '../../pipeline/event-log/read.ts'
import { newestState } from '../../pipeline/signed-state/signed-state.ts'
import { systemNow } from '../platform/clock.ts'
import { loadConfig } from '../platform/config.ts'
import { endInOrder } from '../platform/end-in-order.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres.ts'
import { refuseOldRecords } from '../platform/record-version.ts'
import { readRunFile, runFilePath } from '../platform/run-file.ts'
import { firstAsked } from '../platform/server-fault.ts'
import { runMain, StartRefusal, takeNoArguments } from '../platform/start.ts'
import { loadTrustFile } from '../platform/trust-file.ts'
import { startDesk } from './start-desk.ts'

const STOP_DELAY_MS = 10_000

/** `npm run desk`: the desk of release engineers, next to a running stack (docs/desk.md). */
async function main(): Promise<void> {
  takeNoArguments(
    'npm run desk: serves the desk of release engineers to browsers on this machine, until it is stopped.',
  )
  const config = loadConfig()
  const log = createLogger('desk', config.logLevel)
  const running = config.pipelineDatabaseUrl === null ? await readRunFile(config) : null
  const url = config.pipelineDatabaseUrl ?? running?.pipeline_database_url ?? null
  if (url === null)
    throw new StartRefusal(
      'SETTINGS_WRONG',
      `no service is running for ${config.home}: start one with \`npm start\`, or set PRAMAAN_HOME to the home of one that runs, or DATABASE_URL`,
    )
  const pool = createPool({
    url,
    applicationName: 'pramaan-desk',
    max: 8,
    onError: (error) => log.warn({ err: error.message }, 'postgres connection'),
  })
  const parts = {
    pool,
    trust: async () => (await newestState(pool, await loadTrustFile(config.trustPath))).trust,
    sourcesPath: config.sourcesPath,
    definitionsPath: config.definitionsPath,
    ticksPath: join(config.home, 'desk-ticks'),
    now: systemNow,
    log,
  }
  const start = async () => {
    await firstAsked(running === null ? config.pipelineSetting : runFilePath(config), async () => {
      await readHead(pool)
      await refuseOldRecords(pool)
    })
    return startDesk(parts, { port: config.deskPort, origin: config.deskOrigin })
  }
  const desk = await start().catch(async (error) => {
    await pool.end()
    throw error
  })
  endInOrder(log, STOP_DELAY_MS, async () => {
    await desk.close()
    await pool.end()
  })
  process.stdout.write(`the desk is at ${desk.origin}\n`)
}

await runMain(main)
