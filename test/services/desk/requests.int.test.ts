import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskClient } from '../../support/desk-client.ts'
import { type DeskOfTwo, deskOfTwo, REVOKE } from '../../support/desk-of-two.ts'

/** Requests of signed-in people that no page of the desk sends: each is refused with a code, and none is a failure. */

let two: DeskOfTwo
let mine: DeskClient
beforeAll(async () => {
  two = await deskOfTwo()
  mine = await two.signedIn(two.chitra)
})
afterAll(() => two?.close())

async function sends(body: string, type = 'application/json'): Promise<{ status: number | undefined; code: string }> {
  const headers = { origin: two.desk.origin, 'content-type': type }
  const answer = await mine.open('/acts', { method: 'POST', headers, body })
  const { error } = JSON.parse(await text(answer)) as { error: { code: string } }
  return { status: answer.statusCode, code: error.code }
}

test.each([
  ['another type', 'kind=approve', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['plain text', '{}', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a large body', JSON.stringify({ kind: 'x'.repeat(64 * 1024) }), 'application/json', 413, 'PAYLOAD_TOO_LARGE'],
  ['no JSON', '{"kind":', 'application/json', 400, 'REQUEST_UNREADABLE'],
  ['nothing', '', 'application/json', 400, 'REQUEST_UNREADABLE'],
  ['a key twice', '{"kind":"revoke","kind":"approve","release":"x"}', 'application/json', 400, 'REQUEST_UNREADABLE'],
  ['half a character', '{"kind":"approve","release":"\\ud800"}', 'application/json', 400, 'REQUEST_UNREADABLE'],
  ['a null character', JSON.stringify({ ...REVOKE, reason: 'a\0b' }), 'application/json', 400, 'REQUEST_UNREADABLE'],
  [
    'one in another field',
    JSON.stringify({ ...REVOKE, person: 'a\0b' }),
    'application/json',
    400,
    'REQUEST_UNREADABLE',
  ],
] as const)('%s', async (_what, body, type, status, code) => {
  expect(await sends(body, type)).toEqual({ status, code })
})

test.each(['', '   ', '\u200b', ' \u2060\ufeff ', '\u3164', '\u00ad\u200e', '\u2800', '\u0007'])(
  'a reason in which nobody sees anything is none: %j',
  async (reason) => {
    const answer = await mine.post('/acts', { ...REVOKE, reason })
    expect(answer).toMatchObject({ status: 400, code: 'REQUEST_UNREADABLE' })
    expect(answer.json()).toMatchObject({ error: { message: 'reason: must not be empty' } })
  },
)

test('a backslash before u0000 is no null character', async () => {
  expect(JSON.parse((await mine.begin({ ...REVOKE, reason: 'a\\u0000b' })).text)).toMatchObject({
    events: [{ payload: { reason: 'a\\u0000b' } }],
  })
})

test.each([
  ['a revision beyond every log', '/releases/ZZ-2026-27-VERIFIED-STRICT-BASE-V1@99999999999', 'RELEASE_NOT_FOUND'],
  ['an address that is not encoded', '/releases/%E0%A4%A', 'PAGE_NOT_FOUND'],
  ['a long address', `/releases/${'A'.repeat(200)}`, 'PAGE_NOT_FOUND'],
])('%s is a page that does not exist', async (_what, path, code) => {
  const answer = await mine.get(path)
  expect(answer.status).toBe(404)
  expect(answer.text).toContain(code)
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})

test.each([
  ['GET', '/acts', 'POST'],
  ['PUT', '/acts', 'POST'],
  ['PUT', '/acts/00', 'POST'],
  ['DELETE', '/people', 'GET, HEAD'],
  ['POST', `/releases/ZZ-2026-27-VERIFIED-STRICT-BASE-V1@1?x=1`, 'GET, HEAD'],
])('%s %s is not a method of this address', async (method, path, allowed) => {
  const headers = { origin: two.desk.origin, 'content-type': 'text/plain' }
  const answer = await mine.open(path, { method, headers, body: /^P/.test(method) ? 'x' : '' })
  expect({ status: answer.statusCode, allow: answer.headers.allow }).toEqual({ status: 405, allow: allowed })
  expect(await text(answer)).toContain('METHOD_NOT_ALLOWED')
})

test('another method of an address that does not exist is a page that does not exist', async () => {
  expect(await mine.post('/none', {})).toMatchObject({ status: 404, code: 'PAGE_NOT_FOUND' })
})
