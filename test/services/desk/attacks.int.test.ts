import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokePerson } from '../../../pipeline/commands/trust-acts.ts'
import { readStream } from '../../../pipeline/event-log/read.ts'
import { encodeBase64 } from '../../../releases/proof/format/base64.ts'
import type { Assertion } from '../../../releases/proof/format/passkey.ts'
import { passkeyEnrolment, testAuthenticator } from '../../support/authenticator.ts'
import { type DeskClient, enrolPasskey } from '../../support/desk-client.ts'
import { type DeskOfTwo, deskOfTwo, REVOKE } from '../../support/desk-of-two.ts'
import { BASHIR } from '../../support/people.ts'

/** Attackers with a signature of something else, of somebody else, or by a revoked passkey. */

let two: DeskOfTwo
const trustEvents = async (): Promise<number> => (await readStream(two.pipeline.pool, 'trust')).length
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
beforeAll(async () => {
  two = await deskOfTwo()
  await enrolPasskey(two.pipeline, testAuthenticator('elsewhere', { rpId: 'localhost', origin: two.desk.origin }))
})
afterAll(() => two?.close())

describe('an act', () => {
  const altered = (assertion: Assertion, field: keyof Assertion): Assertion => {
    const bytes = Buffer.from(assertion[field], 'base64')
    bytes[bytes.length - 3]! ^= 1
    return { ...assertion, [field]: encodeBase64(bytes) }
  }

  test('takes no assertion that was altered, or made for another act, another key or the sign-in', async () => {
    const [mine, before] = [await two.signedIn(two.chitra), await trustEvents()]
    const other = await mine.begin({ ...REVOKE, reason: 'another reason' })
    const question = (await mine.post('/sign-in/question', {})).json<{ text: string }>().text
    const wrong: ((text: string) => Assertion)[] = [
      (text) => altered(two.chitra.assert(bytesOf(text)), 'signature'),
      (text) => altered(two.chitra.assert(bytesOf(text)), 'authenticator_data'),
      (text) => altered(two.chitra.assert(bytesOf(text)), 'client_data_json'),
      (text) => two.chitra.assert(bytesOf(`${text} `)),
      (text) => two.chitra.assert(bytesOf(text), { origin: 'http://localhost:1' }),
      (text) => two.chitra.assert(bytesOf(text), { flags: 0x01 }),
      (text) => two.devi.assert(bytesOf(text)),
      () => two.chitra.assert(bytesOf(other.text)),
      () => two.chitra.assert(bytesOf(question)),
    ]
    for (const [index, assertionOf] of wrong.entries()) {
      const { id, text } = await mine.begin(REVOKE)
      const answer = await mine.post(`/acts/${id}`, { assertion: assertionOf(text) })
      expect({ index, code: answer.code }).toEqual({ index, code: 'SIGNATURE_REFUSED' })
      const again = await mine.post(`/acts/${id}`, { assertion: two.chitra.assert(bytesOf(text)) })
      expect(again.code, 'the right one, after the wrong one').toBe('ACT_NOT_WAITING')
    }
    expect(await trustEvents()).toBe(before)
  })

  test('that is declined is not done', async () => {
    const [mine, before] = [await two.signedIn(two.chitra), await trustEvents()]
    const { id } = await mine.begin(REVOKE)
    expect((await mine.post(`/acts/${id}`, { assertion: null })).code).toBe('SIGNATURE_DECLINED')
    expect(await trustEvents()).toBe(before)
  })

  test('can only be answered by its own person', async () => {
    const { id, text } = await (await two.signedIn(two.chitra)).begin(REVOKE)
    const theirs = await two.signedIn(two.devi)
    expect((await theirs.post(`/acts/${id}`, { assertion: two.devi.assert(bytesOf(text)) })).code).toBe(
      'ACT_NOT_WAITING',
    )
  })

  test('is requested again if the log has moved on, and its signature can be used only once', async () => {
    const [mine, theirs] = [await two.signedIn(two.chitra), await two.signedIn(two.devi)]
    const first = await mine.begin({ kind: 'revoke', person: 'asha', reason: 'a test' })
    const second = await theirs.begin({ kind: 'revoke', person: 'elsewhere', reason: 'a test' })
    const done = await theirs.post(`/acts/${second.id}`, { assertion: two.devi.assert(bytesOf(second.text)) })
    expect(done.json()).toMatchObject({ step: 'done', said: 'elsewhere is revoked' })
    const replayed = await theirs.post(`/acts/${second.id}`, { assertion: two.devi.assert(bytesOf(second.text)) })
    expect(replayed.code).toBe('ACT_NOT_WAITING')

    const asked = (await mine.post(`/acts/${first.id}`, { assertion: two.chitra.assert(bytesOf(first.text)) })).json<{
      step: string
      id: string
      text: string
    }>()
    expect(asked.step).toBe('sign')
    expect(JSON.parse(asked.text).stream_version).toBe(JSON.parse(first.text).stream_version + 1)
    const old = await mine.post(`/acts/${asked.id}`, { assertion: two.chitra.assert(bytesOf(first.text)) })
    expect(old.code, 'the signature for the place that is taken').toBe('SIGNATURE_REFUSED')
  })

  test('names no folder outside of the configured one', async () => {
    const mine = await two.signedIn(two.chitra)
    for (const folder of ['..', '../..', '/etc', 'none'])
      expect((await mine.post('/acts', { kind: 'open', folder })).code).toBe('NOT_A_DEFINITION')
  })

  test.each([{}, { kind: 'seal' }, { ...REVOKE, reason: '' }, { ...REVOKE, more: 1 }])(
    'that is none is refused: %o',
    async (body) => {
      expect(await (await two.signedIn(two.chitra)).post('/acts', body)).toMatchObject({
        status: 400,
        code: 'REQUEST_UNREADABLE',
      })
    },
  )
})

describe('a request to be enrolled', () => {
  test('needs the proof of its own key for this log and this name', async () => {
    const at = { rpId: 'localhost', origin: two.desk.origin }
    const mallory = testAuthenticator('mallory', at)
    const { public_key, passkey, proof } = passkeyEnrolment(mallory, two.pipeline.foundation.origin)
    const request = { origin: 'this desk', name: 'mallory', public_key, passkey, proof }
    const theirs = passkeyEnrolment(two.chitra, two.pipeline.foundation.origin)
    const elsewhere = passkeyEnrolment(mallory, 'another/log')
    for (const wrong of [
      { ...request, name: 'eve' },
      { ...request, proof: theirs.proof },
      { ...request, proof: elsewhere.proof },
      { ...request, public_key: theirs.public_key },
      { ...request, passkey: { ...passkey, origin: 'http://localhost:1' } },
    ])
      expect((await two.client().post('/enrol', wrong)).code).toBe('ENROLMENT_REFUSED')
    expect((await two.client().post('/enrol', request)).status).toBe(200)
    expect((await two.client().signIn(mallory)).code, 'asking is not being enrolled').toBe('SIGN_IN_REFUSED')
  })
})

describe('events', () => {
  /** Reads positions until there are `wanted`, then disconnects. */
  async function heard(who: DeskClient, wanted: number, path: string, headers = {}): Promise<number[]> {
    const response = await who.open(path, { headers })
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const positions: number[] = []
    for await (const chunk of response.setEncoding('utf8')) {
      for (const [, id] of String(chunk).matchAll(/^id: (\d+)$/gm)) positions.push(Number(id))
      if (positions.length >= wanted) break
    }
    response.destroy()
    return positions
  }

  test('come from where a listener was, each once, however often it comes back', async () => {
    const mine = await two.signedIn(two.chitra)
    const all = await heard(mine, 5, '/events?after=0')
    expect(all.slice(0, 5)).toEqual([1, 2, 3, 4, 5])
    const last = all.at(-1) ?? 0
    const listening = heard(mine, 1, '/events?after=0', { 'last-event-id': String(last) })
    const { id, text } = await mine.begin({ kind: 'revoke', person: 'asha', reason: 'for a listener' })
    await mine.post(`/acts/${id}`, { assertion: two.chitra.assert(bytesOf(text)) })
    expect(await listening).toEqual([last + 1])
    expect(await heard(mine, 1, `/events?after=${last}`)).toEqual([last + 1])
  })
})

describe('a passkey that was revoked', () => {
  test('is signed out at once, does nothing that was begun, and cannot sign in', async () => {
    const theirs = await two.signedIn(two.devi)
    const listening = (await theirs.open(`/events?after=${await trustEvents()}`)).resume()
    const ended = once(listening, 'close')
    const { id, text } = await theirs.begin(REVOKE)
    const { pool } = two.pipeline
    const context = { pool, signatories: [BASHIR], now: () => new Date() }
    expect(await revokePerson(context, 'devi', 'a test', null)).toMatchObject({ ok: true })

    await ended
    const before = await trustEvents()
    const answer = await theirs.post(`/acts/${id}`, { assertion: two.devi.assert(bytesOf(text)) })
    expect(answer.code).toBe('SIGN_IN_REQUIRED')
    expect((await theirs.get('/people')).status).toBe(303)
    expect((await two.client().signIn(two.devi)).code).toBe('SIGN_IN_REFUSED')
    expect(await trustEvents()).toBe(before)
  })
})
