import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyHash } from '../../../services/keys/key-format.ts'
import { KeyRegistry } from '../../../services/keys/lookup.ts'
import { issueKey, type KeySettings, revokeKey, rotateKey } from '../../../services/keys/manage.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await testDatabase()
  pool = createPool({ url: database.pipelineUrl, applicationName: 'pramaan-test', max: 4, onError: () => undefined })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const SETTINGS: KeySettings = {
  name: 'Survey of tariffs',
  scopes: ['tariffs:read'],
  states: ['BR', 'MH'],
  origins: ['https://app.example'],
  per_minute: 90,
  burst: 30,
  evidence_floor: 'derived',
  expires_at: null,
  request_ref: 'REQ-7',
}
const context = () => ({ pool, actor: 'issuer', now: new Date() })

/** Result of a registry without a cache. */
const find = (key: string, nowMs = Date.now()) => new KeyRegistry(pool, () => nowMs).find(keyHash(key), 'req_test')

test('a key is nowhere in the database; its hash is', async () => {
  const { key, keyId } = await issueKey(context(), SETTINGS)
  const dump = await pool.query<{ line: string }>(
    `SELECT to_jsonb(e)::text AS line FROM event_log e UNION ALL SELECT to_jsonb(k)::text FROM read.api_keys k`,
  )
  const text = dump.rows.map(({ line }) => line).join('\n')
  expect(text).toContain(keyId)
  expect(text).toContain(keyHash(key))
  expect(text).not.toContain(key)
  expect(text).not.toContain(key.slice(3, 30))
})

test('a revoked key is unknown, and revoking it again is refused', async () => {
  const { key, keyId } = await issueKey(context(), SETTINGS)
  expect((await find(key)).status).toBe('known')
  expect(await revokeKey(context(), keyId, 'exposed')).toEqual({ ok: true })
  expect((await find(key)).status).toBe('unknown')
  expect(await revokeKey(context(), keyId, null)).toMatchObject({ ok: false, code: 'KEY_REVOKED' })
  expect(await rotateKey(context(), keyId, 0)).toMatchObject({ ok: false, code: 'KEY_REVOKED' })
})

test('a key that was never issued can be neither revoked nor rotated', async () => {
  expect(await revokeKey(context(), 'key_nobody', null)).toMatchObject({ ok: false, code: 'KEY_NOT_FOUND' })
  expect(await rotateKey(context(), 'key_nobody', 0)).toMatchObject({ ok: false, code: 'KEY_NOT_FOUND' })
})

describe('rotation', () => {
  test('gives a new key the same rights, and the old one its grace and no more', async () => {
    const old = await issueKey(context(), SETTINGS)
    const rotated = await rotateKey(context(), old.keyId, 60_000)
    if (!rotated.ok) throw new Error(rotated.code)
    expect(rotated.settings).toEqual(SETTINGS)
    expect([rotated.key === old.key, rotated.keyId === old.keyId]).toEqual([false, false])
    const [before, after] = [await find(old.key), await find(rotated.key)]
    if (before.status !== 'known' || after.status !== 'known') throw new Error('both keys are good during the grace')
    const { keyId: _old, endsAtMs: _end, ...was } = before.key
    const { keyId: _new, endsAtMs, ...is } = after.key
    expect([is, endsAtMs]).toEqual([was, null])
    const ends = Date.parse(rotated.validUntil)
    expect((await find(old.key, ends - 1)).status).toBe('known')
    expect((await find(old.key, ends)).status).toBe('unknown')
    expect((await find(rotated.key, ends + 1_000)).status).toBe('known')
  })

  test('never lengthens the life of a key', async () => {
    const expires = new Date(Date.now() + 5_000).toISOString()
    const short = await issueKey(context(), { ...SETTINGS, expires_at: expires })
    await rotateKey(context(), short.keyId, 3_600_000)
    expect((await find(short.key, Date.parse(expires))).status).toBe('unknown')

    const twice = await issueKey(context(), SETTINGS)
    const first = await rotateKey(context(), twice.keyId, 5_000)
    await rotateKey(context(), twice.keyId, 3_600_000)
    if (!first.ok) throw new Error(first.code)
    expect((await find(twice.key, Date.parse(first.validUntil))).status).toBe('unknown')
  })
})
