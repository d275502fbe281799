import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { STATES } from '../../../scripts/shipped-records.ts'
import { roleUrls } from '../../../services/platform/roles.ts'
import { askCli, type CliError } from '../../support/cli.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { asOwner } from '../../support/database-template.ts'

let database: TestDatabase
/** A database beside it, without tables. */
let empty: string
const asAdmin = (statement: string) =>
  asOwner(inject('postgresUrl'), async (client) => void (await client.query(statement)))
beforeAll(async () => {
  database = await testDatabase()
  empty = `${new URL(database.ownerUrl).pathname.slice(1)}_empty`
  await asAdmin(`CREATE DATABASE ${empty}`)
})
afterAll(async () => {
  await asAdmin(`DROP DATABASE ${empty} WITH (FORCE)`)
  await database.drop()
})

const ask = async (url: string, ...args: string[]) => {
  const env = { PRAMAAN_HOME: join(tmpdir(), 'no-such-home'), PIPELINE_DATABASE_URL: url }
  const outcome = await askCli(env, [...args, '--json'])
  expect(outcome.code).toBe(1)
  return outcome.json<CliError>().error
}
const changed = (url: string, change: Partial<URL>): string => Object.assign(new URL(url), change).href

test.each([
  ['password', () => changed(database.pipelineUrl, { password: 'hidden' }), 'correct user or password'],
  ['login', () => database.apiUrl, 'give the login its role'],
  ['database', () => changed(database.pipelineUrl, { pathname: '/none' }), 'create the database'],
  ['database without tables', () => changed(database.pipelineUrl, { pathname: `/${empty}` }), 'or `npm start` if it'],
])('a wrong %s is a wrong setting, and no database that does not answer', async (_what, url, remedy) => {
  const { code, message } = await ask(url(), 'release', 'list')
  expect(code).toBe('SETTINGS_WRONG')
  expect(message).toMatch(/^settings are wrong:\n {2}PIPELINE_DATABASE_URL: /)
  expect(message).toContain(remedy)
  expect(message).not.toContain('hidden')
})

test('so is a database that can only be read, for a command that writes to it', async () => {
  const url = new URL(roleUrls(database.ownerUrl).pipelineUrl)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const { code, message } = await ask(
    url.href,
    ...['key', 'issue', '--name', 'a', '--scopes', 'all', '--states', 'all', '--request', 'r', '--per-minute', '60'],
  )
  expect([code, message]).toEqual(['SETTINGS_WRONG', expect.stringContaining('it can only be read: use the primary')])
})

test('an act on a log that no worker has begun says to start one, and not to look for a person', async () => {
  const home = await mkdtemp(join(tmpdir(), 'pramaan-home-'))
  try {
    const key = join(home, 'key.json')
    const env = { PRAMAAN_HOME: home, PIPELINE_DATABASE_URL: database.pipelineUrl, PRAMAAN_PERSON_KEY: key }
    expect((await askCli(env, ['person', 'new', key, '--name', 'asha', '--open'])).code).toBe(0)
    const outcome = await askCli(env, ['release', 'open', join(STATES, 'RJ/2026-27'), '--json'])
    expect(outcome.json<CliError>().error).toMatchObject({
      code: 'PERSON_NOT_ENROLLED',
      message: expect.stringContaining('no worker has begun this log'),
    })
  } finally {
    await rm(home, { recursive: true })
  }
})
