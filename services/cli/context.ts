import type { Pool } from 'pg'
import { OperationRefusal, reasonOf } from '../operations/refusal.ts'
import { systemNow } from '../platform/clock.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { createPool } from '../platform/postgres.ts'
import { readRunFile } from '../platform/run-file.ts'

/** What a command works with. `close` ends its connections. */
export type CliContext = {
  readonly config: Config
  readonly pool: Pool
  readonly redisUrl: string | null
  readonly actor: string
  readonly now: () => Date
  close(): Promise<void>
}

/** Connects as the pipeline: by the environment, else by the running stack's own file. */
export async function openContext(actor: string): Promise<CliContext> {
  const config = loadConfig()
  const running = config.pipelineDatabaseUrl === null ? await readRunFile(config) : null
  const url = config.pipelineDatabaseUrl ?? running?.pipeline_database_url ?? null
  if (url === null) {
    throw new OperationRefusal(
      'NOT_RUNNING',
      `nothing is running for ${config.home}: start it with \`npm start\`, or set DATABASE_URL`,
    )
  }
  const pool = createPool({ url, applicationName: 'pramaan-cli', max: 4, onError: () => {} })
  try {
    await pool.query('SELECT 1 FROM event_log_head')
  } catch (error) {
    await pool.end()
    throw new OperationRefusal(
      'NOT_RUNNING',
      `the database does not answer (${reasonOf(error)}): start it with \`npm start\`, or check DATABASE_URL`,
    )
  }
  return {
    config,
    pool,
    redisUrl: config.redisUrl ?? running?.redis_url ?? null,
    actor,
    now: systemNow,
    close: () => pool.end(),
  }
}
