import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sha256 } from '#digest'
import { readStream } from '../../../pipeline/event-log/read.ts'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { newestCheckpoint } from '../../../pipeline/signed-state/signed-state.ts'
import { getBlob } from '../../../pipeline/store/blobs.ts'
import { parseCheckpoint } from '../../../releases/proof/format/checkpoint.ts'
import { parseTrust, type Trust } from '../../../releases/proof/format/trust.ts'
import { appendLeaf, emptyRange, rangeRoot } from '../../../releases/proof/merkle/tree.ts'
import { verifyBundle } from '../../../releases/proof/verify/bundle.ts'
import { verifyCheckpoint } from '../../../releases/proof/verify/checkpoint.ts'
import { promote, withdraw } from '../../../services/operations/lifecycle.ts'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { readBundle, readTrust } from '../../../services/platform/release-bundle.ts'
import { BIHAR } from '../../support/api-database.ts'
import { replaceIn } from '../../support/fixture-definition.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA, BASHIR } from '../../support/people.ts'
import { OPENER, type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { runsOf } from '../../support/tier.ts'

let one: TestPipeline
let other: TestPipeline

beforeAll(async () => {
  ;[one, other] = await Promise.all([testPipeline(), testPipeline()])
  await Promise.all([one.work(), other.work()])
})
afterAll(async () => {
  await Promise.all([one?.close(), other?.close()])
})

async function trustOf(pipeline: TestPipeline): Promise<Trust> {
  const parsed = parseTrust((await readTrust(pipeline.pool, pipeline.foundation)) ?? '')
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.trust
}

/** The checkpoint is published after the events are projected, so the test waits for it, not for a fixed time. */
async function checkpointOfSize(pipeline: TestPipeline, size: number): Promise<string> {
  const newest = await vi.waitUntil(async () => {
    const found = await newestCheckpoint(pipeline.pool, pipeline.foundation)
    return found !== null && found.checkpoint.size >= size ? found : null
  }, PATIENCE)
  return newest.note
}

/** The small one in `npm test`: Bihar's result by jobs is tested by every test with a Bihar database. */
const DEFINITIONS = [
  ['the fixture', () => one.folder()],
  ['Bihar', async () => BIHAR],
] as const

describe.each(DEFINITIONS.slice(0, runsOf({ normal: 1, nightly: 2 })))('the definition of %s', (_name, folder) => {
  let release: ReleaseView
  let events: Awaited<ReturnType<typeof readStream>>

  beforeAll(async () => {
    release = await one.run(await folder())
    events = await readStream(one.pool, streamOf.state(release.state_code))
  })

  test('is opened, gated, sealed, approved and promoted, each by who does that', () => {
    expect(release).toMatchObject({ revision: 1, status: 'released', stage: 'reference', scope: release.state_code })
    expect(events.map(({ type, actor }) => [type, actor])).toEqual([
      ['CandidateOpened', OPENER],
      ['GateRunStarted', OPENER],
      ['GateRunCompleted', 'decide-worker'],
      ['ReleaseSealed', 'decide-worker'],
      ['ReleaseApproved', BASHIR.name],
      ['ReleasePromoted', OPENER],
    ])
  })

  test('has 29 verdicts, each once, all passed', async () => {
    const run = streamOf.run(release.release_id, 1, release.run_id ?? '')
    const verdicts = (await readStream(one.pool, run)).map(
      ({ payload }) => payload as { gate: string; passed: boolean },
    )

    expect(verdicts.map(({ gate }) => gate).sort()).toEqual([...GATE_NAMES].sort())
    expect(verdicts.filter(({ passed }) => !passed)).toEqual([])
    expect(events[2]?.payload).toMatchObject({ passed: 29, total: 29, failed: [] })
  })

  test('is sealed under the hash of the bytes that are kept', async () => {
    const sealed = events[3]?.payload as { release_sha256: string; size_bytes: number; key_id: string }
    const bytes = await getBlob(one.pool, sealed.release_sha256)

    expect(release.release_sha256).toBe(sealed.release_sha256)
    expect(bytes?.byteLength).toBe(sealed.size_bytes)
    expect(sha256(bytes ?? new Uint8Array())).toBe(sealed.release_sha256)
    expect(sealed.key_id).toBe(one.signer.keyId)
  })

  test('has its seal, approval and promotion in the Merkle log, in that order', async () => {
    const { rows } = await one.pool.query<{ entry: Buffer; leaf_index: number }>(
      'SELECT entry, leaf_index FROM read.log_leaves ORDER BY leaf_index',
    )
    const entries = rows
      .map(({ entry, leaf_index }) => ({ ...JSON.parse(entry.toString('utf8')), leaf_index }))
      .filter(({ payload }) => payload.release_id === release.release_id)

    expect(entries).toMatchObject([
      { type: 'ReleaseSealed', leaf_index: release.leaf_index, event_position: events[3]?.position },
      { type: 'ReleaseApproved', actor: BASHIR.name },
      {
        type: 'ReleasePromoted',
        payload: { scope: release.state_code, stage: 'reference' },
        event_hash: events[5]?.hash,
      },
    ])
  })

  test('is covered by a signed checkpoint that is the root of all leaves', async () => {
    const note = await checkpointOfSize(one, (release.leaf_index ?? 0) + 3)
    const parsed = parseCheckpoint(note)
    if (!parsed.ok) throw new Error(parsed.reason)
    const { checkpoint } = parsed
    const { rows } = await one.pool.query<{ leaf_hash: Buffer }>(
      'SELECT leaf_hash FROM read.log_leaves WHERE leaf_index < $1 ORDER BY leaf_index',
      [checkpoint.size],
    )
    const leaves = rows.map(({ leaf_hash }) => leaf_hash)

    expect(verifyCheckpoint(checkpoint, await trustOf(one))).toMatchObject({ ok: true })
    expect(Buffer.from(rangeRoot(leaves.reduce(appendLeaf, emptyRange())))).toEqual(Buffer.from(checkpoint.root))
  })

  test('leaves as a bundle that verifies offline, against its own checkpoint and a newer one', async () => {
    const newest = await checkpointOfSize(one, (release.leaf_index ?? 0) + 3)
    for (const against of ['first', 'newest'] as const) {
      const bundle = await readBundle(
        one.pool,
        { releaseSha256: release.release_sha256 ?? '' },
        against,
        one.foundation,
      )
      const verified = verifyBundle(bundle?.bytes ?? new Uint8Array(), { trust: await trustOf(one) })

      expect(verified).toMatchObject({
        ok: true,
        release_id: release.release_id,
        release_sha256: release.release_sha256,
        statement: { actors: { opened_by: OPENER, sealed_by: 'decide-worker' } },
      })
    }
    const held = await readBundle(one.pool, { releaseSha256: release.release_sha256 ?? '' }, 'newest', one.foundation)
    const judged = verifyBundle(held?.bytes ?? new Uint8Array(), { trust: await trustOf(one), checkpoint: newest })
    expect(judged).toMatchObject({ ok: true })
  })

  test('has the same release_sha256 in another database, with another key', async () => {
    const again = await other.run(await folder())

    expect(other.signer.keyId).not.toBe(one.signer.keyId)
    expect(again.release_sha256).toBe(release.release_sha256)
  })

  test('that serves unchanged is left alone by another run', async () => {
    const before = await readStream(one.pool, streamOf.state(release.state_code))
    const again = await one.run(await folder())

    expect(again).toEqual(release)
    expect(await readStream(one.pool, streamOf.state(release.state_code))).toEqual(before)
  })
})

test('a restart with the shipped content leaves what people put in its place, and what they withdrew', async () => {
  const [shipped, theirs] = await Promise.all([
    other.folder(),
    other.folder((files) => replaceIn(files, 'release.yaml', 'tier:', '# Ours.\ntier:')),
  ])
  await other.run(shipped)
  const own = await other.run(theirs)
  const parts = { pool: other.pool, by: ASHA, now: () => new Date() }
  /** Runs it again, like a restart; that must append nothing. */
  const restarted = async (folder: string): Promise<ReleaseView> => {
    const before = await readStream(other.pool, streamOf.state('XX'))
    const release = await other.run(folder, false)
    expect(await readStream(other.pool, streamOf.state('XX'))).toEqual(before)
    return release
  }

  expect(own.revision).toBe(2)
  expect(await restarted(shipped)).toMatchObject({ revision: 1, status: 'superseded' })
  await promote(parts, `${own.release_id}@1`, null, 'reference')
  expect(await restarted(theirs), 'the newest, and rolled back').toMatchObject({ revision: 2, status: 'superseded' })
  await withdraw(parts, `${own.release_id}@1`, 'wrong')
  expect(await restarted(shipped)).toMatchObject({ revision: 1, status: 'withdrawn' })

  await withdraw(parts, `${own.release_id}@2`, 'wrong too')
  const newer = await other.folder((files) => replaceIn(files, 'release.yaml', 'tier:', '# A newer version.\ntier:'))
  const opened = { revision: 3, status: 'candidate' }
  expect(await other.run(newer, false), 'content that a newer version has changed').toMatchObject(opened)
  expect(await restarted(newer)).toMatchObject(opened)

  // A person may open the same content again. The signer, who decides each command again, agrees.
  const again = await other.run(theirs)
  expect(again).toMatchObject({ revision: 4, status: 'released' })
  await checkpointOfSize(other, (again.leaf_index ?? 0) + 1)
  expect(other.disagreements).toEqual([])
})

test('of a record that is sealed again each revision has its own bundle, and without one it is that in service', async () => {
  const first = await one.run(await one.folder())
  await checkpointOfSize(one, (first.leaf_index ?? 0) + 1)
  const hash = first.release_sha256 ?? ''
  const remarked = await one.folder((files) => replaceIn(files, 'release.yaml', 'tier:', '# A remark.\ntier:'))
  const second = await one.run(remarked)
  await checkpointOfSize(one, (second.leaf_index ?? 0) + 1)

  expect([second.revision, second.release_sha256]).toEqual([2, hash])
  expect((await readBundle(one.pool, { releaseSha256: hash }, 'first', one.foundation))?.revision).toBe(2)
  for (const revision of [1, 2]) {
    const bundle = await readBundle(one.pool, { releaseSha256: hash, revision }, 'newest', one.foundation)
    const verified = verifyBundle(bundle?.bytes ?? new Uint8Array(), { trust: await trustOf(one) })
    expect(verified).toMatchObject({ ok: true, revision })
  }
})
