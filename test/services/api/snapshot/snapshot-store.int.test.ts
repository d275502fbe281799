import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Problem } from '../../../../services/api/snapshot/serving-release.ts'
import { SnapshotStore } from '../../../../services/api/snapshot/snapshot-store.ts'
import type { ReleaseView } from '../../../../services/operations/release-view.ts'
import { createPool } from '../../../../services/platform/postgres.ts'
import { biharDatabase, biharRevision } from '../../../support/api-release.ts'
import type { TestDatabase } from '../../../support/database.ts'

/** What goes on where a release cannot be loaded, refresh by refresh: instances read pointers when they like. */

let database: TestDatabase
let owner: Pool
let reader: Pool
let store: SnapshotStore
let told: Problem[]
let second: ReleaseView
beforeAll(async () => {
  database = await biharDatabase()
  const open = (url: string) => createPool({ url, applicationName: 'pramaan-test', max: 4, onError: () => undefined })
  owner = open(database.ownerUrl)
  reader = open(database.apiUrl)
  const pipeline = open(database.pipelineUrl)
  second = await biharRevision(pipeline, 'Urban domestic, one slab', 'Urban domestic, a single slab')
  await pipeline.end()
  await owner.query('ALTER TABLE blobs DISABLE TRIGGER ALL')
  await owner.query('ALTER TABLE blobs DROP CONSTRAINT blobs_sha256_is_theirs')
})
afterAll(async () => {
  await Promise.all([owner.end(), reader.end()])
  await database.drop()
})

/** The pointers as they were, and a store that has read them. */
beforeEach(async () => {
  await owner.query('CREATE TABLE IF NOT EXISTS first_serving AS TABLE read.serving')
  await owner.query('DELETE FROM read.serving')
  await owner.query('INSERT INTO read.serving SELECT * FROM first_serving')
  await owner.query('DELETE FROM read.holds')
  told = []
  store = new SnapshotStore({ pool: reader, onProblem: (problem) => told.push(problem), onSwap: () => {} })
  await store.refresh()
  expect(serving()).toEqual([['BR', 1]])
})

const serving = () => (store.current.byState.get('BR') ?? []).map(({ pointer }) => [pointer.scope, pointer.revision])
const older = () => store.current.problems.map(({ scope, servingOlder }) => [scope, servingOlder])

/** Alters a stored record. Returns how to put it back. */
async function damage(revision: number): Promise<() => Promise<void>> {
  const found = await owner.query(
    'SELECT b.sha256, b.bytes FROM blobs b JOIN read.releases r ON r.release_sha256 = b.sha256 WHERE r.revision = $1',
    [revision],
  )
  const [{ sha256, bytes }] = found.rows as [{ sha256: string; bytes: Buffer }]
  const altered = Buffer.from(bytes)
  altered[bytes.length >> 1]! ^= 1
  const write = (content: Buffer) => owner.query('UPDATE blobs SET bytes = $2 WHERE sha256 = $1', [sha256, content])
  await write(altered)
  return async () => void (await write(bytes))
}

const pointToSecond = () =>
  owner.query(`UPDATE read.serving SET revision = $1, release_sha256 = $2 WHERE scope = 'BR'`, [
    ...[second.revision, second.release_sha256],
  ])

test('the last good release of the scope goes on where the next one cannot be loaded', async () => {
  const restore = await damage(2)
  await pointToSecond()
  await store.refresh()
  expect([serving(), older()]).toEqual([[['BR', 1]], [['BR', true]]])
  await restore()
  await store.refresh()
  expect([serving(), older()]).toEqual([[['BR', 2]], []])
})

test('but not one that was withdrawn meanwhile, even where both are learnt of at once', async () => {
  const restore = await damage(2)
  const [{ status }] = (await owner.query('SELECT status FROM read.releases WHERE revision = 1')).rows
  await owner.query(`UPDATE read.releases SET status = 'withdrawn' WHERE revision = 1`)
  await pointToSecond()
  await store.refresh()
  expect([serving(), older()]).toEqual([[], [['BR', false]]])
  await owner.query('UPDATE read.releases SET status = $1 WHERE revision = 1', [status])
  await restore()
})

test('nor one that serves something else by now', async () => {
  const restore = await damage(2)
  await owner.query(`UPDATE read.serving SET scope = 'BR_SBPDCL'`)
  await owner.query(
    `INSERT INTO read.serving SELECT 'BR', effective_from, effective_to, release_id, $1, $2, stage, log_position, since
     FROM first_serving`,
    [second.revision, second.release_sha256],
  )
  await store.refresh()
  expect([serving(), older()]).toEqual([[['BR_SBPDCL', 1]], [['BR', false]]])
  await restore()
})

test('what goes on in doubt is tried again at every refresh, told once, and free of doubt when it can be read', async () => {
  const restore = await damage(1)
  await owner.query(
    `INSERT INTO read.holds (release_id, revision, component, reason, since)
     SELECT release_id, revision, 'rows/BR-DS-I/energy', 'a corrigendum is awaited', now() FROM read.serving`,
  )
  for (const _again of [1, 2, 3]) {
    await store.refresh()
    expect([serving(), older(), told.length]).toEqual([[['BR', 1]], [['BR', true]], 1])
    const [release] = store.current.byState.get('BR') ?? []
    expect(release?.pointer.holds).toHaveLength(1)
    const held = release?.catalogue.categories.filter(({ text }) => !JSON.parse(text).supported)
    expect(held, 'the catalogue of the record that was good has the hold').toHaveLength(1)
  }
  await restore()
  await store.refresh()
  expect([serving(), older()]).toEqual([[['BR', 1]], []])
})

test('a statement that is signed, and is of another release, is taken for none', async () => {
  type Signed = { envelope_sha256: string; leaf_index: number }
  const found = await owner.query<Signed>('SELECT envelope_sha256, leaf_index FROM read.releases ORDER BY revision')
  const [own, other] = found.rows
  const write = ({ envelope_sha256, leaf_index }: Signed) =>
    owner.query('UPDATE read.releases SET envelope_sha256 = $1, leaf_index = $2 WHERE revision = 1', [
      ...[envelope_sha256, leaf_index],
    ])
  await write(other!)
  const fresh = new SnapshotStore({ pool: reader, onProblem: (problem) => told.push(problem), onSwap: () => {} })
  await fresh.refresh()
  await write(own!)
  expect(fresh.current.byState.size).toBe(0)
  expect(told.map(({ reason }) => reason)).toEqual(['the signed statement is of another release'])
})
