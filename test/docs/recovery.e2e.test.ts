import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { append } from '../../pipeline/event-log/append.ts'
import { cutLog } from '../../pipeline/event-log/cut.ts'
import { inTransaction } from '../../pipeline/event-log/in-transaction.ts'
import { readHead } from '../../pipeline/event-log/read.ts'
import { newEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import { rebuildWithin } from '../../pipeline/projections/read-model.ts'
import { apiParts } from '../../services/api/start/api-parts.ts'
import { startApi } from '../../services/api/start/start-api.ts'
import { issueKey } from '../../services/keys/manage.ts'
import { loadConfigFor } from '../../services/platform/config.ts'
import { startPostgres } from '../../services/platform/local-stack/postgres.ts'
import { createLogger } from '../../services/platform/logger.ts'
import { migrate } from '../../services/platform/migrate.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { ensureLogins, roleUrls } from '../../services/platform/roles.ts'
import { noFirstPeople } from '../../services/platform/trust-file.ts'
import { workerParts } from '../../services/worker/worker-parts.ts'
import { everyRight } from '../support/api.ts'
import { PATIENCE } from '../support/patience.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../support/pipeline.ts'
import { startReplica } from '../support/postgres-replica.ts'
import { removeHome, temporaryHome } from '../support/temporary-home.ts'
import { type Block, documentOf } from './support/markdown.ts'
import { matchesText } from './support/match.ts'
import { runSession } from './support/shell-session.ts'

/** docs/recovery.md, executed: each loss is simulated, and the commands are run as written. */

const DOCUMENT = documentOf('docs/recovery.md')
const WATER = 'rows/XX-WATER/energy'
const NEW_KEY = 'signing-key-2.pem'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})
const executed = new Set<Block>()

/** The executable blocks of a section, in order. */
function blocksUnder(heading: string): Block[] {
  const at = DOCUMENT.prose.indexOf(`## ${heading}`) + 1
  const next = DOCUMENT.prose.findIndex((line, index) => index >= at && line.startsWith('## '))
  const found = DOCUMENT.blocks.filter(
    ({ line, marks }) => marks[0] === 'run' && line > at && (next === -1 || line <= next),
  )
  expect(at, heading).toBeGreaterThan(0)
  return found
}

/** Runs a block like a user in the workers' home, and compares its output with the documented one. */
async function play(pipeline: TestPipeline, block: Block | undefined, environment = pipeline.environment) {
  if (block === undefined) throw new Error('the document has no such block')
  executed.add(block)
  const means = (text: string): string => text.replaceAll(/(?<![\w/])\.pramaan\//g, `${pipeline.home}/`)
  const outcome = (await runSession([block], environment, means, false)).get(block)
  const wanted = block.marks.find((mark) => mark.startsWith('exit='))?.slice('exit='.length) ?? '0'
  expect(`exit ${outcome?.code}`, outcome?.output).toBe(`exit ${wanted}`)
  const shown = DOCUMENT.blocks[DOCUMENT.blocks.indexOf(block) + 1]
  if (shown?.marks[0] !== 'output') return
  const said = `shown:\n${shown.text}\n\nprinted:\n${outcome?.output}`
  expect(matchesText(shown.text, outcome?.output ?? ''), said).toBe(true)
}

/** A deployment in service: a worker, and an API with a separate home and trust file. */
async function deployment(given: Parameters<typeof testPipeline>[0] = {}) {
  const pipeline = await testPipeline(given)
  opened.push(pipeline.close)
  const worker = await pipeline.work()
  await pipeline.run(await pipeline.folder())
  const { key } = await issueKey({ pool: pipeline.pool, actor: 'issuer', now: new Date() }, everyRight())
  const home = await mkdtemp(join(tmpdir(), `pramaan-test-${process.pid}-api-`))
  opened.push(() => rm(home, { recursive: true }))
  const trust = join(home, 'trust.json')
  await copyFile(join(pipeline.home, 'trust.json'), trust)
  const api = await served(pipeline, home, key)
  await api.untilReady()
  return { pipeline, worker, key, home, trust, api }
}

/** An API started like `npm run api`, and its answers. */
async function served(pipeline: TestPipeline, home: string, key: string, databaseUrl = pipeline.database.apiUrl) {
  const settings = { API_DATABASE_URL: databaseUrl, REDIS_URL: pipeline.redis.url, PRAMAAN_HOME: home, PORT: '0' }
  const config = loadConfigFor(['apiDatabaseUrl', 'redisUrl'], settings)
  const log = createLogger('api', 'silent')
  const api = await startApi({ ...apiParts(config, log), prefix: pipeline.redis.prefix, overloadedDelayMs: 120_000 })
  let isOpen = true
  const close = async (): Promise<void> => {
    if (isOpen) await api.close()
    isOpen = false
  }
  opened.push(close)
  const origin = `http://127.0.0.1:${api.port}`
  const ready = async (): Promise<number> => (await fetch(`${origin}/readyz`)).status
  const health = async () => {
    const answer = await fetch(`${origin}/v1/health?state_code=XX`, { headers: { 'X-API-Key': key } })
    const { data } = (await answer.json()) as { data?: { service_status: string; problems?: string[] } }
    return data ?? null
  }
  const holds = async (): Promise<number> => {
    const answer = await fetch(`${origin}/public/serving.json`)
    const { releases } = (await answer.json()) as { releases: { holds: object[] }[] }
    return releases[0]?.holds.length ?? -1
  }
  /** Number of signed log entries that it has seen. */
  const signed = async (): Promise<number> =>
    Number((await (await fetch(`${origin}/log/checkpoint`)).text()).split('\n')[1])
  return {
    close,
    ready,
    health,
    holds,
    signed,
    untilReady: () => vi.waitUntil(async () => (await ready()) === 200, PATIENCE),
  }
}

/** A worker started like `npm run worker`, with the files in the home. */
async function workAnew(pipeline: TestPipeline, keyFile = NEW_KEY, pool = pipeline.pool, databaseUrl?: string) {
  const settings = { ...pipeline.environment, PRAMAAN_SIGNING_KEY: join(pipeline.home, keyFile) }
  const config = loadConfigFor(
    ['pipelineDatabaseUrl', 'redisUrl'],
    databaseUrl === undefined ? settings : { ...settings, DATABASE_URL: databaseUrl },
  )
  const parts = await workerParts(config, pool, createLogger('worker', 'silent'), noFirstPeople)
  return pipeline.work({ ...parts, prefix: pipeline.redis.prefix })
}

async function hold(pipeline: TestPipeline): Promise<void> {
  const held = await pipeline.cli('release', 'hold', `${FIXTURE_ID}@1`, WATER, '--reason', 'in doubt')
  expect([held.code, held.stderr]).toEqual([0, ''])
}

/** The new trust file is copied to the API, which is restarted, and shows acts under the new key. */
async function followed({ pipeline, home, trust, key }: Awaited<ReturnType<typeof deployment>>): Promise<void> {
  await copyFile(join(pipeline.home, 'trust.json'), trust)
  const api = await served(pipeline, home, key)
  await api.untilReady()
  expect((await api.health())?.service_status).toBe('healthy')
  if ((await api.holds()) === 0) await hold(pipeline)
  await vi.waitUntil(async () => (await api.holds()) === 1, PATIENCE)
}

test('the signing key is lost', async () => {
  const [adopt, verify] = blocksUnder('The signing key is lost')
  const all = await deployment()
  const { pipeline, worker, home, key, api } = all
  await worker.close()
  await rm(join(pipeline.home, 'signing-key.pem'))
  await expect(workAnew(pipeline, 'signing-key.pem')).rejects.toThrow(/SIGNING_KEY_MISSING/)
  await play(pipeline, adopt)
  // A running one continues and reports it; a starting one does not answer.
  await vi.waitUntil(async () => (await api.health())?.service_status === 'degraded', PATIENCE)
  expect((await api.health())?.problems).toEqual([expect.stringContaining('TRUST_OUTDATED')])
  await api.close()
  const started = await served(pipeline, home, key)
  expect(await started.ready()).toBe(503)
  await started.close()
  await workAnew(pipeline)
  await followed(all)
  await play(pipeline, verify)
})

test('the database is an older copy', async () => {
  const [compare, adopt] = blocksUnder('The database is an older copy')
  const all = await deployment()
  const { pipeline, worker, home, key, api } = all
  const { position } = await readHead(pipeline.pool)
  await hold(pipeline)
  await vi.waitUntil(async () => (await api.holds()) === 1, PATIENCE)
  // It obeys a hold before that is signed, and afterwards only lacks what it has seen signed.
  const { rows } = await pipeline.pool.query<{ entries: number }>(
    'SELECT count(*)::int AS entries FROM read.log_leaves',
  )
  await vi.waitUntil(async () => (await api.signed()) === rows[0]?.entries, PATIENCE)
  await worker.close()
  await api.close()
  // State after a restore: the same tables as before.
  await inTransaction(pipeline.owner, async (client) => {
    await cutLog(client, position + 1)
    await rebuildWithin(client)
  })
  await expect(workAnew(pipeline, 'signing-key.pem')).rejects.toThrow(/tail_missing/)
  const behind = await served(pipeline, home, key)
  expect(await behind.ready()).toBe(503)
  await behind.close()
  await play(pipeline, compare)
  await play(pipeline, adopt)
  await workAnew(pipeline)
  await hold(pipeline)
  await followed(all)
})

test('a second site takes over', async () => {
  const [compare] = blocksUnder('A second site takes over')
  const [first, second] = [await temporaryHome(), await temporaryHome()]
  opened.push(() => Promise.all([removeHome(first.home), removeHome(second.home)]))
  const primary = await startPostgres({ dataDir: first.dataDir, log: () => {} })
  opened.push(primary.stop)
  await migrate(primary.url, () => {})
  await ensureLogins(primary.url)
  const replica = await startReplica({
    ...{ primaryUrl: primary.url, primaryDir: first.dataDir, replicaDir: second.dataDir, log: () => {} },
  })
  opened.push(replica.stop)
  const database = { ownerUrl: primary.url, ...roleUrls(primary.url), drop: async () => {} }
  const { pipeline, worker, home, key, api } = await deployment({ database })
  await worker.close()
  await api.close()
  const { hash } = await readHead(pipeline.pool)
  const client = new Client({ connectionString: replica.url })
  await client.connect()
  opened.push(() => client.end())
  const there = `SELECT encode(hash, 'hex') AS hash FROM event_log_head`
  await vi.waitUntil(async () => (await client.query(there)).rows[0].hash === hash, PATIENCE)
  await client.query('SELECT pg_promote()')
  const environment = { ...pipeline.environment, DATABASE_URL: replica.url }
  await play(pipeline, compare, environment)
  const site = createPool({
    url: roleUrls(replica.url).pipelineUrl,
    applicationName: 'pramaan-test',
    max: 8,
    onError: () => {},
  })
  opened.push(() => site.end())
  const anew = await workAnew(pipeline, 'signing-key.pem', site, replica.url)
  opened.push(anew.close)
  const moved = await served(pipeline, home, key, roleUrls(replica.url).apiUrl)
  await moved.untilReady()
  expect((await moved.health())?.service_status).toBe('healthy')
})

test('an event cannot be signed for', async () => {
  const [find, leaveOut] = blocksUnder('An event cannot be signed for')
  const all = await deployment()
  const { pipeline, worker, api } = all
  const issued = await pipeline.cli('key', 'issue', '--name', 'lost', '--scopes', 'all', '--states', 'all', '--json')
  const { key_id: lost } = issued.json<{ key_id: string }>()
  const standing = async () => {
    const { keys } = (await pipeline.cli('key', 'list', '--json')).json<{
      keys: { key_id: string; standing: string }[]
    }>()
    return keys.find(({ key_id }) => key_id === lost)?.standing
  }
  const { rows } = await pipeline.pool.query('SELECT release_sha256 FROM read.releases')
  const one = { release_id: FIXTURE_ID, revision: 1, release_sha256: rows[0].release_sha256 }
  const forged = newEvent({ type: 'ComponentFreed', payload: { ...one, component: WATER, reason: 'no' } })
  const by = { actor: 'asha', commandId: null, now: new Date() }
  await append(pipeline.pool, { stream: streamOf.state('XX'), expectedVersion: 'any', events: [forged], ...by })
  const held = await pipeline.cli('release', 'hold', `${FIXTURE_ID}@1`, WATER, '--reason', 'in doubt')
  expect([held.code, held.stderr]).toEqual([1, expect.stringContaining('NOT_YET_SIGNED')])
  await pipeline.cli('key', 'revoke', lost)
  expect(await standing(), 'API keys need no signature').toBe('revoked')
  await play(pipeline, find)
  await worker.close()
  await play(pipeline, leaveOut)
  expect(await standing(), 'so revocations are repeated first').toBe('in force')
  await api.close()
  await workAnew(pipeline)
  await followed(all)
})

test('an API moves', async () => {
  const [compare] = blocksUnder('An API moves')
  const { pipeline, home, key, api, trust } = await deployment()
  await api.close()
  const elsewhere = await mkdtemp(join(tmpdir(), `pramaan-test-${process.pid}-api-`))
  opened.push(() => rm(elsewhere, { recursive: true }))
  await expect(served(pipeline, elsewhere, key), 'without a trust file').rejects.toThrow(/^TRUST_MISSING/)
  await copyFile(trust, join(elsewhere, 'trust.json'))
  await copyFile(join(home, 'api-seen.json'), join(elsewhere, 'api-seen.json'))
  await play(pipeline, compare)
  const moved = await served(pipeline, elsewhere, key)
  await moved.untilReady()
  expect((await moved.health())?.service_status).toBe('healthy')
})

test('the signing key is replaced', async () => {
  const [rotate] = blocksUnder('The signing key is replaced')
  const { pipeline, worker, api } = await deployment()
  await play(pipeline, rotate)
  await vi.waitUntil(() => pipeline.disagreements.length > 0, PATIENCE)
  expect(pipeline.disagreements).toEqual([expect.stringContaining('signing_key_not_current')])
  await worker.close()
  await workAnew(pipeline)
  await hold(pipeline)
  await vi.waitUntil(async () => (await api.holds()) === 1, PATIENCE)
  expect((await api.health())?.service_status).toBe('healthy')
})

test('every command of the document was carried out', () => {
  const all = DOCUMENT.blocks.filter(({ marks }) => marks[0] === 'run')
  expect(all.filter((block) => !executed.has(block)).map(({ line }) => line)).toEqual([])
})
