import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enrolPerson, requestEnrolment } from '../../../pipeline/commands/trust-acts.ts'
import { createProgram } from '../../../services/cli/create-program.ts'
import { SCOPES } from '../../../services/keys/key.ts'
import { isWellFormedKey, keyHash } from '../../../services/keys/key-format.ts'
import { KeyRegistry } from '../../../services/keys/lookup.ts'
import { issueKey, revokeKey, rotateKey } from '../../../services/keys/manage.ts'
import { loadSigningKey } from '../../../services/platform/signing-key.ts'
import { loadTrustFile } from '../../../services/platform/trust-file.ts'
import type { CliError } from '../../support/cli.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA, testPerson } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
const used = new Set<string>()
beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline?.close())

type Issued = { key_id: string; key: string; replaces?: string; previous_valid_until?: string } & Record<
  string,
  unknown
>
type Listed = { key_id: string; name: string; standing: string } & Record<string, unknown>

async function done<T = Issued>(command: string, ...args: string[]): Promise<T> {
  used.add(command)
  const outcome = await pipeline.cli('key', command, ...args, '--json')
  expect(outcome.code, outcome.stdout + outcome.stderr).toBe(0)
  return outcome.json<T>()
}
async function refused(command: string, ...args: string[]): Promise<string> {
  const outcome = await pipeline.cli('key', command, ...args, '--json')
  expect(outcome.code).toBe(1)
  return outcome.json<CliError>().error.code
}
const issue = (...more: string[]) => done('issue', '--name', 'someone', '--scopes', 'all', '--states', 'BR', ...more)
const list = async (): Promise<Listed[]> => (await done<{ keys: Listed[] }>('list')).keys

/** Whether the API would accept the key now. */
const isGood = async (key: string, now = Date.now()) =>
  (await new KeyRegistry(pipeline.pool, () => now).find(keyHash(key), 'req_test')).status === 'known'

test('issue: the least that can be said gives all scopes, the derived floor and the usual limits', async () => {
  const { key_id, key, ...rights } = await issue()

  expect(key_id).toMatch(/^key_[0-9A-Za-z]{12}$/)
  expect(isWellFormedKey(key)).toBe(true)
  expect(rights).toEqual({
    scopes: [...SCOPES],
    states: ['BR'],
    origins: [],
    limits: { per_minute: 60, burst: 20, bills_per_minute: 1_000 },
    evidence_floor: 'derived',
    expires_at: null,
    states_without_release: ['BR'],
  })
  expect(await isGood(key)).toBe(true)
})

test('issue: everything that can be said is in the answer, the list and the log', async () => {
  const issued = await done(
    'issue',
    ...['--name', ' A newspaper ', '--scopes', 'health:read, calculate:write,health:read', '--states', 'BR,MH,ZZ'],
    ...[
      '--origins',
      'https://example.org,http://localhost:3000',
      '--per-minute',
      '100000',
      '--burst',
      '1',
      '--bills-per-minute',
      '10000000',
    ],
    ...[
      '--evidence-floor',
      'specimen',
      '--expires',
      '2099-12-31T23:00:00+05:30',
      '--request',
      'REQ-7',
      '--actor',
      'asha',
    ],
  )
  const rights = {
    scopes: ['health:read', 'calculate:write'],
    states: ['BR', 'MH', 'ZZ'],
    origins: ['https://example.org', 'http://localhost:3000'],
    evidence_floor: 'specimen',
    expires_at: '2099-12-31T17:30:00.000Z',
  }
  const listed = (await list()).find(({ key_id }) => key_id === issued.key_id)
  const logged = await pipeline.owner.query(
    `SELECT actor, payload FROM event_log WHERE type = 'KeyIssued' ORDER BY position DESC`,
  )

  expect(issued).toMatchObject({ ...rights, limits: { per_minute: 100_000, burst: 1, bills_per_minute: 10_000_000 } })
  expect(listed).toMatchObject({ ...rights, name: 'A newspaper', per_minute: 100_000, burst: 1 })
  expect(listed?.standing).toBe('until 2099-12-31T17:30:00.000Z')
  expect(logged.rows[0].actor).toBe('asha')
  expect(JSON.parse(logged.rows[0].payload)).toMatchObject({ request_ref: 'REQ-7', key_sha256: keyHash(issued.key) })
})

test('issue: all states is said as such, and holds for states to come', async () => {
  const issued = await done('issue', '--name', 'someone', '--scopes', 'all', '--states', 'all')
  expect(issued).toMatchObject({ states: ['all'] })
})

test('the key itself is printed once and kept nowhere', async () => {
  used.add('issue')
  const outcome = await pipeline.cli('key', 'issue', '--name', 'once', '--scopes', 'all', '--states', 'all')
  const [keyId, key = '', ...said] = outcome.stdout.trimEnd().split('\n')
  const kept = await pipeline.owner.query('SELECT FROM event_log WHERE payload LIKE $1', [`%${key}%`])
  const listing = await pipeline.cli('key', 'list')

  expect(outcome.code).toBe(0)
  expect(isWellFormedKey(key)).toBe(true)
  expect(said).toEqual(['The key is shown once. Only its SHA-256 is kept.'])
  expect(kept.rowCount).toBe(0)
  expect(listing.stdout).toContain(`${keyId}  once`)
  expect(listing.stdout).not.toContain(key)
})

test('revoke: at once, once, with the reason in the log', async () => {
  const { key_id, key } = await issue()
  const revoked = await done<object>('revoke', key_id, '--reason', 'leaked')

  expect(revoked).toEqual({ key_id, revoked: true })
  expect(await isGood(key)).toBe(false)
  expect((await list()).find((listed) => listed.key_id === key_id)?.standing).toBe('revoked')
  expect(await refused('revoke', key_id)).toBe('KEY_REVOKED')
  expect(await refused('rotate', key_id)).toBe('KEY_REVOKED')
  expect(await refused('revoke', 'key_nobody')).toBe('KEY_NOT_FOUND')
})

test('rotate: a new key with the same rights; the old one ends after its grace', async () => {
  const old = await issue('--evidence-floor', 'order', '--burst', '7')
  const { key_id, key, replaces, previous_valid_until, ...rights } = await done('rotate', old.key_id, '--grace', '2h')
  const ends = Date.parse(previous_valid_until ?? '')
  const { key_id: _id, key: _key, states_without_release: _states, ...before } = old

  expect(rights).toEqual(before)
  expect(replaces).toBe(old.key_id)
  expect(key_id).not.toBe(old.key_id)
  expect([await isGood(key), await isGood(old.key, ends - 1), await isGood(old.key, ends)]).toEqual([true, true, false])
})

test('rotate: the end of a rotated key is not put off, nor is it brought back to life', async () => {
  const old = await issue()
  await done('rotate', old.key_id, '--grace', '0s')

  expect(await isGood(old.key)).toBe(false)
  expect(await refused('rotate', old.key_id, '--grace', '7d')).toBe('KEY_ROTATED')
  expect(await isGood(old.key)).toBe(false)
  expect((await list()).find(({ key_id }) => key_id === old.key_id)?.standing).toBe('ended')
})

test('rotate: of the end of its grace and its own expiry the earlier counts, whichever that is', async () => {
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
  for (const [expires, grace] of [
    [inDays(30), '2h'],
    [inDays(1), '6d'],
  ] as const) {
    const old = await issue('--expires', expires)
    const { previous_valid_until: until } = await done('rotate', old.key_id, '--grace', grace)
    const ends = [expires, until ?? ''].sort()[0] ?? ''

    expect((await list()).find(({ key_id }) => key_id === old.key_id)?.standing).toBe(`until ${ends}`)
    expect([await isGood(old.key, Date.parse(ends) - 1), await isGood(old.key, Date.parse(ends))]).toEqual([
      true,
      false,
    ])
  }
})

test('rotate: the end that is told is that of the key if it expires before its grace is over', async () => {
  const expires = new Date(Date.now() + 3_600_000).toISOString()
  const old = await issue('--expires', expires)

  expect(await done('rotate', old.key_id, '--grace', '7d')).toMatchObject({ previous_valid_until: expires })
})

test('rotate: an expired key is not replaced by one that would be expired, too', async () => {
  const settings = { scopes: ['health:read'], states: ['BR'], origins: [], per_minute: 60, burst: 20 }
  const more = { name: 'late', evidence_floor: 'derived', expires_at: '2020-01-01T00:00:00.000Z', request_ref: null }
  const context = { pool: pipeline.pool, actor: 'asha', now: new Date() }
  const old = await issueKey(context, { ...settings, ...more })

  expect(await refused('rotate', old.keyId)).toBe('KEY_EXPIRED')
})

test('rotate: of two rotations at once one is refused, and names the key of the other', async () => {
  const old = await issue()
  const context = { pool: pipeline.pool, actor: 'asha', now: new Date() }
  // Connections for all, so that none has to wait for its own.
  await Promise.all([1, 2, 3].map(() => pipeline.pool.query('SELECT pg_sleep(0.2)')))
  const both = await Promise.all([1, 2, 3].map((hours) => rotateKey(context, old.key_id, hours * 3_600_000)))
  const [made, ...others] = both.flatMap((one) => (one.ok ? [one] : []))
  const refusals = both.flatMap((one) => (one.ok ? [] : [one]))

  expect(others).toEqual([])
  expect(refusals.map(({ code }) => code)).toEqual(['KEY_ROTATED', 'KEY_ROTATED'])
  for (const { message } of refusals) expect(message).toContain(made?.keyId)
  expect((await list()).find(({ key_id }) => key_id === old.key_id)?.standing).toBe(`until ${made?.validUntil}`)
})

test('revoke: of two revocations at once one is refused', async () => {
  const { key_id } = await issue()
  const context = { pool: pipeline.pool, actor: 'asha', now: new Date() }
  const both = await Promise.all(['a', 'b'].map((reason) => revokeKey(context, key_id, reason)))

  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
})

test('issue: a burst above the minute is refused; without --burst it is never above', async () => {
  const args = ['key', 'issue', '--name', 'a', '--scopes', 'all', '--states', 'BR', '--json']
  const refusal = await pipeline.cli(...args, '--burst', '61')
  expect([refusal.code, refusal.stdout]).toEqual([2, expect.stringMatching(/give --burst 60 or less/)])
  const { limits } = JSON.parse((await pipeline.cli(...args, '--per-minute', '10')).stdout)
  expect(limits).toMatchObject({ per_minute: 10, burst: 10 })
})

test('issue: a state of which there is no release is named, for it may be mistyped', async () => {
  const args = ['key', 'issue', '--name', 'a', '--scopes', 'all', '--states', 'BR,ZZ']

  expect((await pipeline.cli(...args)).stdout).toContain('There is no release of BR, ZZ yet')
})

test('rotate: a rotated key can still be revoked before its grace is over', async () => {
  const old = await issue()
  await done('rotate', old.key_id)
  await done('revoke', old.key_id)

  expect(await isGood(old.key)).toBe(false)
})

test('rotate-signing: the log goes over to a new key, and the worker of the old one ends', async () => {
  const file = join(pipeline.home, 'next-key.pem')
  await pipeline.work()
  const { key_id: next, trust_file: trustFile } = await done('rotate-signing', file)
  const { keys } = await loadTrustFile(String(trustFile))
  expect([trustFile, keys.at(-1)?.keyId]).toEqual([join(pipeline.home, 'trust.json'), next])
  await vi.waitFor(
    () => expect(pipeline.disagreements).toEqual([expect.stringContaining('signing_key_not_current')]),
    PATIENCE,
  )
  const signer = await loadSigningKey(file)

  expect(signer.keyId).toBe(next)
  expect(await refused('rotate-signing', file), 'a key file is never written over').toBe('FILE_UNWRITABLE')
  await pipeline.work({ signer })
  const enrolled = await pipeline.cli('person', 'list', '--json')
  expect(enrolled.json<{ people: unknown[] }>().people).toHaveLength(3)
})

test('who is left alone by a revocation is told that they can enrol nobody', async () => {
  const { stdout } = await pipeline.cli('person', 'revoke', 'bashir', '--reason', 'left')
  expect(stdout).toContain('only asha is enrolled now, and one person alone can enrol nobody')
  const context = { pool: pipeline.pool, signatories: [ASHA], now: () => new Date() }
  const enrolling = enrolPerson(context, requestEnrolment(pipeline.foundation.origin, testPerson('chitra')))
  expect(await enrolling).toMatchObject({ ok: false, message: expect.stringContaining('"Only one person is left"') })
})

test('every key command was tried under --json', async () => {
  const group = (await createProgram()).commands.find((command) => command.name() === 'key')

  expect([...used].sort()).toEqual(group?.commands.map((command) => command.name()).sort())
})

test('a key that would have ended before it was issued is not issued', async () => {
  const before = (await pipeline.cli('key', 'list')).stdout
  const late = ['key', 'issue', '--name', 'late', '--scopes', 'all', '--states', 'BR', '--expires', '2020-01-01']
  const refused = await pipeline.cli(...late)

  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/2020-01-01T00:00:00.000Z is in the past/)])
  expect((await pipeline.cli('key', 'list')).stdout).toBe(before)
})
