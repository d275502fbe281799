import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readCheckpoint } from '../../../pipeline/checkpoints/checkpoints.ts'
import { checkpointPublisher } from '../../../pipeline/checkpoints/publish-checkpoint.ts'
import { announceSigningKey, requireCurrentKey } from '../../../pipeline/checkpoints/signing-keys.ts'
import { runCommand } from '../../../pipeline/commands/run-command.ts'
import { readHead } from '../../../pipeline/event-log/read.ts'
import { parseTrust } from '../../../releases/proof/format/trust.ts'
import { pemFromSeed, type SigningKey, signingKeyFromPem } from '../../../releases/proof/sign/signing-key.ts'
import { verifyBundle } from '../../../releases/proof/verify/bundle.ts'
import { waitForRun } from '../../../services/operations/gate-run.ts'
import { readRelease } from '../../../services/operations/release-view.ts'
import { readBundle, readTrust } from '../../../services/platform/release-bundle.ts'
import { startRun, untilVerdicts } from '../../support/disturbance.ts'
import { replaceIn } from '../../support/fixture-definition.ts'
import { FIXTURE_ID, OPENER, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline?.close())

function newSigner(): SigningKey {
  const read = signingKeyFromPem(pemFromSeed(randomBytes(32)))
  if (!read.ok) throw new Error(read.reason)
  return read.key
}

const revision = (version: string) =>
  pipeline.folder((files) =>
    replaceIn(files, 'release.yaml', 'controller_version: V1', `controller_version: ${version}`),
  )

async function sealedAs(number: number): Promise<string | null> {
  return (await readRelease(pipeline.pool, FIXTURE_ID, number)).release_sha256
}

async function published(size: number): Promise<void> {
  const covers = async () => ((await readCheckpoint(pipeline.pool))?.treeSize ?? 0) >= size
  await vi.waitUntil(covers, { timeout: 60_000, interval: 20 })
}

async function verify(releaseSha256: string | null, against: 'first' | 'newest' = 'first') {
  const trust = parseTrust((await readTrust(pipeline.pool)) ?? '')
  if (!trust.ok) throw new Error(trust.reason)
  const bundle = await readBundle(pipeline.pool, { releaseSha256: releaseSha256 ?? '' }, against)
  return verifyBundle(bundle?.bytes ?? new Uint8Array(), { trust: trust.trust })
}

test('a new key takes over from the next seal on, and what the old one signed still verifies', async () => {
  const before = await pipeline.work()
  const first = await pipeline.run(await pipeline.folder())
  await published(3)
  await before.close()
  const signer = newSigner()
  const worker = await pipeline.work({ signer })
  const second = await pipeline.run(await revision('V2'))
  await worker.close()
  const keys = await pipeline.pool.query('SELECT key_id, from_index, to_index FROM read.signing_keys ORDER BY 2')

  expect(keys.rows).toEqual([
    { key_id: pipeline.signer.keyId, from_index: 0, to_index: 2 },
    { key_id: signer.keyId, from_index: 3, to_index: null },
  ])
  expect(await verify(first.release_sha256)).toMatchObject({ ok: true, revision: 1, leaf_index: 0 })
  expect(await verify(second.release_sha256)).toMatchObject({ ok: true, revision: 2, leaf_index: 3 })
})

test('what is entered while no worker runs is covered by the first checkpoint of the new key, and verifies', async () => {
  const held = await pipeline.cli('release', 'hold', `${FIXTURE_ID}@2`, 'rows/XX-WATER/energy', '--reason', 'in doubt')
  expect(held.code).toBe(0)
  const leaves = await pipeline.pool.query('SELECT FROM read.log_leaves')
  const worker = await pipeline.work({ signer: newSigner() })
  await published(leaves.rowCount ?? 0)
  await worker.close()

  for (const against of ['first', 'newest'] as const) {
    expect(await verify(await sealedAs(1), against)).toMatchObject({ ok: true, revision: 1 })
    expect(await verify(await sealedAs(2), against)).toMatchObject({ ok: true, revision: 2 })
  }
})

test('a command made under a key is not entered when another took over meanwhile', async () => {
  const signer = newSigner()
  await announceSigningKey(pipeline.pool, signer, 'worker', new Date())
  const current = await requireCurrentKey(pipeline.pool, signer)
  await announceSigningKey(pipeline.pool, newSigner(), 'worker', new Date())
  const head = await readHead(pipeline.pool)
  const withdraw = { type: 'withdraw', actor: OPENER, releaseId: FIXTURE_ID, revision: 1, reason: 'late' } as const
  const context = { commandId: null, now: () => new Date(), unchanged: current }

  await expect(runCommand(pipeline.pool, 'XX', withdraw, context)).rejects.toThrow(/changed meanwhile: try again/)
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('a key announced again, by many workers at once, is announced once', async () => {
  const signer = newSigner()
  await Promise.all([1, 2, 3, 4].map(() => announceSigningKey(pipeline.pool, signer, 'worker', new Date())))
  const head = await readHead(pipeline.pool)
  await announceSigningKey(pipeline.pool, signer, 'worker', new Date())
  const found = await pipeline.pool.query('SELECT to_index FROM read.signing_keys WHERE key_id = $1', [signer.keyId])

  expect(found.rows).toEqual([{ to_index: null }])
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('a retired key signs no checkpoint', async () => {
  const old = newSigner()
  await announceSigningKey(pipeline.pool, old, 'worker', new Date())
  await announceSigningKey(pipeline.pool, newSigner(), 'worker', new Date())
  const before = await readCheckpoint(pipeline.pool)
  const held = await pipeline.cli('release', 'unhold', `${FIXTURE_ID}@2`, 'rows/XX-WATER/energy', '--reason', 'settled')

  expect(held.code).toBe(0)
  await expect(checkpointPublisher(pipeline.pool, old)()).rejects.toThrow(/was retired/)
  expect(await readCheckpoint(pipeline.pool)).toEqual(before)
})

test('a worker does not start with a retired key', async () => {
  await expect(pipeline.work()).rejects.toThrow(/was retired/)
})

test('a worker whose key is retired while it runs seals nothing with it', async () => {
  const [old, next] = [newSigner(), newSigner()]
  await pipeline.work({ signer: old })
  await announceSigningKey(pipeline.pool, next, 'worker', new Date())
  const release = await startRun(pipeline, await revision('V3'))
  await untilVerdicts(pipeline, release, 29)
  await expect(requireCurrentKey(pipeline.pool, old)).rejects.toThrow(/was retired/)
  const waiting = waitForRun(pipeline.pool, release, () => {}, 0)
  await expect(waiting).rejects.toMatchObject({ code: 'RUN_UNDECIDED' })
  const fresh = await pipeline.work({ signer: next })
  const sealed = await pipeline.run(await revision('V3'))
  await fresh.close()
  const sealedBy = await pipeline.owner.query(
    `SELECT payload::jsonb ->> 'key_id' AS key FROM event_log WHERE type = 'ReleaseSealed' ORDER BY position DESC LIMIT 1`,
  )

  expect(sealedBy.rows[0].key).toBe(next.keyId)
  expect(await verify(sealed.release_sha256)).toMatchObject({ ok: true, release_sha256: sealed.release_sha256 })
})
