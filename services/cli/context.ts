import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { RefusalCode as ProofCode } from '../../releases/proof/format/refusal.ts'
import { systemNow } from '../platform/clock.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import type { ERRORS } from '../platform/errors.ts'
import { createPool } from '../platform/postgres.ts'
import { reasonOf } from './reason.ts'

/** Where a running stack can be reached: what `npm start` leaves in `run.json` (0600), or the environment. */
export const runFileSchema = z.object({
  pid: z.int(),
  address: z.string(),
  database_url: z.string(),
  pipeline_database_url: z.string(),
  api_database_url: z.string(),
  redis_url: z.string(),
})
export type RunFile = z.infer<typeof runFileSchema>

export function runFilePath(config: Config): string {
  return join(config.home, 'run.json')
}

/** What a command works with. `close` ends its connections. */
export type CliContext = {
  readonly config: Config
  readonly pool: Pool
  readonly redisUrl: string | null
  readonly actor: string
  readonly now: () => Date
  close(): Promise<void>
}

/** Codes of the catalogue, and those of the offline verifier (docs/verify/README.md). */
export type CliCode = keyof typeof ERRORS | ProofCode

/** A command that cannot go on: a code, what happened and what to do. Exit 1. */
export class CliRefusal extends Error {
  readonly code: CliCode
  readonly details: object
  constructor(code: CliCode, message: string, details: object = {}) {
    super(message)
    this.name = 'CliRefusal'
    this.code = code
    this.details = details
  }
}

async function readRunFile(config: Config): Promise<RunFile | null> {
  try {
    return runFileSchema.parse(JSON.parse(await readFile(runFilePath(config), 'utf8')))
  } catch {
    return null
  }
}

/** Connects as the pipeline: by the environment, else by the running stack's own file. */
export async function openContext(actor: string): Promise<CliContext> {
  const config = loadConfig()
  const running = config.pipelineDatabaseUrl === null ? await readRunFile(config) : null
  const url = config.pipelineDatabaseUrl ?? running?.pipeline_database_url ?? null
  if (url === null) {
    throw new CliRefusal(
      'NOT_RUNNING',
      `nothing is running for ${config.home}: start it with \`npm start\`, or set DATABASE_URL`,
    )
  }
  const pool = createPool({ url, applicationName: 'pramaan-cli', max: 4, onError: () => {} })
  try {
    await pool.query('SELECT 1 FROM event_log_head')
  } catch (error) {
    await pool.end()
    throw new CliRefusal(
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
