import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskOfTwo, deskOfTwo } from '../../support/desk-of-two.ts'

/** The end of a session, by a clock of the test. */

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
