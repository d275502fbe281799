import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { enrolmentFault } from '../../pipeline/lifecycle/trust.ts'
import { enrolmentBytes, personName } from '../../releases/proof/format/act.ts'
import { decodeBase64 } from '../../releases/proof/format/base64.ts'
import { assertionSchema, passkeyPublicKeyText } from '../../releases/proof/format/passkey.ts'
import { keyIdOf } from '../../releases/proof/format/public-key.ts'
import { assertionFault } from '../../releases/proof/verify/passkey.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { enrolmentOf, enrolmentSchema } from '../operations/two-people.ts'
import { type Desk, peopleOf } from './desk.ts'
import { giveCookie, read, sessionIdOf } from './guard.ts'
import { keep } from './keep.ts'
import { signInBytes } from './sessions.ts'
import { inOneSpelling } from './waiting-acts.ts'
import type { SignInQuestion } from './wire.ts'

const answerSchema = z.strictObject({ nonce: z.string(), credential_id: z.string(), assertion: assertionSchema })
const candidateSchema = z.strictObject({ name: personName, public_key: passkeyPublicKeyText })

/** Signing in and out, and requesting enrolment: everything that works without a session. */
export function registerSignIn(app: FastifyInstance, desk: Desk): void {
  app.post('/sign-in/question', async (): Promise<SignInQuestion> => {
    const { trust } = await peopleOf(desk)
    const nonce = desk.questions.ask()
    const text = new TextDecoder().decode(signInBytes(trust.origin, desk.origin, nonce))
    return { nonce, text }
  })

  app.post('/sign-in', async (request, reply) => {
    const { nonce, credential_id, assertion } = read(answerSchema, request.body)
    const { trust, holders } = await peopleOf(desk)
    const asked = desk.questions.take(nonce)
    const holder = holders.find(({ passkey }) => passkey.credential_id === credential_id)
    if (!asked || holder === undefined)
      throw new OperationRefusal(
        'SIGN_IN_REFUSED',
        asked
          ? 'this passkey is not enrolled for this desk: ask to be enrolled, or wait until your request is signed'
          : 'the challenge is unknown or was already used',
      )
    const message = signInBytes(trust.origin, desk.origin, nonce)
    const fault = assertionFault(holder.publicKey, holder.passkey, message, inOneSpelling(assertion))
    if (fault !== null) throw new OperationRefusal('SIGN_IN_REFUSED', `the response is not valid (${fault})`)
    const session = desk.sessions.open(holder.name, holder.keyId)
    giveCookie(reply, desk, session.id)
    return { person: holder.name }
  })

  app.post('/sign-out', async (request, reply) => {
    desk.sessions.close(sessionIdOf(desk, request))
    // Other tabs of theirs show nothing more either.
    desk.feed.changed()
    giveCookie(reply, desk, null)
    return {}
  })

  // Message that a new passkey signs to be enrolled; it depends on the new key.
  app.post('/enrol/question', async (request) => {
    const { name, public_key } = read(candidateSchema, request.body)
    const { trust } = await peopleOf(desk)
    const keyId = keyIdOf(decodeBase64(public_key) ?? new Uint8Array())
    return { text: new TextDecoder().decode(enrolmentBytes(trust.origin, name, keyId)) }
  })

  app.post('/enrol', async (request) => {
    const given = read(enrolmentSchema, request.body)
    const { trust } = await peopleOf(desk)
    const handedIn = 'passkey' in given ? { ...given, origin: trust.origin, proof: inOneSpelling(given.proof) } : given
    const payload = enrolmentOf(handedIn, 'the request')
    const fault = enrolmentFault(trust, { type: 'PersonEnrolled', payload })
    if (fault !== null) throw new OperationRefusal('ENROLMENT_REFUSED', fault, { person: payload.person })
    keep(desk.requests, payload.key_id, payload)
    desk.feed.changed()
    return { request: `${JSON.stringify(handedIn)}\n`, key_id: payload.key_id }
  })
}
