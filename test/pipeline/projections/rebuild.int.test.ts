import { afterAll, beforeAll, expect, test } from 'vitest'
import { append } from '../../../pipeline/event-log/append.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { catchUp, rebuild } from '../../../pipeline/projections/catch-up.ts'
import { issueKey, revokeKey, rotateKey } from '../../../services/keys/manage.ts'
import { hold, promote, unhold, withdraw } from '../../../services/operations/lifecycle.ts'
import { replaceIn } from '../../support/fixture-definition.ts'
import { ASHA } from '../../support/people.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
  await pipeline.work()
})
afterAll(() => pipeline?.close())

const TABLES = [
  'api_keys',
  'gate_results',
  'holds',
  'log_leaves',
  'projection_checkpoint',
  'releases',
  'serving',
  'sources',
]

/** Every row of every table, as text: what no type parser can smooth over. */
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

/** A little of everything that can happen to a release and to a key. */
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
  await withdraw(parts, `${FIXTURE_ID}@2`, 'superseded for good')
  const failing = pipeline.run(await pipeline.folder((files) => replaceIn(files, 'rows.csv', '700.00', '701.00')))
  await expect(failing).rejects.toMatchObject({ code: 'RELEASE_REJECTED' })
  const context = { pool: pipeline.pool, actor: 'asha', now: new Date() }
  const [first, second] = [await issueKey(context, keySettings('one')), await issueKey(context, keySettings('two'))]
  await rotateKey(context, first.keyId, 1_000)
  await revokeKey(context, second.keyId, 'leaked')
}

test('the read model rebuilt from the log alone equals the live one, table by table', async () => {
  await liveALittle()
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

test('two callers that catch up at once project each event once', async () => {
  const before = (await readModel())['api_keys']?.length ?? 0
  for (let index = 0; index < 300; index += 1) {
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
  await Promise.all([1, 2, 3, 4].map(() => catchUp(pipeline.pool)))

  expect((await readModel())['api_keys']).toHaveLength(before + 300)
})
