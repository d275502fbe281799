import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyChain } from '../../pipeline/event-log/verify-chain.ts'
import { startApi } from '../../services/api/start/start-api.ts'
import { issueKey, revokeKey } from '../../services/keys/manage.ts'
import { type LocalPostgres, startPostgres } from '../../services/platform/local-stack/postgres.ts'
import { createLogger } from '../../services/platform/logger.ts'
import { migrate } from '../../services/platform/migrate.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { ensureLogins, roleUrls } from '../../services/platform/roles.ts'
import { everyRight } from '../support/api.ts'
import { send } from '../support/api-call.ts'
import { serveRelease } from '../support/api-release.ts'
import { query } from '../support/database-template.ts'
import { PATIENCE } from '../support/patience.ts'
import { signsThroughout, trustFiles } from '../support/people.ts'
import { startReplica } from '../support/postgres-replica.ts'
import { testRedis } from '../support/redis.ts'
import { runSigner } from '../support/run-signer.ts'
import { removeHome, temporaryHome } from '../support/temporary-home.ts'
import { WATER_RATE, waterBill } from '../support/water.ts'
import { counted, measured } from './support/chaos.ts'
import { type ApiProcess, startApiProcess } from './support/process.ts'
import { sealFixture } from './support/releases.ts'

/**
 * An API on a streaming replica, and the replica promoted to primary (docs/design/architecture.md#several-machines).
 */

const homes: string[] = []
let primary: LocalPostgres
let replica: LocalPostgres
let instance: ApiProcess
beforeAll(async () => {
  const first = await temporaryHome()
  const second = await temporaryHome()
  homes.push(first.home, second.home)
  primary = await startPostgres({ dataDir: first.dataDir, log: () => {} })
  await migrate(primary.url, () => {})
  await ensureLogins(primary.url)
  replica = await startReplica({
    primaryUrl: primary.url,
    primaryDir: first.dataDir,
    replicaDir: second.dataDir,
    log: () => {},
  })
  instance = await startApiProcess({
    apiUrl: roleUrls(replica.url).apiUrl,
    redisUrl: testRedis().url,
    signer: runSigner(),
  })
})
afterAll(async () => {
  await instance?.process.stop()
  await replica?.stop()
  await primary?.stop()
  for (const home of homes) await removeHome(home)
})

const pipelinePool = (postgres: LocalPostgres) =>
  createPool({ url: roleUrls(postgres.url).pipelineUrl, applicationName: 'pramaan-test', max: 8, onError: () => {} })

test('what is promoted and issued on the primary is served from the replica, which is polled in peace', async () => {
  const pool = pipelinePool(primary)
  const served = await serveRelease(pool, await sealFixture(pool))
  const context = { pool, actor: 'issuer', now: new Date() }
  const { key, keyId } = await issueKey(context, everyRight())
  const { body, amounts } = waterBill(150, WATER_RATE)
  const answer = await vi.waitUntil(async () => {
    const got = await instance.call('/v1/calculate', { method: 'POST', key, body })
    return got.status === 200 ? got : false
  }, PATIENCE)
  expect(answer.data.calculation).toMatchObject(amounts)
  expect(answer.data.release.release_sha256).toBe(served.release_sha256)
  expect((await instance.call('/readyz', { key: null })).status).toBe(200)
  await revokeKey(context, keyId, 'exposed')
  const began = performance.now()
  await vi.waitUntil(async () => (await instance.call('/v1/states', { key })).status === 401, PATIENCE)
  measured(`a revoked key is refused on the replica after ${Math.round(performance.now() - began)} ms`)
  // LISTEN would be refused with that word, twice a second.
  expect(instance.process.lines.filter((line) => line.includes('recovery'))).toEqual([])
  await pool.end()
})

test('keys are answered from a replica while its signed note is young, and from the primary however old it is', async () => {
  const pool = pipelinePool(primary)
  const signing = await signsThroughout(pool, runSigner())
  const { key } = await issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight())
  let laterMs = 0
  const started = await Promise.all(
    [replica, primary].map(async (postgres) =>
      startApi({
        ...{ databaseUrl: roleUrls(postgres.url).apiUrl, redisUrl: testRedis().url, prefix: testRedis().prefix },
        ...{ host: '127.0.0.1', port: 0, metricsPort: 0, trustProxy: true, codeVersion: 'test' },
        ...(await trustFiles(runSigner())),
        replicaMaxAgeMs: 900_000,
        // A clock that jumps must not count as overload.
        overloadedDelayMs: 3_600_000,
        steadyMs: () => performance.timeOrigin + performance.now() + laterMs,
        log: createLogger('api', 'silent'),
      }),
    ),
  )
  const asked = (path: string) =>
    Promise.all(started.map(({ port }) => send(`http://127.0.0.1:${port}`, path, path === '/readyz' ? {} : { key })))
  const statuses = async (path: string) => (await asked(path)).map(({ status }) => status)
  const young = async () => (await statuses('/v1/states')).every((status) => status === 200)
  try {
    await vi.waitUntil(young, PATIENCE)
    // Keys that were read minutes ago are read again, for which a busy machine may need longer than one request waits.
    laterMs = 14 * 60_000
    await vi.waitUntil(young, PATIENCE)

    laterMs = 17 * 60_000
    const isOld = async () => {
      const [onReplica, onPrimary] = await asked('/v1/states')
      const { status, code, details, headers } = onReplica ?? {}
      const told = [status, code, details, headers?.['retry-after'] !== undefined]
      const expected = [503, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'replica' }, true]
      return onPrimary?.status === 200 && isDeepStrictEqual(told, expected)
    }
    await vi.waitUntil(isOld, PATIENCE)
    const isReady = async () => isDeepStrictEqual(await statuses('/readyz'), [503, 200])
    await vi.waitUntil(isReady, PATIENCE)
    expect(await statuses('/livez'), 'the process is well').toEqual([200, 200])

    laterMs = 0
    await vi.waitUntil(young, PATIENCE)
  } finally {
    await Promise.all(started.map((api) => api.close()))
    await signing.stop()
    await pool.end()
  }
})

test('with remote_apply nothing that was said to be done is lost with the primary', async () => {
  for (const setting of [`synchronous_standby_names = 'replica'`, `synchronous_commit = 'remote_apply'`]) {
    await query(primary.url, `ALTER SYSTEM SET ${setting}`)
  }
  await query(primary.url, 'SELECT pg_reload_conf()')
  await vi.waitUntil(
    async () => (await query(primary.url, `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).length === 1,
    PATIENCE,
  )
  const pool = pipelinePool(primary)
  const done: string[] = []
  const issuing = Array.from({ length: 4 }, async () => {
    for (;;) {
      try {
        done.push((await issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight())).keyId)
      } catch {
        return
      }
    }
  })
  await vi.waitUntil(() => done.length >= 40, PATIENCE)
  process.kill(primary.pid, 'SIGKILL')
  counted('killed')
  await Promise.all(issuing)
  await query(replica.url, 'SELECT pg_promote()')
  await vi.waitUntil(async () => {
    const [row] = await query<{ replica: boolean }>(replica.url, 'SELECT pg_is_in_recovery() AS replica')
    return row?.replica === false
  }, PATIENCE)
  const kept = new Set(
    (await query<{ key_id: string }>(replica.url, 'SELECT key_id FROM read.api_keys')).map((row) => row.key_id),
  )
  expect(done.filter((keyId) => !kept.has(keyId))).toEqual([])
  counted('appended', done.length)
  await pool.end().catch(() => {})

  await query(replica.url, `ALTER SYSTEM SET synchronous_standby_names = ''`)
  await query(replica.url, 'SELECT pg_reload_conf()')
  const promoted = pipelinePool(replica)
  expect(await verifyChain(promoted)).toMatchObject({ ok: true })
  const { key } = await issueKey({ pool: promoted, actor: 'issuer', now: new Date() }, everyRight())
  await vi.waitUntil(async () => (await instance.call('/v1/states', { key })).status === 200, PATIENCE)
  await vi.waitUntil(() => instance.process.lines.some((line) => line.includes('has become the primary')), PATIENCE)
  measured(`${done.length} keys issued until the primary was killed, all of them on the replica`)
  await promoted.end()
})
