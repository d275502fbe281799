import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { append } from '../../../pipeline/event-log/append.ts'
import { SERVING_CHANNEL } from '../../../pipeline/event-log/event.ts'
import { readAll } from '../../../pipeline/event-log/read.ts'
import { leafOf } from '../../../pipeline/lifecycle/entries.ts'
import { parseEvent, streamOf } from '../../../pipeline/lifecycle/events.ts'
import { catchUp, rebuild } from '../../../pipeline/projections/read-model.ts'
import { ENTRY_PAYLOADS } from '../../../releases/proof/format/entry-payloads.ts'
import { leafHash } from '../../../releases/proof/merkle/tree.ts'
import { issueKey, revokeKey, rotateKey } from '../../../services/keys/manage.ts'
import { check, hold, promote, unhold, withdraw } from '../../../services/operations/lifecycle.ts'
import type { RunningWorker } from '../../../services/worker/start-worker.ts'
import { replaceIn } from '../../support/fixture-definition.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA } from '../../support/people.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
let worker: RunningWorker
beforeAll(async () => {
  pipeline = await testPipeline()
  worker = await pipeline.work()
})
afterAll(() => pipeline?.close())

const TABLES = [
  'api_keys',
  'gate_results',
  'holds',
  'lapses',
  'log_leaves',
  'passed_over',
  'projection_checkpoint',
  'releases',
  'serving',
  'source_states',
  'sources',
]

/** Every row of every table as text, so that no type parser hides a difference. */
async function readModel(): Promise<Record<string, string[]>> {
  const tables = await pipeline.owner.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'read' ORDER BY table_name`,
  )
  const model: Record<string, string[]> = {}
  for (const { table_name: name } of tables.rows) {
    const rows = await pipeline.owner.query<{ row: string }>(`SELECT t::text AS row FROM read.${name} t ORDER BY 1`)
    model[name] = rows.rows.map(({ row }) => row)
  }
  return model
}

const keySettings = (name: string) => ({
  name,
  scopes: ['calculate:write'],
  states: ['XX'],
  origins: [],
  per_minute: 60,
  burst: 20,
  evidence_floor: 'derived',
  expires_at: null,
  request_ref: null,
})

/** A few of all events that can happen to a release and to a key. */
async function liveALittle(): Promise<void> {
  const parts = { pool: pipeline.pool, by: ASHA, now: () => new Date() }
  await pipeline.run(await pipeline.folder())
  await hold(parts, FIXTURE_ID, 'rows/XX-DOM/energy', 'in doubt')
  await hold(parts, FIXTURE_ID, 'rows/XX-HT/fixed', 'in doubt too')
  await unhold(parts, FIXTURE_ID, 'rows/XX-HT/fixed', 'settled')
  await pipeline.run(
    await pipeline.folder((files) =>
      replaceIn(files, 'release.yaml', 'controller_version: V1', 'controller_version: V2'),
    ),
  )
  await promote(parts, `${FIXTURE_ID}@1`, null, 'reference')
  const inJanuary = { ...parts, now: () => new Date('2026-01-31T12:00:00Z') }
  await check(inJanuary, `${FIXTURE_ID}@1`, 'rows/XX-WATER/energy', '2026-02-28')
  const lapsed = () => pipeline.owner.query('SELECT FROM read.lapses')
  await vi.waitUntil(async () => (await lapsed()).rowCount === 1, PATIENCE)
  await withdraw(parts, `${FIXTURE_ID}@2`, 'superseded for good')
  const failing = pipeline.run(await pipeline.folder((files) => replaceIn(files, 'rows.csv', '700.00', '701.00')))
  await expect(failing).rejects.toMatchObject({ code: 'RELEASE_REJECTED' })
  const context = { pool: pipeline.pool, actor: 'asha', now: new Date() }
  const [first, second] = [await issueKey(context, keySettings('one')), await issueKey(context, keySettings('two'))]
  await rotateKey(context, first.keyId, 1_000)
  await revokeKey(context, second.keyId, 'leaked')
  await appendVerdictTwice()
}

/** A second verdict of one gate in one run: our code never appends it, and no table accepts it. */
async function appendVerdictTwice(): Promise<void> {
  const found = await pipeline.owner.query<{ stream: string; payload: string }>(
    `SELECT stream, payload FROM event_log WHERE type = 'GateChecked' ORDER BY position LIMIT 1`,
  )
  const { stream, payload } = found.rows[0]!
  const event = { type: 'GateChecked', schemaVersion: 1, payload: JSON.parse(payload) }
  const parts = { expectedVersion: 'any', actor: 'mallory', commandId: null, now: new Date() } as const
  await append(pipeline.pool, { stream, events: [event], ...parts })
}

const everyEvent = async () => {
  const events = await readAll(pipeline.pool, { after: 0, limit: 10_000 })
  return events.map((event) => ({ ...event, ...parseEvent(event.type, event.payload) }))
}

test('an event that no table takes stops nothing: it is listed, and what comes after it is projected', async () => {
  await liveALittle()
  const { keyId } = await issueKey({ pool: pipeline.pool, actor: 'asha', now: new Date() }, keySettings('after'))
  const live = await readModel()
  const forged = (await everyEvent()).find(({ actor }) => actor === 'mallory')

  expect(live['api_keys']?.filter((row) => row.includes(keyId))).toHaveLength(1)
  expect(live['passed_over']).toEqual([expect.stringContaining(`(${forged?.position},`)])
})

test('the leaves are those that the signer makes of the same events, byte for byte', async () => {
  const leaves = (await everyEvent()).flatMap((event) => {
    const leaf = leafOf(event, event)
    return leaf instanceof Uint8Array ? [{ position: event.position, leaf: Buffer.from(leaf) }] : []
  })
  const stored = await pipeline.owner.query(
    'SELECT leaf_index::int, event_position::int, entry, leaf_hash FROM read.log_leaves ORDER BY leaf_index',
  )
  expect(leaves.length).toBeGreaterThan(10)
  expect(stored.rows).toEqual(
    leaves.map(({ position, leaf }, index) => ({
      leaf_index: index,
      event_position: position,
      entry: leaf,
      leaf_hash: Buffer.from(leafHash(leaf)),
    })),
  )
  const migration = await readFile('migrations/011_project_in_batches.sql', 'utf8')
  const [, listed = ''] = /e\.type IN \(([^)]*)\)/.exec(migration) ?? []
  expect(listed.match(/\w+/g)?.sort()).toEqual(Object.keys(ENTRY_PAYLOADS).sort())
})

test('the read model rebuilt from the log alone equals the live one, table by table', async () => {
  const live = await readModel()
  const position = await rebuild(pipeline.pool)
  const rebuilt = await readModel()

  expect(Object.keys(live)).toEqual(TABLES)
  for (const [name, rows] of Object.entries(live)) {
    expect(rows, name).not.toEqual([])
    expect(rebuilt[name], name).toEqual(rows)
  }
  expect(rebuilt['projection_checkpoint']).toEqual([`(t,${position})`])
})

test('a rebuild takes verdicts by batches, and looks through no table for what an event is about', async () => {
  const events = await everyEvent()
  const verdicts = events.filter(({ type }) => type === 'GateChecked')
  const client = await pipeline.owner.connect()
  onTestFinished(async () => {
    await client.query('ROLLBACK')
    client.release()
  })
  await client.query("BEGIN; SET LOCAL track_functions = 'pl'; SET LOCAL enable_seqscan = off")
  // The verdict fits no table, so its batch is processed event by event.
  const { rows: at } = await client.query<{ position: string }>('SELECT position::text FROM read.passed_over')
  const sound = events.filter(({ position }) => position < Number(at[0]?.position))
  await client.query('SELECT read_model_build()')
  await client.query("SELECT project_into('read_next', $1)", [sound.length])

  const { rows: called } = await client.query(
    "SELECT calls::int FROM pg_stat_xact_user_functions WHERE funcname = 'project_event'",
  )
  expect(called).toEqual([{ calls: sound.length - verdicts.length + 1 }])
  const { rows: read } = await client.query(
    `SELECT relname, seq_tup_read::int FROM pg_stat_xact_all_tables
     WHERE schemaname = 'read_next' AND relname IN ('log_leaves', 'releases', 'serving') ORDER BY relname`,
  )
  expect(read).toEqual(['log_leaves', 'releases', 'serving'].map((relname) => ({ relname, seq_tup_read: 0 })))
})

test('rebuilding while others append loses nothing and fails nobody', async () => {
  const appendKey = async (name: string): Promise<void> => {
    await issueKey({ pool: pipeline.pool, actor: 'asha', now: new Date() }, keySettings(name))
  }
  const names = Array.from({ length: 40 }, (_, index) => `busy-${index}`)
  const appending = Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (const name of names.filter((_, index) => index % 4 === lane)) await appendKey(name)
    }),
  )
  for (let round = 0; round < 5; round += 1) await rebuild(pipeline.pool)
  await appending
  const live = await readModel()
  await rebuild(pipeline.pool)

  expect(await readModel()).toEqual(live)
  expect(live['api_keys']?.filter((row) => row.includes('busy-'))).toHaveLength(names.length)
})

async function appendKeys(first: number, count: number): Promise<void> {
  for (let index = first; index < first + count; index += 1) {
    const keyId = `key_batch${index}`
    await append(pipeline.pool, {
      stream: streamOf.key(keyId),
      expectedVersion: 0,
      events: [
        {
          type: 'KeyIssued',
          schemaVersion: 1,
          payload: { ...keySettings('batch'), key_id: keyId, key_sha256: index.toString(16).padStart(64, '0') },
        },
      ],
      actor: 'asha',
      commandId: null,
      now: new Date(),
    })
  }
}

test('one caller catches up with more events than it takes at a time', async () => {
  // It catches up too.
  await worker.close()
  const before = (await readModel())['api_keys']?.length ?? 0
  await appendKeys(0, 210)
  await catchUp(pipeline.pool)

  expect((await readModel())['api_keys']).toHaveLength(before + 210)
})

test('two callers that catch up at once project each event once', async () => {
  const before = (await readModel())['api_keys']?.length ?? 0
  await appendKeys(1_000, 300)
  await Promise.all([1, 2, 3, 4].map(() => catchUp(pipeline.pool)))

  expect((await readModel())['api_keys']).toHaveLength(before + 300)
})

test('a hold, its end and a withdrawal wake whoever serves, without a checkpoint to tell of them', async () => {
  // It signs, which wakes as well.
  await worker.close()
  const listening = new Client({ connectionString: pipeline.database.ownerUrl })
  const heard: (string | undefined)[] = []
  listening.on('notification', ({ payload }) => heard.push(payload))
  await listening.connect()
  onTestFinished(() => listening.end())
  await listening.query(`LISTEN ${SERVING_CHANNEL}`)
  /** Notifications received for an act. They arrive in the order of transactions, so none comes after the last. */
  const heardOf = async (act: () => Promise<unknown>): Promise<(string | undefined)[]> => {
    await act()
    await catchUp(pipeline.pool)
    await pipeline.owner.query('SELECT pg_notify($1, $2)', [SERVING_CHANNEL, 'the last'])
    await vi.waitUntil(() => heard.at(-1) === 'the last', PATIENCE)
    return heard.splice(0).slice(0, -1)
  }
  const parts = { pool: pipeline.pool, by: ASHA, now: () => new Date() }
  const [serving, component] = [`${FIXTURE_ID}@1`, 'rows/XX-HT/fixed']

  expect(await heardOf(async () => {})).toEqual([])
  expect(await heardOf(() => hold(parts, serving, component, 'in doubt again'))).toEqual([''])
  expect(await heardOf(() => unhold(parts, serving, component, 'settled again'))).toEqual([''])
  expect(await heardOf(() => withdraw(parts, serving, 'no longer'))).toEqual([''])
})
