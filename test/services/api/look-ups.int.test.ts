import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newKey } from '../../../services/keys/key-format.ts'
import { revokeKey } from '../../../services/keys/manage.ts'
import { type TestApi, testApi } from '../../support/api.ts'
import { PATIENCE } from '../../support/patience.ts'

/** Unknown keys: requests are counted by address before Postgres is queried (docs/design/contract.md#checks rule 3). */

const ALLOWANCE = 60
const FROM = '192.0.2.30'
let api: TestApi
beforeAll(async () => {
  // The clock stands still, so that no cache entry expires, however slow the machine is.
  const nowMs = Date.now()
  api = await testApi({ steadyMs: () => nowMs })
})
afterAll(() => api.close())

const ask = (key: string, from = FROM) => api.call('/v1/states', { key, from })

/** Once this is true, every change of a key so far has reached the instance, which clears its cache with each. */
async function settled(): Promise<void> {
  const { key, keyId } = await api.issue()
  expect((await ask(key)).status).toBe(200)
  await revokeKey({ pool: api.pool, actor: 'issuer', now: new Date() }, keyId, null)
  await vi.waitUntil(async () => (await ask(key, '192.0.2.39')).status === 401, PATIENCE)
  // The notification may have been for an earlier change. After a query on the listening connection, none is still on
  // its way.
  const { rows } = await api.owner.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  await vi.waitUntil(async () => {
    const { rowCount } = await api.owner.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'pramaan-api-watch'
       AND state = 'idle' AND query_start > $1`,
      [rows[0]?.now],
    )
    return rowCount === 1
  }, PATIENCE)
}

/** While this is true, Postgres answers no query about a key. */
async function whileKeysAreLocked(run: (release: () => Promise<void>) => Promise<void>): Promise<void> {
  const client = await api.owner.connect()
  await client.query('BEGIN; LOCK TABLE read.api_keys IN ACCESS EXCLUSIVE MODE')
  const release = async (): Promise<void> => void (await client.query('COMMIT'))
  try {
    await run(release)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

test('the 61st made-up key of an address is refused while Postgres has answered none, and others are not concerned', async () => {
  const met = await api.key()
  await settled()
  expect((await ask(met)).status).toBe(200)
  await whileKeysAreLocked(async (release) => {
    const pending = Array.from({ length: ALLOWANCE }, () => ask(newKey()))
    let answered = 0
    for (const each of pending) void each.then(() => (answered += 1))
    const refused = await ask(newKey())
    expect([refused.status, refused.code, refused.headers['x-ratelimit-limit']]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      '60',
    ])
    expect(answered).toBe(0)
    expect((await ask(met)).status, 'a key that is remembered').toBe(200)
    await release()
    const statuses = (await Promise.all(pending)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401]))
  })
  expect((await ask(newKey())).status).toBe(429)
  expect((await ask(newKey(), '192.0.2.31')).status).toBe(401)
})

test('a key that was known once is asked about again from an address that has made up too many', async () => {
  const { key } = await api.issue()
  expect((await ask(key)).status, 'a new key waits until the address may ask again').toBe(429)
  expect((await ask(key, '192.0.2.32')).status).toBe(200)
  // A change of any key clears the cache of all keys.
  await api.key()
  expect((await ask(key)).status).toBe(200)
})

test('valid keys do not use the allowance', async () => {
  const from = '192.0.2.33'
  const keys = await Promise.all(Array.from({ length: ALLOWANCE + 1 }, () => api.key()))
  for (const key of keys) expect((await ask(key, from)).status).toBe(200)
  expect((await ask(newKey(), from)).status).toBe(401)
})

test('the public keys of the log are given without a key, and counted before they are read', async () => {
  const from = '192.0.2.34'
  const answers = await Promise.all(
    Array.from({ length: ALLOWANCE + 1 }, () => api.call('/v1/trust.json', { key: null, from })),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})
