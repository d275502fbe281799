import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firstLook } from '../../../../services/api/start/start-api.ts'
import { createLogger } from '../../../../services/platform/logger.ts'
import { migrate } from '../../../../services/platform/migrate.ts'
import { testDatabase } from '../../../support/database.ts'
import { blankDatabase } from '../../platform/blank-database.ts'
import { testPool } from '../../platform/test-pool.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test.each([
  ['the owner', () => database.ownerUrl, 1],
  ['the pipeline', () => database.pipelineUrl, 1],
  ['the API', () => database.apiUrl, 0],
])('an API that logs in as %s is told so once if it may write', async (_who, url, warnings) => {
  const log = createLogger('test', 'silent')
  const warn = vi.spyOn(log, 'warn')
  const pool = testPool(url())
  try {
    const look = firstLook(pool, 'API_DATABASE_URL', log)
    await look()
    await look()
    expect(warn).toHaveBeenCalledTimes(warnings)
  } finally {
    await pool.end()
  }
})

test('an API that was started before the migration is told after it', async () => {
  const blank = await blankDatabase()
  const log = createLogger('test', 'silent')
  const warn = vi.spyOn(log, 'warn')
  const pool = testPool(blank.ownerUrl)
  try {
    const look = firstLook(pool, 'API_DATABASE_URL', log)
    await look()
    expect(warn).not.toHaveBeenCalled()
    await migrate(blank.ownerUrl, () => {})
    await look()
    await look()
    expect(warn).toHaveBeenCalledTimes(1)
  } finally {
    await pool.end()
    await blank.drop()
  }
})
