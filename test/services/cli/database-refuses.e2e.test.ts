import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleUrls } from '../../../services/platform/roles.ts'
import { askCli, type CliError } from '../../support/cli.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

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
  ['database without tables', () => changed(database.pipelineUrl, { pathname: '/postgres' }), 'npm run migrate'],
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
