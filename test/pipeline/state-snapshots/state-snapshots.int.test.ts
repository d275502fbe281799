import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { append } from '../../../pipeline/event-log/append.ts'
import { readStream } from '../../../pipeline/event-log/read.ts'
import type { Command } from '../../../pipeline/lifecycle/commands.ts'
import { decide } from '../../../pipeline/lifecycle/decide.ts'
import { newEvent, parseEvents, streamOf } from '../../../pipeline/lifecycle/events.ts'
import { fold, refOf, revisionsOf, type StateReleases } from '../../../pipeline/lifecycle/state.ts'
import { rebuild } from '../../../pipeline/projections/read-model.ts'
import { SnapshotKeeper } from '../../../pipeline/state-snapshots/keep-snapshots.ts'
import { foldState } from '../../../pipeline/state-snapshots/read-state.ts'
import { snapshotFault } from '../../../pipeline/state-snapshots/verify-snapshots.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { approve, gate, hold, openCommand, promote, review, sealCommand, unhold, withdraw } from '../lifecycle/life.ts'

/** A state's releases from a stored snapshot and the events after it equal those of the whole stream. */

const STREAM = streamOf.state('XX')
const OTHER = 'XX-2027-28-FIXTURE-V1'
const THIRD = 'XX-2028-29-FIXTURE-V1'

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline?.close())
beforeEach(() => pipeline.pool.query('DELETE FROM state_snapshots'))

const everything = async () => parseEvents(await readStream(pipeline.pool, STREAM))
const whole = async (): Promise<StateReleases> => fold(await everything())

/** The stream as folded by the signer. */
async function followed() {
  const events = await everything()
  const last = events.at(-1)
  if (last === undefined) throw new Error('nothing has happened yet')
  const { version, hash } = last
  return { states: new Map([[STREAM, fold(events)]]), ends: new Map([[STREAM, { version, hash }]]) }
}

async function carryOut(command: Command): Promise<void> {
  const decision = decide(await whole(), command)
  if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.code}`)
  const given = { actor: command.actor, commandId: null, now: new Date() }
  const events = decision.events.map(newEvent)
  expect(await append(pipeline.pool, { stream: STREAM, expectedVersion: 'any', events, ...given })).toMatchObject({
    ok: true,
  })
}

function sealed(run: Parameters<typeof sealCommand>[0]): Command {
  const command = sealCommand(run)
  return command.type === 'seal' ? { ...command, sealed: { ...command.sealed, key_id: 'f'.repeat(64) } } : command
}

/** From opened to approved. */
function made(
  releaseId: string,
  content: string,
  period: { from?: string; to?: string } = {},
  revision = 1,
): Command[] {
  const named = { releaseId, revision }
  const run = { ...named, runId: `run-${content}` }
  return [
    openCommand({ content, releaseId, ...period }),
    { ...gate(run.runId), ...named } as Command,
    sealed({ ...run, content }),
    approve('bashir', named),
  ]
}

const LATER = { from: '2027-04-01', to: '2028-03-31' }
const LIFE: Command[] = [
  ...made(FIXTURE_ID, 'a'),
  promote(),
  review(),
  promote({ stage: 'production', actor: 'chitra' }),
  hold(),
  ...made(OTHER, 'b', LATER),
  ...made(THIRD, 'c', { from: '2026-10-01', to: '2027-12-31' }),
  promote({ releaseId: OTHER, revision: 1 }),
  hold({ component: 'rows/XX-DOM/fixed' }),
  unhold(),
  ...made(FIXTURE_ID, 'd', {}, 2),
  promote({ revision: 2 }),
  // Replaces both that serve.
  promote({ releaseId: THIRD, revision: 1 }),
  withdraw({ releaseId: OTHER, revision: 1 }),
]

/** The next possible queries for each release. */
const asked = (releaseId: string): Command[] =>
  [1, 2].flatMap((revision) => {
    const named = { releaseId, revision }
    const command = (given: Command): Command => ({ ...given, ...named }) as Command
    return [
      promote(named),
      promote({ ...named, scope: 'XX_ONE' }),
      withdraw(named),
      command(hold()),
      command(gate('again')),
    ]
  })

test('whenever it is stored, each command is decided as on all events, in the same order, and few are gone through', async () => {
  const keeper = new SnapshotKeeper(pipeline.pool, 4)
  for (const command of LIFE) {
    await carryOut(command)
    const all = await whole()
    for (const releaseId of [FIXTURE_ID, OTHER, THIRD]) {
      const { releases, version, folded } = await foldState(pipeline.pool, 'XX', { releaseId, serving: true })
      expect(version).toBe((await everything()).length)
      expect(folded).toBeLessThan(8)
      const wanted = [...all].filter(([, one]) => one.releaseId === releaseId || one.serving !== null)
      expect([...releases].filter(([ref]) => wanted.some(([own]) => own === ref))).toEqual(wanted)
      for (const next of [...asked(releaseId), openCommand({ content: 'e', releaseId })])
        expect(decide(releases, next)).toEqual(decide(all, next))
    }
    await keeper.keep(await followed())
  }
  expect(await snapshotFault(pipeline.pool, await followed())).toBeNull()
})

test('one signer continues from another’s snapshot, and neither leaves a revision out', async () => {
  const [one, another] = [new SnapshotKeeper(pipeline.pool, 1), new SnapshotKeeper(pipeline.pool, 1)]
  await one.keep(await followed())
  await carryOut(openCommand({ content: 'f', releaseId: OTHER }))
  await another.keep(await followed())
  await carryOut({ ...gate('run-f'), releaseId: OTHER, revision: 2 } as Command)
  await one.keep(await followed())

  expect(await snapshotFault(pipeline.pool, await followed())).toBeNull()
  const { releases, folded } = await foldState(pipeline.pool, 'XX', { releaseId: OTHER, serving: false })
  expect([releases.get(refOf(OTHER, 2))?.status, folded]).toEqual(['gating', 0])
})

test('only what changed since is written again', async () => {
  const before = await followed()
  await carryOut(openCommand({ content: '7', releaseId: THIRD }))
  const after = await followed()
  // As in a fold: unchanged revisions are the same object.
  const releases = new Map(
    [...(after.states.get(STREAM) ?? [])].map(([ref, one]) => [ref, before.states.get(STREAM)?.get(ref) ?? one]),
  )
  const kept = new SnapshotKeeper(pipeline.pool, 1)
  await pipeline.pool.query('DELETE FROM state_snapshots')
  await kept.keep(before)
  await pipeline.pool.query(`UPDATE revision_snapshots SET content = '{"untouched":true}'`)
  await kept.keep({ ...after, states: new Map([[STREAM, releases]]) })

  const { rows } = await pipeline.pool.query(`SELECT ref FROM revision_snapshots WHERE content NOT LIKE '%untouched%'`)
  expect(rows).toEqual([{ ref: refOf(THIRD, 2) }])
})

test.each([
  [
    'ends with an event that the log does not have',
    `UPDATE state_snapshots SET hash = decode(repeat('00', 32), 'hex')`,
  ],
  ['is ahead of the log', 'UPDATE state_snapshots SET version = version + 1'],
  ['cannot be read', `UPDATE revision_snapshots SET content = 'nonsense'`],
])('one that %s is not used: the stream is gone through', async (_, change) => {
  await new SnapshotKeeper(pipeline.pool, 1).keep(await followed())
  await pipeline.owner.query(change)

  const { releases, folded } = await foldState(pipeline.pool, 'XX', { releaseId: FIXTURE_ID, serving: false })
  expect(folded).toBe((await everything()).length)
  expect(releases).toEqual(await whole())
})

test.each([
  [
    'says what is not so',
    `UPDATE revision_snapshots SET content = replace(content, '"bashir"', '"mallory"')`,
    'not_in_the_log',
  ],
  [
    'has one too many',
    `INSERT INTO revision_snapshots SELECT stream, ref || '0', release_id, serves, content FROM revision_snapshots`,
    'not_in_the_log',
  ],
  ['cannot be read', `UPDATE revision_snapshots SET content = 'nonsense'`, 'not_in_the_log'],
  ['lacks one', `DELETE FROM revision_snapshots WHERE release_id = '${THIRD}'`, 'missing'],
])('`log verify` finds one that %s', async (_, change, reason) => {
  await new SnapshotKeeper(pipeline.pool, 1).keep(await followed())
  expect(await snapshotFault(pipeline.pool, await followed())).toBeNull()
  await pipeline.owner.query(change)

  expect(await snapshotFault(pipeline.pool, await followed())).toMatchObject({ table: 'revision_snapshots', reason })
})

test('`log rebuild` lets snapshots go, and the signer stores them again', async () => {
  const keeper = new SnapshotKeeper(pipeline.pool, 1)
  await keeper.keep(await followed())
  await rebuild(pipeline.pool)
  const wanted = { releaseId: THIRD, serving: false }
  expect((await foldState(pipeline.pool, 'XX', wanted)).folded).toBe((await everything()).length)

  await carryOut(openCommand({ content: '8', releaseId: OTHER }))
  await keeper.keep(await followed())
  expect((await foldState(pipeline.pool, 'XX', wanted)).folded).toBe(0)
  expect(await snapshotFault(pipeline.pool, await followed())).toBeNull()
})

test('what a revision inherits from one before the snapshot is the same', async () => {
  for (const { releaseId, revision, serving } of (await whole()).values())
    if (serving !== null) await carryOut(withdraw({ releaseId, revision }))
  await new SnapshotKeeper(pipeline.pool, 1).keep(await followed())
  const fourth = 'XX-2026-27-FIXTURE-V4'
  const revision = revisionsOf(await whole(), FIXTURE_ID).length + 1
  const commands = [
    ...made(FIXTURE_ID, '9', {}, revision),
    promote({ revision }),
    ...made(fourth, '5'),
    promote({ releaseId: fourth, revision: 1 }),
  ]
  for (const command of commands) await carryOut(command)

  const { releases } = await foldState(pipeline.pool, 'XX', { releaseId: fourth, serving: false })
  const own = releases.get(refOf(fourth, 1))
  expect(own).toEqual((await whole()).get(refOf(fourth, 1)))
  expect(own?.twoEndHolds).toBe(true)
})
