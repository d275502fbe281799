import { readFile, writeFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CheckpointPublisher } from '../../../../pipeline/checkpoints/publish-checkpoint.ts'
import { attestSource, enrolPerson, requestEnrolment } from '../../../../pipeline/commands/trust-acts.ts'
import { append } from '../../../../pipeline/event-log/append.ts'
import { readHead } from '../../../../pipeline/event-log/read.ts'
import { newEvent, streamOf } from '../../../../pipeline/lifecycle/events.ts'
import { signCheckpoint } from '../../../../releases/proof/sign/checkpoint.ts'
import { signingKeyFromSeed } from '../../../../releases/proof/sign/signing-key.ts'
import { SignedState } from '../../../../services/api/snapshot/signed-state.ts'
import {
  loadTrustFile,
  newFoundation,
  noFirstPeople,
  workerFoundation,
} from '../../../../services/platform/trust-file.ts'
import { ASHA, BASHIR, testPerson, trustFiles } from '../../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../../support/pipeline.ts'

/** Trust files, homes and logs that do not match: each is refused with a remedy, and no state that was seen is lost. */

let ours: TestPipeline
/** Another database that was started with the same key and name, for example from a copied home. */
let copied: TestPipeline
let other: TestPipeline
beforeAll(async () => {
  ours = await testPipeline()
  copied = await testPipeline({ signer: ours.signer })
  other = await testPipeline()
  for (const pipeline of [ours, copied, other]) await signed(pipeline)
})
afterAll(async () => {
  for (const pipeline of [ours, copied, other]) await pipeline?.close()
})

let files: { trustPath: string; seenPath: string }
beforeEach(async () => {
  files = await trustFiles(ours.signer)
})

const publisher = (pipeline: TestPipeline, now?: () => Date) =>
  new CheckpointPublisher({
    ...{ pool: pipeline.pool, signer: pipeline.signer, foundation: pipeline.foundation },
    ...(now === undefined ? {} : { now }),
  })
const signed = (pipeline: TestPipeline) => publisher(pipeline).publish()

/** Start error of an instance, or the position it serves from. */
async function starts(pool: Pool): Promise<string | number | null> {
  try {
    const trust = await loadTrustFile(files.trustPath)
    const state = await SignedState.open({ trust, ...files, onError: () => {} })
    return (await state.read(pool))?.position ?? null
  } catch (error) {
    return (error as Error).message
  }
}

let enrolled = 0
const grow = async (pipeline: TestPipeline): Promise<void> => {
  enrolled += 1
  const person = requestEnrolment(pipeline.foundation.origin, testPerson(`person-${enrolled}`))
  const context = { pool: pipeline.pool, signatories: [ASHA, BASHIR], now: () => new Date() }
  expect(await enrolPerson(context, person)).toMatchObject({ ok: true })
  await signed(pipeline)
}

describe('a trust file', () => {
  test('that is not there is asked for', async () => {
    await expect(loadTrustFile('/nowhere/trust.json')).rejects.toThrow(
      /^TRUST_MISSING: .*\/nowhere\/trust.json.*copy it from there, or set PRAMAAN_TRUST/,
    )
  })

  test.each([
    ['that is cut', (text: string) => text.slice(0, -20)],
    ['with another key under the same id', (text: string) => text.replace(/"public_key":"..../, '"public_key":"AAAA')],
    ['with a person twice', (text: string) => text.replace(/("people":\[)(\{[^}]*\})/, '$1$2,$2')],
    ['with a field that nobody knows', (text: string) => text.replace('{', '{"more":1,')],
    ['of the version before', (text: string) => text.replace('"trust_version":2', '"trust_version":1')],
  ])('%s is refused with where to get another', async (_what, alter) => {
    const text = await readFile(files.trustPath, 'utf8')
    const altered = alter(text)
    expect(altered).not.toBe(text)
    await writeFile(files.trustPath, altered)
    expect(await starts(ours.pool)).toMatch(/^TRUST_INVALID: .*copy it again from the home of a worker/)
  })

  test('of another deployment serves nothing, and does not take the place of what was seen', async () => {
    expect(await starts(other.pool)).toMatch(/no checkpoint of the database is signed by a key of the trust file.*Copy/)
    const position = await starts(ours.pool)
    expect(position).toBe(4)
    const theirs = await trustFiles(other.signer)
    files = { ...files, trustPath: theirs.trustPath }
    expect(await starts(other.pool)).toMatch(/^TRUST_INVALID: .*belongs to log .*PRAMAAN_TRUST/)
  })

  test('that names another signing key under the name of this log serves nothing', async () => {
    const stranger = signingKeyFromSeed(new Uint8Array(32).fill(9))
    const trust = await loadTrustFile(files.trustPath)
    const forged = { ...newFoundation(stranger, trust.people), origin: trust.origin }
    const state = await SignedState.open({ ...files, trust: forged, onError: () => {} })
    await expect(state.read(ours.pool)).rejects.toMatchObject({
      kind: 'fork',
      message: expect.stringContaining('Copy the trust file'),
    })
  })
})

describe('what was seen', () => {
  test('is kept: an older database is waited for, by one that runs and by the next', async () => {
    await grow(ours)
    const grown = await starts(ours.pool)
    const { rows } = await ours.owner.query('SELECT note FROM checkpoints ORDER BY position DESC LIMIT 1')
    await ours.owner.query('ALTER TABLE checkpoints DISABLE TRIGGER ALL')
    const { rows: gone } = await ours.owner.query('DELETE FROM checkpoints WHERE note = $1 RETURNING *', [rows[0].note])
    expect(await starts(ours.pool)).toMatch(/the database is older\. It may catch up/)
    const { position, note_sha256, tree_size, note, serving } = gone[0]
    await ours.owner.query(
      'INSERT INTO checkpoints (position, note_sha256, tree_size, note, serving) VALUES ($1, $2, $3, $4, $5)',
      [position, note_sha256, tree_size, note, serving],
    )
    expect(await starts(ours.pool)).toBe(grown)
  })

  test('is contradicted by another log of the same key, as where a home was copied: a fork, shorter, as long or longer', async () => {
    expect(await starts(ours.pool)).toBeGreaterThan(4)
    expect(await starts(copied.pool)).toMatch(/the database is older/)
    await grow(copied)
    expect(await starts(copied.pool)).toMatch(/a different log of 5 entries was seen/)
    await grow(copied)
    expect(await starts(copied.pool)).toMatch(/differs from the one seen before/)
    expect(await starts(ours.pool), 'and nothing is lost').toBe(5)
  })

  test.each(['', 'junk', '{}', '{"origin":"x","position":-1}'])(
    'in a file that says %j is not made up',
    async (text) => {
      await writeFile(files.seenPath, text)
      expect(await starts(ours.pool)).toMatch(/^LOG_NOT_INTACT: .*restore it from a backup/)
      expect(await readFile(files.seenPath, 'utf8')).toBe(text)
    },
  )

  test('is not affected by a huge or malformed note next to the right one', async () => {
    const put = (note: string) =>
      ours.pool.query(
        `INSERT INTO checkpoints (position, note_sha256, tree_size, note, serving)
         VALUES ($2, encode(sha256(convert_to($1, 'UTF8')), 'hex'), 3, $1, '{}')`,
        [note, 900_000 + note.length],
      )
    await expect(put('x'.repeat(65_537))).rejects.toMatchObject({ code: '23514' })
    await put('x'.repeat(65_536))
    for (let count = 0; count < 60; count += 1) await put(`junk ${'.'.repeat(count)}`)
    expect(await starts(ours.pool)).toBe(5)
  })
})

describe('the home of a signer', () => {
  test('that is lost does not start a second log on an existing one', async () => {
    const nowhere = { trustPath: `${files.trustPath}.gone`, firstPeoplePath: null }
    await expect(workerFoundation(nowhere, ours.pool, ours.signer, noFirstPeople)).rejects.toThrow(
      /^TRUST_MISSING: the event log is not empty.*copy it from the home of the worker that started the log, or continue the log under a new key with `log adopt`/,
    )
  })
})

describe('a clock that is set back', () => {
  test('leaves nothing unsigned, and nothing unsaid', async () => {
    let at = Date.parse('2026-11-22T12:00:00.000Z')
    const signer = publisher(other, () => new Date(at))
    const quiet = newEvent({
      type: 'DefinitionRefused',
      payload: { release_id: 'XX-Y', definition_sha256: 'a'.repeat(64), findings: [] },
    })
    const tell = () => {
      const by = { actor: 'asha', commandId: null, now: new Date(at) }
      return append(other.pool, { stream: streamOf.state('XX'), expectedVersion: 'any', events: [quiet], ...by })
    }
    await tell()
    await signer.publish()
    expect(signer.isDue()).toBe(false)
    at -= 3_600_000
    await tell()
    expect(signer.isDue()).toBe(true)
    const note = await signer.publish()
    expect(note).toContain(`\n${(await readHead(other.pool)).position} `)
    expect((await other.pool.query('SELECT note FROM signed_time')).rows[0].note).toContain('2026-11-22T11:00:00.000Z')
  })
})

describe('an entry', () => {
  test('of more than 16 KiB is refused before it is appended, and the log continues', async () => {
    const before = await readHead(other.pool)
    const sha256 = 'ab'.repeat(32)
    const registered = newEvent({
      type: 'SourceRegistered',
      payload: { sha256, size_bytes: 1, media_type: 'text/plain', file_name: 'f', identity: null },
    })
    const by = { actor: 'bashir', commandId: null, now: new Date() }
    await append(other.pool, { stream: streamOf.source(sha256), expectedVersion: 0, events: [registered], ...by })
    const context = { pool: other.pool, signatories: [ASHA], now: () => new Date() }
    // Each of these characters takes six bytes in canonical JSON.
    const long = '\u0001'.repeat(2_000)
    expect(await attestSource(context, sha256, { obtainedFrom: long, compared: long })).toMatchObject({
      ok: false,
      code: 'ENTRY_TOO_LONG',
      message: expect.stringContaining('16384 bytes'),
    })
    expect((await readHead(other.pool)).position).toBe(before.position + 1)
    expect(await attestSource(context, sha256, { obtainedFrom: 'the site', compared: 'all' })).toMatchObject({
      ok: true,
    })
  })
})

test('a note that no key of the log signed is never served from, whatever position it claims', async () => {
  const { rows } = await copied.pool.query('SELECT serving FROM checkpoints ORDER BY position DESC LIMIT 1')
  const stranger = signingKeyFromSeed(new Uint8Array(32).fill(9))
  const body = { origin: ours.foundation.origin, size: 99, root: new Uint8Array(32), servingSha256: 'a'.repeat(64) }
  const note = signCheckpoint({ ...body, logHead: { position: 999_999, hash: 'a'.repeat(64) } }, stranger)
  await ours.pool.query(
    `INSERT INTO checkpoints (position, note_sha256, tree_size, note, serving)
     VALUES (999999, encode(sha256(convert_to($1, 'UTF8')), 'hex'), 99, $1, $2)`,
    [note, rows[0].serving],
  )
  expect(await starts(ours.pool)).toBe(5)
})
