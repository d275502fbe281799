import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyHash, newKey } from '../../../services/keys/key-format.ts'
import { KeyRegistry } from '../../../services/keys/lookup.ts'
import { issueKey, type KeySettings } from '../../../services/keys/manage.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { type Wire, wireTo } from '../../support/cuttable-proxy.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

/** The cache of the key registry, with the test's clock (docs/design/architecture.md#api-keys). */

const KNOWN_MS = 10_000
const UNKNOWN_MS = 5_000
const SETTINGS: KeySettings = {
  name: 'test',
  scopes: ['health:read', 'states:read'],
  states: ['BR'],
  origins: ['https://app.example'],
  per_minute: 60,
  burst: 20,
  evidence_floor: 'carried',
  expires_at: null,
  request_ref: null,
}

const ASKER = 'req_test'

let database: TestDatabase
let wire: Wire
let pipeline: Pool
let reader: Pool
let asked = 0
let now = 0
let registry: KeyRegistry
beforeAll(async () => {
  database = await testDatabase()
  wire = await wireTo(database.apiUrl)
  pipeline = pool(database.ownerUrl)
  reader = pool(wire.url)
  reader.on('acquire', () => {
    asked += 1
  })
})
beforeEach(() => {
  wire.mend()
  now = Date.now()
  asked = 0
  registry = new KeyRegistry(reader, () => now)
})
afterAll(async () => {
  await Promise.all([pipeline.end(), reader.end()])
  await wire.close()
  await database.drop()
})

const pool = (url: string): Pool =>
  createPool({ url, applicationName: 'pramaan-test', max: 8, onError: () => undefined })

async function issued(settings: Partial<KeySettings> = {}): Promise<{ hash: string; keyId: string }> {
  const { key, keyId } = await issueKey(
    { pool: pipeline, actor: 'issuer', now: new Date() },
    { ...SETTINGS, ...settings },
  )
  return { hash: keyHash(key), keyId }
}

/** Revokes without any notification. */
const revokeSilently = (keyId: string) =>
  pipeline.query('UPDATE read.api_keys SET revoked_at = now() WHERE key_id = $1', [keyId])

const statusOf = async (hash: string): Promise<string> => (await registry.find(hash, ASKER)).status

test('a key is found with all its rights', async () => {
  const { hash, keyId } = await issued()
  expect(await registry.find(hash, ASKER)).toEqual({
    status: 'known',
    key: {
      keyId,
      scopes: new Set(SETTINGS.scopes),
      states: new Set(['BR']),
      origins: new Set(SETTINGS.origins),
      perMinute: 60,
      billsPerMinute: 1_000,
      burst: 20,
      evidenceFloor: 'carried',
      endsAtMs: null,
    },
  })
})

describe('a cached result', () => {
  test('of a known key lasts ten seconds and not a millisecond more', async () => {
    const { hash, keyId } = await issued()
    expect(await statusOf(hash)).toBe('known')
    await revokeSilently(keyId)
    now += KNOWN_MS - 1
    expect([await statusOf(hash), asked]).toEqual(['known', 1])
    now += 1
    expect([await statusOf(hash), asked]).toEqual(['unknown', 2])
  })

  test('of an unknown key lasts five seconds', async () => {
    const key = newKey()
    const hash = keyHash(key)
    expect(await statusOf(hash)).toBe('unknown')
    const { keyId } = await issued()
    await pipeline.query('UPDATE read.api_keys SET key_sha256 = $2 WHERE key_id = $1', [keyId, hash])
    now += UNKNOWN_MS - 1
    expect([await statusOf(hash), asked]).toEqual(['unknown', 1])
    now += 1
    expect([await statusOf(hash), asked]).toEqual(['known', 2])
  })

  test('of a key ends with the key', async () => {
    const { hash } = await issued({ expires_at: new Date(now + 3_000).toISOString() })
    expect(await statusOf(hash)).toBe('known')
    now += 2_999
    expect(await statusOf(hash)).toBe('known')
    now += 1
    expect([await statusOf(hash), asked]).toEqual(['unknown', 1])
  })

  test('is dropped by forget', async () => {
    const { hash, keyId } = await issued()
    expect(await statusOf(hash)).toBe('known')
    await revokeSilently(keyId)
    registry.forget()
    expect(await statusOf(hash)).toBe('unknown')
  })

  test('does not include a query that was in progress when the cache was cleared', async () => {
    const { hash, keyId } = await issued()
    const underWay = registry.find(hash, ASKER)
    registry.forget()
    await underWay
    await revokeSilently(keyId)
    expect(await statusOf(hash)).toBe('unknown')
  })

  test('is not awaited by later callers', async () => {
    const { hash, keyId } = await issued()
    const underWay = registry.find(hash, ASKER)
    await revokeSilently(keyId)
    registry.forget()
    const later = registry.find(hash, ASKER)
    expect(later).not.toBe(underWay)
    expect((await later).status).toBe('unknown')
    await underWay
    expect(asked).toBe(2)
  })

  test('has ten thousand keys at most, and drops the oldest first', async () => {
    const [first = '', ...others] = Array.from({ length: 10_001 }, () => keyHash(newKey()))
    await registry.find(first, ASKER)
    // A few at a time, because waiting too long for a connection is an error.
    for (let from = 0; from < others.length - 1; from += 50) {
      await Promise.all(
        others.slice(from, Math.min(from + 50, others.length - 1)).map((hash) => registry.find(hash, ASKER)),
      )
    }
    expect([await statusOf(first), asked], 'ten thousand are remembered').toEqual(['unknown', 10_000])
    await registry.find(others.at(-1) ?? '', ASKER)
    expect([await statusOf(others.at(-1) ?? ''), asked]).toEqual(['unknown', 10_001])
    expect([await statusOf(first), asked]).toEqual(['unknown', 10_002])
  })

  test('outlives a wall clock that is set back no longer than it should', async () => {
    const { hash, keyId } = await issued()
    let steady = 0
    registry = new KeyRegistry(
      reader,
      () => now,
      () => steady,
    )
    expect(await statusOf(hash)).toBe('known')
    await revokeSilently(keyId)
    now -= 3_600_000
    steady += KNOWN_MS - 1
    expect(await statusOf(hash)).toBe('known')
    steady += 1
    expect(await statusOf(hash)).toBe('unknown')
  })
})

test('concurrent lookups of one key send one query to Postgres', async () => {
  const { hash } = await issued()
  const answers = await Promise.all(Array.from({ length: 50 }, () => registry.find(hash, ASKER)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['known']))
  expect(asked).toBe(1)
})

describe('with Postgres unreachable', () => {
  test('a key is valid for as long as it is cached, and then unknown: a stale confirmation is never used', async () => {
    const { hash } = await issued()
    expect(await statusOf(hash)).toBe('known')
    wire.cut()
    now += KNOWN_MS - 1
    expect(await statusOf(hash)).toBe('known')
    now += 1
    expect(await statusOf(hash)).toBe('unavailable')
    wire.mend()
    expect(await statusOf(hash)).toBe('known')
  })

  test('a key that was not asked for before cannot be judged, and that is not remembered', async () => {
    const { hash } = await issued()
    wire.cut()
    expect(await statusOf(hash)).toBe('unavailable')
    expect(await registry.allowsOrigin('https://app.example', ASKER)).toBe('unavailable')
    wire.mend()
    expect(await statusOf(hash)).toBe('known')
  })

  test('a refusal is remembered as long as ever', async () => {
    const hash = keyHash(newKey())
    expect(await statusOf(hash)).toBe('unknown')
    wire.cut()
    now += UNKNOWN_MS - 1
    expect(await statusOf(hash)).toBe('unknown')
    now += 1
    expect(await statusOf(hash)).toBe('unavailable')
  })
})

test('an origin is allowed while some key in force names it', async () => {
  const origin = 'https://only.example'
  expect(await registry.allowsOrigin(origin, ASKER)).toBe('no')
  const expired = new Date(Date.now() - 1_000).toISOString()
  await issued({ origins: [origin], expires_at: expired })
  expect(await registry.allowsOrigin(origin, ASKER)).toBe('no')
  const { keyId } = await issued({ origins: ['https://else.example', origin] })
  expect(await registry.allowsOrigin(origin, ASKER)).toBe('yes')
  expect(await registry.allowsOrigin('https://ONLY.example', ASKER)).toBe('no')
  await revokeSilently(keyId)
  expect(await registry.allowsOrigin(origin, ASKER)).toBe('no')
})
