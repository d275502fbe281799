import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { readHead } from '../../pipeline/event-log/read.ts'
import { peopleOf } from '../../scripts/local-people.ts'
import { STATES } from '../../scripts/shipped-records.ts'
import { MOST_BILLS_PER_MINUTE, SCOPES } from '../../services/keys/key.ts'
import { issueKey } from '../../services/keys/manage.ts'
import { startGates, waitForRun } from '../../services/operations/gate-run.ts'
import { approve } from '../../services/operations/lifecycle.ts'
import { nameOf, type ReleaseView } from '../../services/operations/release-view.ts'
import { openFolder, type RunParts, runRelease } from '../../services/operations/run-release.ts'
import { loadConfig } from '../../services/platform/config.ts'
import { createLogger } from '../../services/platform/logger.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { QUEUE_PREFIX } from '../../services/platform/redis.ts'
import { localPeople } from '../../services/platform/trust-file.ts'
import { startStack } from '../../services/standalone/stack.ts'
import { startWorker } from '../../services/worker/start-worker.ts'
import { removeHome } from '../../test/support/temporary-home.ts'
import type { Cores } from './machine.ts'
import type { Say } from './report.ts'

/** The shipped definition used for most measurements. */
export const BIHAR = join(STATES, 'BR/2026-27')

/** The load is distributed over this number of keys, as over clients, so that none reaches its limit. */
const KEYS = 64
const LIMIT = 100_000
const WORKER_CONNECTIONS = 16
const CONCURRENCY = 4

/** What most parts measure with: databases in which Bihar serves, and keys for the load. */
export type Setup = {
  readonly local: Local
  readonly keys: readonly string[]
  readonly cores: Cores
  readonly say: Say
}

/** The databases for a part, and a folder. */
export type Local = {
  readonly home: string
  readonly ownerUrl: string
  readonly pipelineUrl: string
  readonly apiUrl: string
  readonly redisUrl: string
  /** Prefix of BullMQ's keys. */
  readonly prefix: string
  /** Programs and versions, for the conditions. */
  readonly description: string
}

/**
 * Starts Postgres and Valkey like `npm start`, in a new home that is removed afterwards, and passes them to `work`.
 * DATABASE_URL and REDIS_URL are not used, because a measurement writes a lot.
 */
export function withLocal<T>(work: (local: Local) => Promise<T>): Promise<T> {
  return withHome((home) => withStack(home, work))
}

/** The same in a home that is kept. */
export async function withStack<T>(home: string, work: (local: Local) => Promise<T>): Promise<T> {
  const stack = await startStack(loadConfig({ PRAMAAN_HOME: home }), createLogger('bench', 'error'))
  const { ownerUrl, pipelineUrl, apiUrl, redisUrl } = stack
  try {
    const description = `Postgres ${await postgresVersion(ownerUrl)}; ${stack.description.redis}`
    return await work({ home, ownerUrl, pipelineUrl, apiUrl, redisUrl, prefix: QUEUE_PREFIX, description })
  } finally {
    await stack.stop()
  }
}

/** A home for `work` that is removed afterwards with its Postgres data, which for root are elsewhere. */
export async function withHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'pramaan-bench-'))
  try {
    return await work(home)
  } finally {
    await removeHome(home)
  }
}

export async function withPool<T>(url: string, max: number, work: (pool: Pool) => Promise<T>): Promise<T> {
  // If an idle connection breaks, the next query fails.
  const pool = createPool({ url, applicationName: 'pramaan-bench', max, connectTimeoutMs: 60_000, onError: () => {} })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** A worker as started by `npm start`, in this process. */
export function withWorker<T>(local: Local, work: (pool: Pool) => Promise<T>): Promise<T> {
  return withPool(local.pipelineUrl, WORKER_CONNECTIONS, async (pool) => {
    const { signer, foundation } = await peopleOf(local.home)
    const { pipelineUrl, redisUrl, prefix } = local
    const worker = await startWorker({
      ...{ pool, pipelineUrl, redisUrl, prefix },
      signer,
      foundation,
      anchor: null,
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

/**
 * Takes a definition from opening to service. Throws if it is not released, or if it serves already, since nothing
 * would be measured.
 */
export async function serveDefinition(pool: Pool, folder: string, home: string): Promise<void> {
  const { person: by, approver } = await localPeople(home, 'bench')
  const people = { by, approver, now: () => new Date() }
  const before = await readHead(pool)
  const release = await runRelease(
    { pool, sourcesPath: folder, ...people, progress: () => () => {}, reopen: false },
    folder,
  )
  if ((await readHead(pool)).position === before.position) throw new Error(`${release.release_id} serves already`)
  if (release.status !== 'released') throw new Error(`${release.release_id} is ${release.status}, not released`)
}

/** Takes another revision of a release through its gates and approves it, so that it can be promoted. */
export async function approveRevision(
  { pool, by, approver, now, sourcesPath }: Pick<RunParts, 'approver' | 'by' | 'now' | 'pool' | 'sourcesPath'>,
  folder: string,
): Promise<ReleaseView> {
  const opened = await openFolder({ pool, sourcesPath, by, now, reopen: true }, folder)
  const gating = await startGates(pool, nameOf(opened), by.name, now)
  const sealed = await waitForRun(pool, gating, () => {})
  if (sealed.status !== 'sealed') throw new Error(`${nameOf(sealed)} is ${sealed.status}, not sealed`)
  return approve({ pool, by: approver, now }, nameOf(sealed))
}

export type Limits = { readonly perMinute: number; readonly burst: number }

/** Keys for every scope and state, by default with the largest limits. */
export async function benchKeys(
  pool: Pool,
  count = KEYS,
  { perMinute, burst }: Limits = { perMinute: LIMIT, burst: LIMIT },
): Promise<string[]> {
  return Array.fromAsync({ length: count }, async (_, index) => {
    const { key } = await issueKey(
      { pool, actor: 'bench', now: new Date() },
      {
        name: `bench ${index}`,
        scopes: [...SCOPES],
        states: ['all'],
        origins: [],
        per_minute: perMinute,
        burst,
        bills_per_minute: MOST_BILLS_PER_MINUTE,
        evidence_floor: 'derived',
        expires_at: null,
        request_ref: null,
      },
    )
    return key
  })
}

function postgresVersion(ownerUrl: string): Promise<string> {
  return withPool(ownerUrl, 1, async (pool) => {
    const found = await pool.query<{ server_version: string }>('SHOW server_version')
    return found.rows[0]?.server_version ?? 'unknown'
  })
}
