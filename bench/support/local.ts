import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { loadConfig } from '../../services/platform/config.ts'
import { createLogger } from '../../services/platform/logger.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { REDIS_PREFIX } from '../../services/platform/redis.ts'
import { startStack } from '../../services/standalone/stack.ts'

/** The databases a part measures on, and a folder of its own. */
export type Local = {
  readonly home: string
  readonly ownerUrl: string
  readonly pipelineUrl: string
  readonly apiUrl: string
  readonly redisUrl: string
  /** Of BullMQ's keys. */
  readonly prefix: string
  /** Kinds and versions, for the conditions. */
  readonly description: string
}

/**
 * Starts Postgres and Valkey as `npm start` does, on a home of its own that is removed afterwards, and hands them to
 * `work`. What DATABASE_URL and REDIS_URL name is left alone: a measurement writes much.
 */
export async function withLocal<T>(work: (local: Local) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'pramaan-bench-'))
  try {
    const stack = await startStack(loadConfig({ PRAMAAN_HOME: home }), createLogger('bench', 'error'))
    const { ownerUrl, pipelineUrl, apiUrl, redisUrl } = stack
    try {
      const description = `Postgres ${await postgresVersion(ownerUrl)}; ${stack.description.redis}`
      return await work({ home, ownerUrl, pipelineUrl, apiUrl, redisUrl, prefix: REDIS_PREFIX, description })
    } finally {
      await stack.stop()
    }
  } finally {
    await removeHome(home)
  }
}

/** Removes a home with its Postgres data, which for root lies elsewhere. */
export async function removeHome(home: string): Promise<void> {
  const dataDir = await realpath(join(home, 'postgres')).catch(() => home)
  for (const path of [dataDir, home]) await rm(path, { recursive: true, force: true })
}

export async function withPool<T>(url: string, max: number, work: (pool: Pool) => Promise<T>): Promise<T> {
  // A connection that breaks while it is idle says so with the next query.
  const pool = createPool({ url, applicationName: 'pramaan-bench', max, onError: () => {} })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

function postgresVersion(ownerUrl: string): Promise<string> {
  return withPool(ownerUrl, 1, async (pool) => {
    const found = await pool.query<{ server_version: string }>('SHOW server_version')
    return found.rows[0]?.server_version ?? 'unknown'
  })
}
