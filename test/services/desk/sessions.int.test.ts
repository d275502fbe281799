import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeskApp } from '../../../services/desk/app.ts'
import { newDesk } from '../../../services/desk/desk.ts'
import { createLogger } from '../../../services/platform/logger.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { type DeskOfTwo, deskOfTwo } from '../../support/desk-of-two.ts'

/** The end of a session, by a clock of the test, and of the database behind the desk. */

const MINUTE_MS = 60_000

let two: DeskOfTwo
let nowMs = Date.now()
beforeAll(async () => {
  two = await deskOfTwo(() => new Date(nowMs))
})
afterAll(() => two?.close())

test('ends half an hour after its person last used it, however often their page asked by itself', async () => {
  const mine = await two.signedIn(two.chitra)
  const asked = async (headers = {}): Promise<number> => {
    nowMs += 20 * MINUTE_MS
    return (await mine.get('/people', headers)).status
  }
  expect(await asked()).toBe(200)
  expect(await asked({ 'sec-fetch-dest': 'document' }), 'as long as a person asks').toBe(200)
  expect(await asked({ 'sec-fetch-dest': 'empty' })).toBe(200)
  expect(await asked({ 'sec-fetch-dest': 'empty' })).toBe(303)
})

test('ends after eight hours', async () => {
  const mine = await two.signedIn(two.chitra)
  for (let hour = 0; hour < 16; hour += 1) {
    nowMs += 29 * MINUTE_MS
    expect((await mine.get('/people')).status).toBe(200)
  }
  nowMs += 29 * MINUTE_MS
  expect((await mine.get('/people')).status).toBe(303)
})

test('says what to do if its database is gone, as after a new start of the stack', async () => {
  const [origin, log] = ['http://localhost:1', createLogger('test-desk', 'silent')]
  const pool = createPool({
    url: 'postgres://nobody@127.0.0.1:1/none',
    applicationName: 'test',
    max: 1,
    onError: () => {},
  })
  const paths = { sourcesPath: two.pipeline.home, definitionsPath: two.pipeline.home, ticksPath: two.pipeline.home }
  const trust = () => Promise.reject(new Error('nobody asks'))
  const app = await createDeskApp(newDesk({ ...paths, pool, trust, now: () => new Date(), log }, origin))
  const page = await app.inject({ url: '/sign-in', headers: { host: 'localhost:1' } })
  const act = await app.inject({
    ...{ method: 'POST', url: '/sign-in/question', payload: {} },
    headers: { host: 'localhost:1', origin },
  })
  await app.close()
  await pool.end()

  expect([page.statusCode, act.statusCode]).toEqual([503, 503])
  for (const { body } of [page, act]) {
    expect(body).toContain('NOT_RUNNING')
    expect(body).toContain('also start the desk again')
  }
})
