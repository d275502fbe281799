import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../../services/platform/postgres.ts'
import { testDatabase } from '../../support/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: Pool
const errors: Error[] = []
beforeAll(async () => {
  database = await testDatabase()
  const onError = (error: Error) => errors.push(error)
  pool = createPool({ url: database.ownerUrl, applicationName: 'pool-test', max: 2, onError })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const value = async (sql: string) => (await pool.query(`SELECT ${sql} AS value`)).rows[0].value

test('a bigint is a safe integer or an error, never a rounded number', async () => {
  expect(await value('9007199254740991::bigint')).toBe(9007199254740991)
  await expect(value('9007199254740992::bigint')).rejects.toThrow('not a safe integer')
})

test('a date is its own text in every time zone', async () => {
  expect(await value(`date '2026-04-01'`)).toBe('2026-04-01')
})

test('an exact decimal stays text, other types come as usual', async () => {
  expect(await value('7.10::numeric')).toBe('7.10')
  expect(await value(`timestamptz '2026-04-01T00:00:00.123Z'`)).toEqual(new Date('2026-04-01T00:00:00.123Z'))
  expect(await value(`ARRAY['a', 'b']`)).toEqual(['a', 'b'])
})

test('connections say who they are', async () => {
  expect(await value(`current_setting('application_name')`)).toBe('pool-test')
})

test('a connection that breaks while idle is told and replaced, and the process lives on', async () => {
  const idle = await value('pg_backend_pid()')
  // Identified by its backend, because one broken by another test may still be ending.
  const removed = new Promise<void>((resolve) => {
    pool.on('remove', (client) => {
      if ((client as { processID?: number }).processID === idle) resolve()
    })
  })
  const killer = createPool({ url: database.ownerUrl, applicationName: 'killer', max: 1, onError: () => undefined })
  await killer.query('SELECT pg_terminate_backend($1)', [idle])
  await removed
  expect(errors).toHaveLength(1)
  expect(await value('1')).toBe(1)
  await killer.end()
})
