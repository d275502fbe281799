import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { append } from '../../../../pipeline/event-log/append.ts'
import { newEvent, streamOf } from '../../../../pipeline/lifecycle/events.ts'
import { newestState } from '../../../../pipeline/signed-state/signed-state.ts'
import { getBlob, putBlob } from '../../../../pipeline/store/blobs.ts'
import { ENGINE_VERSION } from '../../../../releases/engine/version.ts'
import type { ServingState } from '../../../../releases/proof/format/serving.ts'
import { parseStatement } from '../../../../releases/proof/format/statement.ts'
import { buildStatement } from '../../../../releases/proof/sign/statement.ts'
import { canonicalBytes } from '../../../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import type { Problem } from '../../../../services/api/snapshot/serving-release.ts'
import { SignedState } from '../../../../services/api/snapshot/signed-state.ts'
import { SnapshotStore } from '../../../../services/api/snapshot/snapshot-store.ts'
import { createPool } from '../../../../services/platform/postgres.ts'
import { biharDatabase, biharRevision } from '../../../support/api-release.ts'
import type { TestDatabase } from '../../../support/database.ts'
import { testFoundation, trustFiles } from '../../../support/people.ts'
import { runSigner } from '../../../support/run-signer.ts'
import { signState } from '../../../support/signed-state.ts'

/** Fallback if a release cannot be loaded, refresh by refresh: instances may read pointers at any time. */

let database: TestDatabase
let owner: Pool
let reader: Pool
let store: SnapshotStore
let told: Problem[]
let first: ServingState
let second: Pick<Served, 'revision' | 'release_sha256' | 'statement_sha256'>
beforeAll(async () => {
  database = await biharDatabase()
  const open = (url: string) => createPool({ url, applicationName: 'pramaan-test', max: 4, onError: () => undefined })
  owner = open(database.ownerUrl)
  reader = open(database.apiUrl)
  const pipeline = open(database.pipelineUrl)
  const state = await newestState(pipeline, testFoundation(runSigner()))
  if (state.state === null) throw new Error('nothing is signed')
  first = state.state.serving
  const { revision, release_sha256 } = await biharRevision(
    pipeline,
    'Urban domestic, one slab',
    'Urban domestic, a single slab',
  )
  const sealed = await pipeline.query(
    `SELECT payload::json ->> 'statement_sha256' AS hash FROM event_log WHERE type = 'ReleaseSealed' ORDER BY position DESC`,
  )
  second = { revision, release_sha256: release_sha256 ?? '', statement_sha256: sealed.rows[0].hash }
  await pipeline.end()
  await owner.query('ALTER TABLE blobs DISABLE TRIGGER ALL')
  await owner.query('ALTER TABLE blobs DROP CONSTRAINT blobs_sha256_is_theirs')
})
afterAll(async () => {
  await Promise.all([owner.end(), reader.end()])
  await database.drop()
})

/** The first state again, and a store that has read it. */
beforeEach(async () => {
  await say(() => first)
  told = []
  store = await newStore()
  await store.refresh()
  expect(serving()).toEqual([['BR', 1]])
})

async function newStore(): Promise<SnapshotStore> {
  const files = await trustFiles(runSigner())
  const trust = testFoundation(runSigner())
  const signed = await SignedState.open({ trust, ...files, onError: () => undefined })
  const onProblem = (problem: Problem) => void told.push(problem)
  return new SnapshotStore({ pool: reader, signed, onDoubt: () => {}, onProblem, onSwap: () => {} })
}

/** Events signed by the log's key from now on. */
const say = (change: (state: ServingState) => ServingState) => signState(owner, runSigner(), change)
type Served = ServingState['serving'][number]
const served = (change: (only: Served) => Served | Served[]) =>
  say((state) => ({ ...state, serving: state.serving.flatMap(change) }))

const serving = () => (store.current.byState.get('BR') ?? []).map(({ pointer }) => [pointer.scope, pointer.revision])
const older = () => store.current.problems.map(({ scope, servingOlder }) => [scope, servingOlder])

/** Alters a stored record. Returns a function that restores it. */
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

const pointToSecond = () => served((only) => ({ ...only, ...second }))

test('the last valid release of the scope continues where the next one cannot be loaded', async () => {
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
  await say((state) => ({
    ...state,
    serving: state.serving.map((only) => ({ ...only, ...second })),
    withdrawn: state.serving.map(({ release_sha256 }) => release_sha256),
  }))
  await store.refresh()
  expect([serving(), older()]).toEqual([[], [['BR', false]]])
  await restore()
})

test('nor one that serves something else by now', async () => {
  const restore = await damage(2)
  await served((only) => [
    { ...only, ...second },
    { ...only, scope: 'BR_SBPDCL' },
  ])
  await store.refresh()
  expect([serving(), older()]).toEqual([[['BR_SBPDCL', 1]], [['BR', false]]])
  await restore()
})

test('a release served in doubt is retried at every refresh, reported once, and cleared when it can be read', async () => {
  const restore = await damage(1)
  const hold = { component: 'rows/BR-DS-I/energy', kind: 'hold', reason: 'a corrigendum is awaited' } as const
  await served((only) => ({ ...only, holds: [{ ...hold, since: only.since }] }))
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

test('what the log put on hold or withdrew since holds for the revision that it names, and for no other', async () => {
  const [only] = first.serving
  if (only === undefined) throw new Error('nothing serves')
  const component = 'rows/BR-DS-I/energy'
  const restrict = async (revision: number, withdrawn: boolean): Promise<void> => {
    const of = { release_id: only.release_id, revision, reason: 'in doubt' }
    const { release_sha256 } = revision === 1 ? only : second
    const event = withdrawn
      ? newEvent({ type: 'ReleaseWithdrawn', payload: { ...of, scope: null, release_sha256 } })
      : newEvent({ type: 'ComponentHeld', payload: { ...of, release_sha256, component } })
    const request = { stream: streamOf.state('BR'), expectedVersion: 'any', actor: 'asha', commandId: null } as const
    expect(await append(owner, { ...request, events: [event], now: new Date() })).toMatchObject({ ok: true })
    await store.refresh()
  }
  const holds = () => (store.current.byState.get('BR') ?? []).map(({ pointer }) => pointer.holds)
  const before = only.holds.length
  await restrict(2, false)
  expect(holds().map(({ length }) => length)).toEqual([before])
  await restrict(2, true)
  expect(serving()).toEqual([['BR', 1]])
  await restrict(1, false)
  expect(holds()).toEqual([expect.arrayContaining([expect.objectContaining({ component, reason: 'in doubt' })])])
  await restrict(1, true)
  expect(serving()).toEqual([])
})

test('a statement that is signed for, and is of another release, is taken for none', async () => {
  await served((only) => ({ ...only, statement_sha256: second.statement_sha256 }))
  const fresh = await newStore()
  await fresh.refresh()
  expect(fresh.current.byState.size).toBe(0)
  expect(told.map(({ reason }) => reason)).toEqual(['the signed statement is of another release'])
})

/** The release in service as if sealed by another engine, with a charge on an unknown quantity. */
async function pointToUncompilable(engineVersion: string): Promise<void> {
  const [only] = first.serving
  const bytesOf = async (hash: string | undefined) => (await getBlob(owner, hash ?? '')) ?? new Uint8Array()
  const record = JSON.parse(new TextDecoder().decode(await bytesOf(only?.release_sha256))) as ReleaseRecord
  const rows = record.rows.map((row, index) =>
    index > 0 ? row : { ...row, charges: row.charges.map((charge) => ({ ...charge, per: 'made_up' })) },
  )
  const release_sha256 = await putBlob(owner, canonicalBytes({ ...record, rows }))
  const read = parseStatement(await bytesOf(only?.statement_sha256))
  if (!read.ok) throw new Error(read.reason)
  const statement = buildStatement({ ...read.statement, releaseSha256: release_sha256, engineVersion })
  const statement_sha256 = await putBlob(owner, statement)
  await served((pointer) => ({ ...pointer, release_sha256, statement_sha256 }))
}

test('a release that the gates of another engine tested is compiled whole before it serves', async () => {
  await pointToUncompilable('another-engine/1')
  const fresh = await newStore()
  await fresh.refresh()
  expect(fresh.current.byState.size).toBe(0)
  expect(told.map(({ reason }) => reason)).toEqual([expect.stringContaining('made_up')])
})

test('one that the gates of this engine tested is compiled when it is asked, category by category', async () => {
  await pointToUncompilable(ENGINE_VERSION)
  const fresh = await newStore()
  await fresh.refresh()
  const [release] = fresh.current.byState.get('BR') ?? []
  const [row, ...others] = release?.record.rows ?? []
  expect(() => release?.answer.plan.find(null, row?.subcategory_code ?? '')).toThrow('made_up')
  const other = others.find(({ subcategory_code: code }) => code !== row?.subcategory_code)?.subcategory_code ?? ''
  expect(release?.answer.plan.find(null, other)?.code).toBe(other)
})

describe('with forty pointers', () => {
  const asked = (spy: { mock: { calls: unknown[][] } }): number =>
    spy.mock.calls.filter(([text]) => String(text).includes('FROM blobs')).length

  beforeEach(() =>
    served((only) => Array.from({ length: 40 }, (_, index) => ({ ...only, scope: `BR_ONE${index + 10}` }))),
  )

  test('releases are read together, and not with a question each', async () => {
    const query = vi.spyOn(reader, 'query')
    onTestFinished(() => query.mockRestore())
    await store.refresh()
    expect([serving().length, asked(query)]).toEqual([40, 2])
  })

  test('a refresh looks at no pointer where nothing was signed or restricted since', async () => {
    await store.refresh()
    const before = store.current
    const written = vi.spyOn(JSON, 'stringify')
    const query = vi.spyOn(reader, 'query')
    onTestFinished(() => {
      written.mockRestore()
      query.mockRestore()
    })
    await store.refresh()
    expect(store.current).toBe(before)
    expect(written.mock.calls.length).toBeLessThan(10)
    expect(asked(query)).toBe(0)
  })
})
