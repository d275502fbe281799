import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieText } from '../../../services/desk/guard.ts'
import { P256_ORDER, strictDer, testAuthenticator } from '../../support/authenticator.ts'
import { testDesk } from '../../support/desk.ts'
import { DeskClient, enrolPasskey } from '../../support/desk-client.ts'
import { type DeskOfTwo, deskOfTwo, REVOKE } from '../../support/desk-of-two.ts'

/** Requests from people who are not signed in, or not on the desk's own page. */

let two: DeskOfTwo
beforeAll(async () => {
  two = await deskOfTwo()
})
afterAll(() => two?.close())

const DOORS = [
  ['/acts', REVOKE],
  ['/acts/00', { assertion: null }],
  ['/gate', { release: 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1@1' }],
  ['/ticks', { release: 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1@1', cell: 'x', hash: 'x', ticked: true }],
] as const

describe('without a sign-in', () => {
  test.each(['/', '/people', '/releases/ZZ-2026-27-VERIFIED-STRICT-BASE-V1@1'])(
    '%s shows the sign-in',
    async (path) => {
      const { status, headers } = await two.client().get(path)
      expect({ status, location: headers.location }).toEqual({ status: 303, location: '/sign-in' })
    },
  )

  test.each(DOORS)('POST %s does nothing', async (path, body) => {
    expect((await two.client().post(path, body)).code).toBe('SIGN_IN_REQUIRED')
    const made = two.client()
    made.cookie = `pramaan_desk_${new URL(two.desk.origin).port}=${'0'.repeat(64)}`
    expect((await made.post(path, body)).code, 'a made-up session').toBe('SIGN_IN_REQUIRED')
  })

  test('neither events nor pictures are shown', async () => {
    expect((await two.client().get('/events?after=0')).status).toBe(401)
    expect((await two.client().get('/releases/ZZ-2026-27-VERIFIED-STRICT-BASE-V1@1/picture?figure=x')).status).toBe(401)
  })

  test('a session that was signed out of is over', async () => {
    const made = await two.signedIn(two.chitra)
    expect((await made.get('/people')).status).toBe(200)
    await made.post('/sign-out', {})
    expect((await made.get('/people')).status).toBe(303)
  })
})

describe('from elsewhere', () => {
  test.each([
    ['another Host', { host: 'evil.example' }],
    ['the address by number', { host: '127.0.0.1' }],
    ['no port in Host', { host: 'localhost' }],
    ['another Origin', { origin: 'http://evil.example' }],
    ['the same host at another port', { origin: 'http://localhost:1' }],
    ['an Origin of null', { origin: 'null' }],
    ['https for http', { origin: 'https://localhost' }],
    ['another site by what the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host by what the browser says', { 'sec-fetch-site': 'same-site' }],
  ])('%s is refused, signed in or not, for reading and for acts', async (_what, headers) => {
    for (const made of [two.client(), await two.signedIn(two.chitra)]) {
      expect(await made.get('/people', headers)).toMatchObject({ status: 403, code: 'PAGE_REFUSED' })
      expect(await made.get('/sign-in', headers)).toMatchObject({ status: 403 })
      expect(await made.post('/acts', REVOKE, headers)).toMatchObject({ status: 403, code: 'PAGE_REFUSED' })
    }
  })

  test('a POST without any Origin is refused', async () => {
    const made = await two.signedIn(two.chitra)
    const response = await made.open('/acts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(REVOKE),
    })
    expect(response.resume().statusCode).toBe(403)
  })

  test('the cookie is for this site and no script', async () => {
    const [cookie = ''] = (await two.client().signIn(two.chitra)).headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^pramaan_desk_\d+=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/)
  })

  test('a desk at another port of the same host does not sign anybody out', async () => {
    const other = await testDesk(two.pipeline)
    try {
      const made = await two.signedIn(two.chitra)
      const there = testAuthenticator('farah', { rpId: 'localhost', origin: other.origin })
      await enrolPasskey(two.pipeline, there)
      const theirs = await DeskClient.signedIn(other.origin, there)
      // A browser sends both desks the cookies of both, and a later one of the same name in place of the earlier.
      const jar = new Map([made, theirs].map(({ cookie }) => [cookie.split('=')[0], cookie]))
      for (const one of [made, theirs]) {
        one.cookie = [...jar.values()].join('; ')
        expect((await one.get('/people')).status).toBe(200)
      }
    } finally {
      await other.stop()
    }
  })

  test.each([
    ['https://desk.example', 443],
    ['https://desk.example:8443', 8443],
  ])('at %s, the cookie is for no other host and only for TLS', (origin, port) => {
    expect(cookieText(origin, 'ab')).toBe(`__Host-pramaan_desk_${port}=ab; Path=/; HttpOnly; SameSite=Strict; Secure`)
  })
})

describe('a sign-in', () => {
  test('accepts each challenge once, and no challenge that was not issued', async () => {
    const made = two.client()
    const { nonce, text } = (await made.post('/sign-in/question', {})).json<{ nonce: string; text: string }>()
    expect((await made.answer(two.chitra, nonce, text)).status).toBe(200)
    expect((await two.client().answer(two.chitra, nonce, text)).code).toBe('SIGN_IN_REFUSED')
    expect((await two.client().answer(two.chitra, 'f'.repeat(64), text)).code).toBe('SIGN_IN_REFUSED')
  })

  test.each([
    ['for another origin', { origin: 'http://localhost:1' }],
    ['for another relying party', { rpId: 'example.com' }],
    ['without its user verified', { flags: 0x01 }],
    ['of another kind', { type: 'webauthn.create' }],
    ['over something else', { challenge: 'AAAA' }],
  ])('%s is refused', async (_what, how) => {
    expect((await two.client().signIn(two.chitra, how)).code).toBe('SIGN_IN_REFUSED')
  })

  test('by a passkey that nobody enrolled, or that was enrolled for another address, is refused', async () => {
    const at = { rpId: 'localhost', origin: two.desk.origin }
    const refused = await two.client().signIn(testAuthenticator('mallory', at))
    expect(refused).toMatchObject({
      code: 'SIGN_IN_REFUSED',
      text: expect.stringContaining('ask to be enrolled, or wait'),
    })
    const elsewhere = testAuthenticator('elsewhere', { rpId: 'localhost', origin: 'http://localhost:1' })
    await enrolPasskey(two.pipeline, elsewhere)
    expect((await two.client().signIn(elsewhere)).code).toBe('SIGN_IN_REFUSED')
  })

  test('takes an authenticator that gives the high s', async () => {
    expect((await two.client().signIn(two.chitra, { der: (r, s) => strictDer(r, P256_ORDER - s) })).status).toBe(200)
  })
})
