import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApi, testApi } from '../../../support/api.ts'
import { PATIENCE } from '../../../support/patience.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('an API that is stopped while it reads the signed state finishes that, and reports no fault', async () => {
  const instance = await api.start()
  const connections = async (name: string, more = ''): Promise<number> => {
    const found = await api.owner.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 ${more}`,
      [name],
    )
    return found.rowCount ?? 0
  }
  await vi.waitUntil(async () => (await connections('pramaan-api-watch')) === 2, PATIENCE)
  const lock = await api.owner.connect()
  await lock.query('BEGIN; LOCK TABLE signed_time IN ACCESS EXCLUSIVE MODE')
  const waiting = `AND wait_event_type = 'Lock'`
  await vi.waitUntil(async () => (await connections('pramaan-api', waiting)) === 2, PATIENCE)
  const closed = instance.close()
  await vi.waitUntil(async () => (await connections('pramaan-api-watch')) === 1, PATIENCE)
  await lock.query('ROLLBACK')
  lock.release()
  await closed
  expect(api.logs.filter((line) => JSON.parse(line).level > 30)).toEqual([])
})
