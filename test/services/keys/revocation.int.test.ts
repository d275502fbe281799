import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { revokeKey } from '../../../services/keys/manage.ts'
import { type TestApi, type TestInstance, testApi } from '../../support/api.ts'
import { type Wire, wireTo } from '../../support/cuttable-proxy.ts'
import { PATIENCE } from '../../support/patience.ts'

/**
 * A clock a thousand times too slow: the ten seconds for which a key is cached do not pass, so an effect is due to a
 * notification or to the loss of the connection that brings them.
 */
const beganMs = Date.now()
const steadyMs = (): number => beganMs + performance.now() / 1_000

let api: TestApi
let wire: Wire
let wired: TestInstance
beforeAll(async () => {
  api = await testApi()
  wire = await wireTo(api.database.apiUrl)
  wired = await api.start({ databaseUrl: wire.url, steadyMs })
})
afterAll(async () => {
  await api.close()
  await wire.close()
})

const context = () => ({ pool: api.pool, actor: 'issuer', now: new Date() })

test('a revoked key stops on every instance, at once, though each remembers it', async () => {
  const { key, keyId } = await api.issue()
  const instances = [await api.start({ steadyMs }), await api.start({ steadyMs }), wired]
  for (const instance of instances) expect((await instance.call('/v1/states', { key })).status).toBe(200)
  await revokeKey(context(), keyId, 'exposed')
  await Promise.all(
    instances.map((instance) =>
      vi.waitUntil(async () => (await instance.call('/v1/states', { key })).status === 401, PATIENCE),
    ),
  )
})

test('a new key works on every instance, at once, though one was asked for it before', async () => {
  const { key } = await api.issue()
  for (const instance of [api, wired]) expect((await instance.call('/v1/states', { key })).status).toBe(200)
})

test('with Postgres unreachable no key is accepted; catalogue, liveness and known addresses are still answered', async () => {
  const key = await api.key()
  expect((await wired.call('/v1/states', { key })).status).toBe(200)
  wire.cut()
  await vi.waitUntil(async () => (await wired.call('/v1/states', { key })).status === 503, PATIENCE)
  const refused = await wired.call('/v1/states', { key })
  expect([refused.code, refused.details]).toEqual(['VERIFIED_RUNTIME_UNAVAILABLE', { component: 'key_registry' }])
  expect((await wired.call('/livez', { key: null })).status).toBe(200)
  // It says so from its next look at the signed state on.
  await vi.waitUntil(async () => (await wired.call('/readyz', { key: null })).status === 503, PATIENCE)
  expect((await wired.call('/v1/states', { key: null })).status, 'without a key it is 401 as ever').toBe(401)
  expect((await wired.call('/v1/nope', { key: null })).status).toBe(404)
  expect((await wired.call('/v1/trust.json', { key: null })).status).toBe(503)
  wire.mend()
  await vi.waitUntil(async () => (await wired.call('/v1/states', { key })).status === 200, PATIENCE)
})

test('a revocation during an outage holds from the moment it ends', async () => {
  const { key, keyId } = await api.issue()
  expect((await wired.call('/v1/states', { key })).status).toBe(200)
  wire.cut()
  await vi.waitUntil(async () => (await wired.call('/v1/states', { key })).status === 503, PATIENCE)
  await revokeKey(context(), keyId, 'exposed meanwhile')
  wire.mend()
  const first = await vi.waitUntil(async () => {
    const answer = await wired.call('/v1/states', { key })
    return answer.status === 503 ? null : answer
  }, PATIENCE)
  expect(first?.status).toBe(401)
})

test('a Postgres that does not answer is treated as unavailable', async () => {
  const impatient = await api.start({ databaseUrl: wire.url, queryTimeoutMs: 300 })
  const key = await api.key()
  wire.freeze()
  const refused = await impatient.call('/v1/states', { key })
  expect([refused.status, refused.code]).toEqual([503, 'VERIFIED_RUNTIME_UNAVAILABLE'])
  wire.mend()
  await vi.waitUntil(async () => (await impatient.call('/v1/states', { key })).status === 200, PATIENCE)
  await impatient.close()
})

test('an instance that starts without Postgres answers 503 and comes up on its own', async () => {
  wire.cut()
  const late = await api.start({ databaseUrl: wire.url })
  expect((await late.call('/v1/health')).code).toBe('VERIFIED_RUNTIME_UNAVAILABLE')
  expect((await late.call('/readyz', { key: null })).status).toBe(503)
  wire.mend()
  await vi.waitUntil(async () => (await late.call('/readyz', { key: null })).status === 200, PATIENCE)
  expect((await late.call('/v1/health')).data.service_status).toBe('healthy')
})
