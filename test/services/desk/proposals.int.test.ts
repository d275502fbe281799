import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Authenticator, passkeyEnrolment, testAuthenticator } from '../../support/authenticator.ts'
import type { DeskClient } from '../../support/desk-client.ts'
import { type DeskOfTwo, deskOfTwo, REVOKE } from '../../support/desk-of-two.ts'

/** Acts that wait for a second person. */

let two: DeskOfTwo
let [first, second]: DeskClient[] = []
let esha: Authenticator
beforeAll(async () => {
  two = await deskOfTwo()
  first = await two.signedIn(two.chitra)
  second = await two.signedIn(two.devi)
  esha = testAuthenticator('esha', { rpId: 'localhost', origin: two.desk.origin })
  const { public_key, passkey, proof } = passkeyEnrolment(esha, two.pipeline.foundation.origin)
  const asked = { origin: 'this desk', name: 'esha', public_key, passkey, proof }
  expect((await two.client().post('/enrol', asked)).status).toBe(200)
})
afterAll(() => two?.close())

async function signs(client: DeskClient, who: Authenticator, act: object): Promise<void> {
  const { id, text } = await client.begin(act)
  const answer = await client.post(`/acts/${id}`, { assertion: who.assert(new TextEncoder().encode(text)) })
  expect(answer.json(), answer.text).toMatchObject({ step: 'done' })
}

const ASKS = 'Enrol esha'
const WAITS = '(1 to sign)'

test('a proposed enrolment shows the second person its key, and is not offered for a second proposal', async () => {
  const before = (await second!.get('/people')).text
  expect(before).toContain(ASKS)
  await signs(first!, two.chitra, { kind: 'enrol', key_id: esha.keyId })
  const { text } = await second!.get('/people')
  expect(text).toContain(WAITS)
  expect(text).toContain(esha.keyId)
  expect(text).not.toContain(ASKS)
})

test('what the log has moved on from waits no more, and can be proposed again', async () => {
  await signs(second!, two.devi, REVOKE)
  const { text } = await second!.get('/people')
  expect(text).not.toContain(WAITS)
  expect(text).not.toContain('Sign as the second')
  expect(text).toContain(ASKS)
})
