import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enrolPerson } from '../../../pipeline/commands/trust-acts.ts'
import { append } from '../../../pipeline/event-log/append.ts'
import { readHead } from '../../../pipeline/event-log/read.ts'
import { newEvent, streamOf } from '../../../pipeline/lifecycle/events.ts'
import { rebuild } from '../../../pipeline/projections/read-model.ts'
import { newestState } from '../../../pipeline/signed-state/signed-state.ts'
import type { ServingState } from '../../../releases/proof/format/serving.ts'
import { SignedState } from '../../../services/api/snapshot/signed-state.ts'
import { ensureSigningKey } from '../../../services/platform/signing-key.ts'
import { loadTrustFile, writeTrustFile } from '../../../services/platform/trust-file.ts'
import { readKeptCheckpoint } from '../../../services/worker/checkpoint-file.ts'
import { passkeyEnrolment, testAuthenticator } from '../../support/authenticator.ts'
import type { CliError } from '../../support/cli.ts'
import { pastTriggers } from '../../support/database.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA, BASHIR, trustFiles } from '../../support/people.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

/**
 * A log whose key is lost, whose newest events are gone, or that has an event that must not be signed: a person
 * continues it under another key, and readers with the new trust file follow.
 */

const WATER = 'rows/XX-WATER/energy'

let pipeline: TestPipeline
let files: { trustPath: string; seenPath: string }
beforeEach(async () => {
  pipeline = await testPipeline()
  files = await trustFiles(pipeline.signer)
  const worker = await pipeline.work()
  await pipeline.run(await pipeline.folder())
  await signedUp()
  await worker.close()
})
afterEach(() => pipeline?.close())

const signedUp = () =>
  vi.waitUntil(async () => {
    const { state } = await newestState(pipeline.pool, await loadTrustFile(join(pipeline.home, 'trust.json')))
    const { rowCount } = await pipeline.pool.query('SELECT FROM read.log_leaves')
    return state?.checkpoint.size === rowCount
  }, PATIENCE)

const newKey = () => join(pipeline.home, 'new-signing-key.pem')
type Adopted = {
  position: number
  key_id: string
  lost_after: { position: number; signedUpTo: number } | null
  cut: { events: number; file: string } | null
}
const adopt = (...args: string[]) => pipeline.cli('log', 'adopt', newKey(), ...args, '--json')
const adopted = async (...args: string[]): Promise<Adopted> => {
  const outcome = await adopt(...args)
  expect([outcome.code, outcome.stderr]).toEqual([0, ''])
  return outcome.json<Adopted>()
}

/** State served by an API with that trust file: a running one or, after `forget`, a newly started one. */
function reader(trustPath: string, seenPath = files.seenPath) {
  let signed: SignedState | null = null
  return {
    forget: () => {
      signed = null
    },
    read: async (): Promise<ServingState['serving'] | string> => {
      try {
        signed ??= await SignedState.open({
          trust: await loadTrustFile(trustPath),
          trustPath,
          seenPath,
          onError: () => {},
        })
        return (await signed.read(pipeline.pool))?.serving ?? []
      } catch (error) {
        return (error as Error).message
      }
    },
  }
}
const newTrust = () => join(pipeline.home, 'trust.json')

/** A worker with the present files of the home and the new key. */
async function workAnew() {
  const signer = await ensureSigningKey(newKey())
  const foundation = await loadTrustFile(newTrust())
  return pipeline.work({ signer, foundation, anchor: await readKeptCheckpoint(pipeline.home) })
}

/** Resets the database to its state at a position, like restoring an older copy. */
async function restoreTo(position: number): Promise<void> {
  await pastTriggers(pipeline.owner, async (client) => {
    await client.query('DELETE FROM event_log WHERE position > $1', [position])
    await client.query('DELETE FROM checkpoints WHERE position > $1', [position])
    await client.query(
      'UPDATE event_log_head SET (position, hash) = (SELECT position, hash FROM event_log ORDER BY position DESC LIMIT 1)',
    )
    await client.query('UPDATE relay_checkpoint SET position = $1', [position])
    await client.query('UPDATE read.projection_checkpoint SET position = 0')
  })
  await rebuild(pipeline.pool)
}

const verify = async () => {
  const outcome = await pipeline.cli('log', 'verify', '--json')
  return [outcome.code, outcome.json<{ ok: boolean }>().ok]
}

test('the log continues also if somebody was enrolled with a passkey', async () => {
  const asked = passkeyEnrolment(testAuthenticator('dev'), pipeline.foundation.origin)
  const enrolled = await enrolPerson({ pool: pipeline.pool, signatories: [ASHA, BASHIR], now: () => new Date() }, asked)
  expect(enrolled).toMatchObject({ ok: true })
  await rm(join(pipeline.home, 'signing-key.pem'))
  await adopted()
  const worker = await workAnew()
  await worker.close()
  expect(await verify()).toEqual([0, true])
})

test('a lost key: the log continues under another, and whoever has the old trust file waits for the new one', async () => {
  const old = reader(files.trustPath)
  expect(await old.read()).toHaveLength(1)
  await rm(join(pipeline.home, 'signing-key.pem'))
  await expect(pipeline.work({ signer: await ensureSigningKey(newKey()) })).rejects.toThrow(
    /is not the key of this log/,
  )
  const { position } = await readHead(pipeline.pool)
  const done = await adopted()

  expect(done).toMatchObject({ position: position + 1, lost_after: null, cut: null })
  expect((await loadTrustFile(newTrust())).position).toBe(position + 1)
  expect((await loadTrustFile(`${newTrust()}.before-${done.position}`)).position).toBe(0)
  const outdated = `TRUST_OUTDATED: a person adopted the log at position ${done.position}`
  expect(await old.read(), 'one that runs loads nothing newer').toContain(outdated)
  old.forget()
  expect(await old.read(), 'one that starts serves nothing').toContain(outdated)
  const fresh = reader(newTrust())
  expect(await fresh.read()).toMatchObject([{ release_id: FIXTURE_ID, revision: 1 }])
  old.forget()
  expect(await old.read(), 'what the newer root has seen is not gone back on').toMatch(
    /^TRUST_OUTDATED: .*copy the newer/,
  )

  const worker = await workAnew()
  const held = await pipeline.cli('release', 'hold', `${FIXTURE_ID}@1`, WATER, '--reason', 'in doubt')
  expect([held.code, held.stderr]).toEqual([0, ''])
  await worker.close()
  expect(await fresh.read()).toMatchObject([{ holds: [{ component: WATER }] }])
  expect(await verify()).toEqual([0, true])
})

test('a restored database: what was signed since is reported as lost, and never shown as if it were not', async () => {
  const api = reader(files.trustPath)
  const { position: kept } = await readHead(pipeline.pool)
  const worker = await pipeline.work()
  const held = await pipeline.cli('release', 'hold', `${FIXTURE_ID}@1`, WATER, '--reason', 'in doubt')
  expect([held.code, held.stderr]).toEqual([0, ''])
  await worker.close()
  expect(await api.read()).toMatchObject([{ holds: [{ component: WATER }] }])
  await restoreTo(kept)

  await expect(pipeline.work(), 'a worker does not sign another end').rejects.toThrow(/tail_missing/)
  expect(await verify()).toEqual([1, false])
  expect(await api.read()).toMatch(/the database is older/)
  const done = await adopted()
  expect(done).toMatchObject({ position: kept + 1, lost_after: { position: kept, signedUpTo: kept + 1 } })
  expect(await api.read()).toContain('TRUST_OUTDATED')
  expect(await verify()).toEqual([0, true])
  const fresh = reader(newTrust())
  expect(await fresh.read()).toMatchObject([{ revision: 1, holds: [] }])

  const anew = await workAnew()
  const again = await pipeline.cli('release', 'hold', `${FIXTURE_ID}@1`, WATER, '--reason', 'in doubt')
  expect([again.code, again.stderr]).toEqual([0, ''])
  await anew.close()
  expect(await fresh.read()).toMatchObject([{ holds: [{ component: WATER }] }])
})

test('an event that cannot be signed for is left out with all after it, and kept in a file', async () => {
  const { position } = await readHead(pipeline.pool)
  const { rows } = await pipeline.pool.query('SELECT release_sha256 FROM read.releases')
  const one = { release_id: FIXTURE_ID, revision: 1, release_sha256: rows[0].release_sha256 }
  const forged = newEvent({ type: 'ReleaseWithdrawn', payload: { ...one, scope: 'XX', reason: 'no' } })
  const by = { actor: 'asha', commandId: null, now: new Date() }
  await append(pipeline.pool, { stream: streamOf.state('XX'), expectedVersion: 'any', events: [forged], ...by })
  const held = await pipeline.cli('release', 'hold', `${FIXTURE_ID}@1`, WATER, '--reason', 'in doubt')
  expect(held.code).toBe(1)
  const without = await adopt()
  expect(without.json<CliError>().error).toMatchObject({
    code: 'LOG_NOT_INTACT',
    message: expect.stringContaining(`add --before ${position + 1}`),
  })
  const head = await readHead(pipeline.pool)

  const done = await adopted('--before', String(position + 1))
  expect(done).toMatchObject({ position: position + 1, cut: { events: head.position - position } })
  const cut = (await readFile(done.cut!.file, 'utf8')).trimEnd().split('\n')
  expect(JSON.parse(cut[0]!)).toMatchObject({ position: position + 1, type: 'ReleaseWithdrawn' })
  expect(await verify()).toEqual([0, true])
  expect(await reader(newTrust()).read()).toMatchObject([{ revision: 1, holds: [] }])
  const list = await pipeline.cli('release', 'list', '--json')
  expect(list.json<{ releases: object[] }>().releases).toMatchObject([{ status: 'released' }])
  const worker = await workAnew()
  const second = await pipeline.run(await pipeline.folder((files) => files))
  await worker.close()
  expect(second).toMatchObject({ revision: 1, status: 'released' })
})

test('nothing is cut where a person could not say so, nor from the middle of a command or the beginning', async () => {
  const before = await readHead(pipeline.pool)
  const { rows } = await pipeline.pool.query(`SELECT position FROM event_log WHERE type = 'ReleaseSealed'`)
  const refused = async (...args: string[]) => (await adopt(...args)).json<CliError>().error
  expect(await refused('--before', '3')).toMatchObject({ message: expect.stringContaining('key and first people') })
  expect(await refused('--before', String(rows[0].position))).toMatchObject({
    code: 'LOG_NOT_INTACT',
    message: expect.stringContaining('command_incomplete'),
  })
  expect(await refused('--before', '9999')).toMatchObject({ message: expect.stringContaining('nothing to remove') })
  expect(await readHead(pipeline.pool)).toEqual(before)
  expect(await verify()).toEqual([0, true])
})

test('a key that has signed the log signs no other state of it', async () => {
  const { position } = await readHead(pipeline.pool)
  const refused = async (file: string, ...args: string[]) =>
    (await pipeline.cli('log', 'adopt', file, ...args, '--json')).json<CliError>().error.code
  const present = join(pipeline.home, 'signing-key.pem')
  expect(await refused(present)).toBe('ENROLMENT_REFUSED')
  expect(await refused(present, '--before', String(position))).toBe('ENROLMENT_REFUSED')
  expect((await readHead(pipeline.pool)).position).toBe(position)

  // The key of a rotation is not in the trust file of the home.
  const foundation = await loadTrustFile(newTrust())
  await adopted()
  await writeTrustFile(newTrust(), foundation)
  const adoptedAt = await readHead(pipeline.pool)
  expect(await refused(newKey(), '--before', String(adoptedAt.position))).toBe('ENROLMENT_REFUSED')
  await restoreTo(adoptedAt.position - 1)
  expect(await refused(newKey())).toBe('ENROLMENT_REFUSED')
  expect((await readHead(pipeline.pool)).position).toBe(adoptedAt.position - 1)
})

test('beside a worker at work nothing is taken over', async () => {
  const worker = await pipeline.work()
  const outcome = await adopt()
  await worker.close()
  expect([outcome.code, outcome.json<CliError>().error.code]).toEqual([1, 'WORKER_AT_WORK'])
})

test('one that was cut short is ended by running it again', async () => {
  const first = await adopted()
  await rm(newTrust())
  await copyFile(`${newTrust()}.before-${first.position}`, newTrust())
  const again = await adopted()
  expect(again).toMatchObject({ position: first.position, key_id: first.key_id })
  expect((await loadTrustFile(newTrust())).position).toBe(first.position)
})
