import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApi, testApi } from '../../../support/api.ts'
import { runProgram } from '../../../support/child.ts'
import { PATIENCE } from '../../../support/patience.ts'

/**
 * An API that cannot start names the setting at fault, closes everything, and ends (docs/design/contract.md#settings).
 */

let api: TestApi
let taken: Server
let port: number
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), `pramaan-test-${process.pid}-start-`))
  api = await testApi()
  taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  port = (taken.address() as { port: number }).port
})
afterAll(async () => {
  taken.close()
  await api.close()
  await rm(home, { recursive: true, force: true })
})

const connections = async (): Promise<number> => {
  const found = await api.owner.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'pramaan-api%'`,
  )
  return found.rowCount ?? 0
}

const start = (env: Record<string, string>) =>
  runProgram('services/api/main.ts', {
    ...{ API_DATABASE_URL: api.database.apiUrl, REDIS_URL: api.redis.url, PORT: '0', LOG_LEVEL: 'silent' },
    PRAMAAN_HOME: home,
    PRAMAAN_TRUST: api.trustPath,
    ...env,
  })

describe.each([
  ['PORT', 'any free one'],
  ['METRICS_PORT', 'no metrics'],
])('a %s that is taken', (name, zero) => {
  test('ends the process with one line about it', async () => {
    const { code, stderr } = await start({ [name]: String(port) })
    expect([code, stderr]).toEqual([
      1,
      `settings are wrong:\n  ${name}: port ${port} on 127.0.0.1 is in use by another process: stop it, or choose another port (0: ${zero})\nSee docs/operator.md for every setting.\n`,
    ])
  })

  test('leaves no connection and no listener behind', async () => {
    const before = await connections()
    const other = name === 'PORT' ? {} : { metricsPort: port }
    await expect(api.start({ ...(name === 'PORT' ? { port } : {}), ...other })).rejects.toThrow(`${name}: port ${port}`)
    await vi.waitUntil(async () => (await connections()) <= before, PATIENCE)
  })
})

test.each(['http://0.0.0.0', '192.0.2.1'])('a HOST that is no address of this machine is named: %s', async (host) => {
  const { code, stderr } = await start({ HOST: host })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^ {2}HOST: .* is not an address .*: set it to one/m)])
})

test('every setting that is wrong or missing is named at once, and no address is shown', async () => {
  const secret = 'postgres://u:hidden-word@localhost:99999/db'
  const { code, stderr } = await start({ API_DATABASE_URL: secret, REDIS_URL: '', PORT: 'abc' })
  expect(code).toBe(1)
  expect(stderr.split('\n').flatMap((line) => /^ {2}([A-Z_]+): /.exec(line)?.[1] ?? [])).toEqual([
    ...['PORT', 'API_DATABASE_URL', 'REDIS_URL'],
  ])
  expect(stderr).not.toMatch(/hidden-word| {4}at /)
})

test('a worker names all it lacks at once, too', async () => {
  const { code, stderr } = await runProgram('services/worker/main.ts', { LOG_LEVEL: 'silent' })
  expect(code).toBe(1)
  expect(stderr.split('\n').flatMap((line) => /^ {2}([A-Z_]+): /.exec(line)?.[1] ?? [])).toEqual([
    ...['PIPELINE_DATABASE_URL', 'REDIS_URL'],
  ])
})

test('a login that was derived is named with the setting that it comes from', async () => {
  const owner = 'postgres://u:hidden-word@127.0.0.1:1/d'
  const { code, stderr } = await runProgram('services/worker/main.ts', {
    ...{ DATABASE_URL: owner, REDIS_URL: api.redis.url, PRAMAAN_HOME: home, LOG_LEVEL: 'silent' },
  })
  expect(code).toBe(1)
  expect(stderr).toContain('  PIPELINE_DATABASE_URL (derived from DATABASE_URL): connect ECONNREFUSED')
})

test('a database that the Redis does not have ends the process, instead of counting in number 0', async () => {
  const { code, stderr } = await start({ REDIS_URL: new URL('/99999', api.redis.url).href })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^REDIS_URL: ERR DB index is out of range: correct/)])
})
