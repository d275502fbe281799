import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { beginLog, requireCurrentKey } from '../../../pipeline/checkpoints/begin-log.ts'
import { CheckpointPublisher } from '../../../pipeline/checkpoints/publish-checkpoint.ts'
import { runCommand } from '../../../pipeline/commands/run-command.ts'
import { rotateSigningKey } from '../../../pipeline/commands/trust-acts.ts'
import { inDiscarded } from '../../../pipeline/event-log/in-transaction.ts'
import { readHead } from '../../../pipeline/event-log/read.ts'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { decideRun } from '../../../pipeline/jobs/decide-run.ts'
import { newestCheckpoint, newestState } from '../../../pipeline/signed-state/signed-state.ts'
import { parseTrust } from '../../../releases/proof/format/trust.ts'
import { type SigningKey, signingKeyFromSeed } from '../../../releases/proof/sign/signing-key.ts'
import { verifyBundle } from '../../../releases/proof/verify/bundle.ts'
import { SignedState } from '../../../services/api/snapshot/signed-state.ts'
import { waitForRun } from '../../../services/operations/gate-run.ts'
import { readRelease } from '../../../services/operations/release-view.ts'
import { verifyLog } from '../../../services/operations/verify-log.ts'
import { readBundle, readTrust } from '../../../services/platform/release-bundle.ts'
import { createGateRunner } from '../../../services/worker/gate-runner.ts'
import { startRun } from '../../support/disturbance.ts'
import { replaceIn } from '../../support/fixture-definition.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA, testFoundation, trustFiles } from '../../support/people.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
/** The current signing key. */
let current: SigningKey
beforeAll(async () => {
  pipeline = await testPipeline()
  current = pipeline.signer
})
afterAll(() => pipeline?.close())

const newSigner = (): SigningKey => signingKeyFromSeed(randomBytes(32))
const context = () => ({ pool: pipeline.pool, signatories: [ASHA], now: () => new Date() })
const publisher = (signer: SigningKey) =>
  new CheckpointPublisher({ pool: pipeline.pool, signer, foundation: pipeline.foundation })

/** Hands the log over to a new key; the previous key signs that. */
async function rotate(): Promise<SigningKey> {
  const next = newSigner()
  expect(await rotateSigningKey(context(), next)).toMatchObject({ ok: true })
  await publisher(current).publish()
  current = next
  return next
}

const revision = (version: string) =>
  pipeline.folder((files) =>
    replaceIn(files, 'release.yaml', 'controller_version: V1', `controller_version: ${version}`),
  )

/** Waits until a checkpoint covers everything in the log. */
const signed = () =>
  vi.waitUntil(
    async () => {
      const { state, trust } = await newestState(pipeline.pool, pipeline.foundation)
      const size = await pipeline.pool.query('SELECT FROM read.log_leaves')
      return state?.checkpoint.size === size.rowCount && trust
    },
    { ...PATIENCE, interval: 50 },
  )

async function verify(releaseSha256: string | null, against: 'first' | 'newest') {
  const { trust: keys } = await newestState(pipeline.pool, pipeline.foundation)
  const trust = parseTrust((await readTrust(pipeline.pool, pipeline.foundation)) ?? '')
  if (!trust.ok) throw new Error(trust.reason)
  const bundle = await readBundle(pipeline.pool, { releaseSha256: releaseSha256 ?? '' }, against, keys)
  return verifyBundle(bundle?.bytes ?? new Uint8Array(), { trust: trust.trust })
}

test('a new key takes over from its own entry on, and the old key’s signatures still verify', async () => {
  const before = await pipeline.work()
  const first = await pipeline.run(await pipeline.folder())
  await signed()
  await before.close()
  const old = current
  const next = await rotate()
  const worker = await pipeline.work({ signer: next })
  const second = await pipeline.run(await revision('V2'))
  const { keys } = await signed()
  await worker.close()

  expect(keys.map(({ keyId, fromIndex, toIndex }) => [keyId, fromIndex, toIndex])).toEqual([
    [old.keyId, 0, 7],
    [next.keyId, 7, null],
  ])
  for (const against of ['first', 'newest'] as const) {
    expect(await verify(first.release_sha256, against)).toMatchObject({ ok: true, revision: 1 })
    expect(await verify(second.release_sha256, against)).toMatchObject({ ok: true, revision: 2 })
  }
})

test('a reader who knows only the first key reaches the newest through the others’ signatures', async () => {
  await rotate()
  const newest = await rotate()
  const held = await pipeline.cli('release', 'hold', `${FIXTURE_ID}@2`, 'rows/XX-WATER/energy', '--reason', 'in doubt')
  expect([held.code, held.stderr]).toEqual([1, expect.stringContaining('NOT_YET_SIGNED')])
  await publisher(newest).publish()

  expect(await newestCheckpoint(pipeline.pool, pipeline.foundation), 'not by the first key').toMatchObject({
    checkpoint: { size: 8 },
  })
  const { state, trust } = await newestState(pipeline.pool, pipeline.foundation)
  expect(trust.keys.at(-1)?.keyId).toBe(newest.keyId)
  expect(state?.serving.serving[0]?.holds.map(({ component }) => component)).toEqual(['rows/XX-WATER/energy'])
})

test('four concurrent handovers are serialised, and one key signs in the end', async () => {
  const rotations = await Promise.all([1, 2, 3, 4].map(() => rotateSigningKey(context(), newSigner())))
  const added = rotations.flatMap((result) => (result.ok ? result.events.map(({ payload }) => payload) : []))
  const { state } = await newestState(pipeline.pool, pipeline.foundation)

  expect(added).toHaveLength(4)
  expect(new Set(added.map((payload) => (payload as { replaces: string }).replaces)).size).toBe(4)
  expect(state).not.toBeNull()
  await expect(publisher(current).publish(), 'its turn is over').rejects.toThrow(
    /replaced \(signing_key_not_current\).*PRAMAAN_SIGNING_KEY/,
  )
})

test('a copy of the log that the replaced key continues is refused by whoever knows its successor', async () => {
  const ours = await testPipeline()
  const forked = await testPipeline({ signer: ours.signer })
  const now = (): Date => new Date()
  const publish = ({ pool, foundation, signer }: TestPipeline) =>
    new CheckpointPublisher({ pool, signer, foundation }).publish()
  try {
    for (const pipeline of [ours, forked]) await publish(pipeline)
    await rotateSigningKey({ pool: ours.pool, signatories: [ASHA], now }, newSigner())
    await publish(ours)
    const { trust } = await newestState(ours.pool, ours.foundation)
    expect(trust.keys).toHaveLength(2)

    const reads = async ({ pool }: TestPipeline) =>
      (await SignedState.open({ ...(await trustFiles(ours.signer)), trust, onError: () => {} })).read(pool)
    const verdict = ({ pool }: TestPipeline) => inDiscarded(pool, (client) => verifyLog(client, trust, null, now))
    expect([(await reads(ours))?.keys.length, (await verdict(ours)).ok]).toEqual([2, true])
    expect(await newestState(forked.pool, trust)).toMatchObject({
      ...{ state: null, why: 'older' },
      trust: { keys: trust.keys },
    })
    await expect(reads(forked)).rejects.toMatchObject({ kind: 'behind' })
    expect(await verdict(forked)).toMatchObject({ ok: false, first_bad: { reason: 'keys_of_trust_file_missing' } })
  } finally {
    await ours.close()
    await forked.close()
  }
})

test('a command made under a key is not appended if another key took over meanwhile', async () => {
  const other = await testPipeline()
  try {
    const release = await startRun(other, await other.folder())
    const unchanged = [await requireCurrentKey(other.pool, other.signer)]
    await rotateSigningKey({ pool: other.pool, signatories: [ASHA], now: () => new Date() }, newSigner())
    const head = await readHead(other.pool)
    const { release_id, revision, run_id } = release
    const completed = { release_id, revision, run_id: run_id ?? '', passed: 28, total: 29, failed: [GATE_NAMES[0]] }
    const rejected = { release_id, revision, run_id: run_id ?? '', findings: [] }
    const reject = { type: 'reject', actor: 'decide-worker', completed, rejected } as const
    const late = runCommand(other.pool, 'XX', reject, { commandId: null, now: () => new Date(), unchanged })

    await expect(late).rejects.toThrow(/the state changed while the command ran: try again/)
    expect(await readHead(other.pool)).toEqual(head)
  } finally {
    await other.close()
  }
})

test('a seal is not appended if another key took over while it was made', async () => {
  const other = await testPipeline()
  try {
    const { release_id, revision, state_code, run_id } = await startRun(other, await other.folder())
    const run = { release_id, revision, state_code, run_id: run_id ?? '' }
    const runner = createGateRunner(other.pool)
    for (const gate of GATE_NAMES) await runner.run({ ...run, gate })
    const now = (): Date => new Date()
    // The statement is stored after the key was checked, and before the seal is appended.
    let taken = false
    const query = async (text: string, values?: unknown[]) => {
      if (!taken && text.startsWith('INSERT INTO blobs')) {
        taken = true
        expect(await rotateSigningKey({ pool: other.pool, signatories: [ASHA], now }, newSigner())).toMatchObject({
          ok: true,
        })
      }
      return other.pool.query(text, values)
    }
    const pool = { query, connect: () => other.pool.connect() } as unknown as Pool

    const sealing = decideRun({ pool, signer: other.signer, actor: 'decide-worker', now }, run)
    await expect(sealing).rejects.toThrow(/the state changed while the command ran: try again/)
    expect(taken).toBe(true)
    expect((await readRelease(other.pool, release_id, revision)).status).toBe('gating')
  } finally {
    await other.close()
  }
})

test('a worker does not start with a key that is not the log’s, nor on another deployment’s log', async () => {
  const stray = newSigner()
  // No fault of the log, for which people would restore a backup.
  const code = 'SETTINGS_WRONG'
  const message = expect.stringMatching(/^signing key .* was retired/)
  await expect(pipeline.work()).rejects.toMatchObject({ code, message })
  await expect(pipeline.work({ signer: stray })).rejects.toThrow(/is not the key of this log/)
  const theirs = testFoundation(stray)
  await expect(beginLog(pipeline.pool, stray, theirs, 'worker', new Date())).rejects.toThrow(
    /belongs to pramaan\/log\/v2/,
  )
})

test('a worker whose key is replaced while it runs seals nothing with it', async () => {
  const other = await testPipeline()
  try {
    const replaced = await other.work()
    const next = newSigner()
    await rotateSigningKey({ pool: other.pool, signatories: [ASHA], now: () => new Date() }, next)
    const release = await startRun(other, await other.folder())
    await expect(requireCurrentKey(other.pool, other.signer)).rejects.toThrow(/was retired/)
    const waiting = waitForRun(other.pool, release, () => {}, {
      gatesMs: Number.POSITIVE_INFINITY,
      decisionMs: 0,
    })
    await expect(waiting).rejects.toMatchObject({ code: 'RUN_UNDECIDED' })
    await replaced.close()
    const fresh = await other.work({ signer: next })
    await other.run(await other.folder())
    await fresh.close()
    const sealedBy = await other.owner.query(
      `SELECT payload::jsonb ->> 'key_id' AS key FROM event_log WHERE type = 'ReleaseSealed'`,
    )
    expect(sealedBy.rows).toEqual([{ key: next.keyId }])
  } finally {
    await other.close()
  }
})
