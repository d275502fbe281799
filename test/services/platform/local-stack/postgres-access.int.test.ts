import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalPostgres, startPostgres } from '../../../../services/platform/local-stack/postgres.ts'
import { query } from '../../../support/database-template.ts'
import { removeHome, temporaryHome } from '../../../support/temporary-home.ts'

let home: string
let postgres: LocalPostgres

beforeAll(async () => {
  const made = await temporaryHome()
  home = made.home
  postgres = await startPostgres({ dataDir: made.dataDir, durable: false, log: () => {} })
})

afterAll(async () => {
  await postgres.stop()
  await removeHome(home)
})

test('it listens on 127.0.0.1 alone, and on no socket file', async () => {
  expect(
    await query(
      postgres.url,
      `SELECT current_setting('listen_addresses') AS a, current_setting('unix_socket_directories') AS s`,
    ),
  ).toEqual([{ a: '127.0.0.1', s: '' }])
})

test('text sorts by code point, whatever the locale of the machine', async () => {
  const rows = await query(postgres.url, `SELECT w FROM (VALUES ('b'), ('B'), ('ä'), ('a')) AS words(w) ORDER BY w`)

  expect(rows.map((row) => row.w)).toEqual(['B', 'a', 'b', 'ä'])
})

test('a wrong password is refused, also from this machine', async () => {
  const wrong = new URL(postgres.url)
  wrong.password = 'wrong'

  await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
})

test.each(['postgres', 'template1'])(
  'a login of ours cannot write into the database %s beside its own',
  async (beside) => {
    await query(postgres.url, "CREATE ROLE reader LOGIN PASSWORD 'secret'")
    const url = new URL(postgres.url)
    url.username = 'reader'
    url.password = 'secret'
    expect(await query(url.href, 'SELECT current_user AS name')).toEqual([{ name: 'reader' }])
    url.pathname = `/${beside}`
    const refused = query(url.href, 'CREATE TEMPORARY TABLE mine ()')
    await expect(refused).rejects.toMatchObject({ code: '42501', message: expect.stringContaining('for database') })
    await query(postgres.url, 'DROP ROLE reader')
  },
)
