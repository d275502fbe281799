import type { Pool } from 'pg'
import { expect, vi } from 'vitest'
import { beginLog } from '../../pipeline/checkpoints/begin-log.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { once } from '../../services/platform/once.ts'
// Loaded with the test: loading it during a request would block the instance for as long as a busy test run needs to
// read it.
import '../../services/api/http/app.ts'
import type { ApiParts } from '../../services/api/start/api-parts.ts'
import { type RunningApi, startApi } from '../../services/api/start/start-api.ts'
import { SCOPES } from '../../services/keys/key.ts'
import { keyHash } from '../../services/keys/key-format.ts'
import { type Issued, issueKey, type KeySettings } from '../../services/keys/manage.ts'
import { createLogger } from '../../services/platform/logger.ts'
import { type Answer, type CallOptions, send } from './api-call.ts'
import { biharDatabase } from './api-database.ts'
import { type TestDatabase, testPool } from './database.ts'
import { PATIENCE } from './patience.ts'
import { signsThroughout, testFoundation, trustFiles } from './people.ts'
import { testRedis } from './redis.ts'
import { runSigner } from './run-signer.ts'

/** The read API as in a deployment, for one test file: a database with Bihar in service, a limiter in Redis. */
export type TestApi = {
  readonly database: TestDatabase
  /** Pool of the pipeline's role, to issue keys and to change releases. */
  readonly pool: Pool
  /** Pool of the database's owner, a superuser, to break things. */
  readonly owner: Pool
  readonly redis: { readonly url: string; readonly prefix: string }
  /** The trust file of its instances. */
  readonly trustPath: string
  /** Log of the API, one JSON text per line. */
  readonly logs: readonly string[]
  /** Issues a key. By default: every scope, every state, limits that no test reaches, floor `derived`. */
  key(settings?: Partial<KeySettings>): Promise<string>
  issue(settings?: Partial<KeySettings>): Promise<Issued>
  /** Calls with this file's key for everything, unless `key` names another one; null: without a key. */
  call(path: string, options?: CallOptions): Promise<Answer>
  /** Another instance on the same database and Redis. */
  start(more?: Partial<ApiParts>): Promise<TestInstance>
  /** From now on nobody signs the log, so that each instance keeps the signed time that it has heard. */
  stopSigning(): Promise<void>
  close(): Promise<void>
}

export type TestInstance = {
  readonly api: RunningApi
  readonly origin: string
  call(path: string, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

export const PLENTY = { per_minute: 100_000, burst: 100_000 } as const
/** Settings of a key for everything, with limits that no test reaches unless it sets its own. */
export function everyRight(more: Partial<KeySettings> = {}): KeySettings {
  return {
    name: 'test',
    scopes: [...SCOPES],
    states: ['all'],
    origins: [],
    ...PLENTY,
    evidence_floor: 'derived',
    expires_at: null,
    request_ref: null,
    ...more,
  }
}

/** Starts the API behind a proxy that sets the client's address, as tests do; `trustProxy: false`: without. */
export async function testApi(
  more: Partial<ApiParts> = {},
  database?: TestDatabase,
  signer: SigningKey = runSigner(),
): Promise<TestApi> {
  const base = database ?? (await biharDatabase())
  const pool = testPool(base.pipelineUrl, 4)
  const owner = testPool(base.ownerUrl, 4)
  const redis = testRedis()
  const logs: string[] = []
  const log = createLogger('api', 'trace', { write: (line) => void logs.push(line) })
  const secrets: string[] = []
  const instances = new Set<TestInstance>()

  await beginLog(pool, signer, testFoundation(signer), 'test', new Date())
  const signing = await signsThroughout(pool, signer)
  const stopSigning = once(() => signing.stop())

  const issue = async (settings: Partial<KeySettings> = {}): Promise<Issued> => {
    const issued = await issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight(settings))
    secrets.push(issued.key, keyHash(issued.key))
    return issued
  }
  const everything = (await issue()).key

  // So that Postgres does not time out waiting for a lock on a busy machine.
  const { username, pathname } = new URL(base.apiUrl)
  for (const limit of ['lock_timeout', 'statement_timeout'])
    await owner.query(`ALTER ROLE "${username}" IN DATABASE "${pathname.slice(1)}" SET ${limit} = '60s'`)
  const files = await trustFiles(signer)
  const start = async (parts: Partial<ApiParts> = {}): Promise<TestInstance> => {
    const api = await startApi({
      databaseUrl: base.apiUrl,
      redisUrl: redis.url,
      prefix: redis.prefix,
      host: '127.0.0.1',
      port: 0,
      metricsPort: 0,
      trustProxy: true,
      replicaMaxAgeMs: 900_000,
      ...files,
      codeVersion: 'test',
      log,
      // Gates and other tests in this process must not look like an overload.
      overloadedDelayMs: 120_000,
      queryTimeoutMs: 60_000,
      // Two busy cores must not make Redis time out.
      limiterTimeoutMs: 60_000,
      ...more,
      ...parts,
    })
    const origin = `http://127.0.0.1:${api.port}`
    const instance: TestInstance = {
      api,
      origin,
      call: async (path, options = {}) => send(origin, path, { key: everything, ...options }),
      close: async () => {
        if (instances.delete(instance)) await api.close()
      },
    }
    instances.add(instance)
    return instance
  }
  const first = await start()
  // If nothing is in service yet, readiness cannot be awaited.
  const { rowCount: serving } = await owner.query('SELECT FROM read.serving')
  const ready = async (): Promise<boolean> => (await first.call('/readyz', { key: null })).status === 200
  if (serving !== 0) await vi.waitUntil(ready, { ...PATIENCE, interval: 50 })

  const close = async (): Promise<void> => {
    for (const instance of [...instances]) await instance.close()
    await stopSigning()
    await Promise.all([pool.end(), owner.end()])
    await base.drop()
    const said = logs.join('')
    for (const secret of secrets) expect(said.includes(secret), 'no key and no hash of one is logged').toBe(false)
  }
  return {
    database: base,
    pool,
    owner,
    redis,
    trustPath: files.trustPath,
    logs,
    issue,
    key: async (settings) => (await issue(settings)).key,
    call: first.call,
    start,
    stopSigning,
    close,
  }
}

/** The present answer to the example bill. */
export const EXAMPLE = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 } as const

/** Waits until the example bill has the expected answer: a change of releases reaches an instance by notification. */
export async function untilServed(
  { call }: Pick<TestInstance, 'call'>,
  wanted: (answer: Answer) => boolean,
  body: object = EXAMPLE,
): Promise<Answer> {
  return vi.waitUntil(async () => {
    const answer = await call('/v1/calculate', { method: 'POST', body })
    return wanted(answer) ? answer : false
  }, PATIENCE)
}
