import type { ActContent, ActSignature } from '../../releases/proof/format/act.ts'
import { decodeBase64, encodeBase64 } from '../../releases/proof/format/base64.ts'
import { withLowS } from '../../releases/proof/format/ecdsa-der.ts'
import type { Assertion } from '../../releases/proof/format/passkey.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { randomHex } from '../platform/random.ts'
import type { Done, Step } from './wire.ts'

/** A person with the passkey with which they are signed in. */
type PasskeyHolder = { readonly person: string; readonly keyId: string; readonly credentialId: string }

/** Runs an act as this person. `show`: text next to the next content to sign. */
export type Work = (by: Signatory, show: (text: string) => void) => Promise<Done>

const SIGN_WITHIN_MS = 5 * 60_000
const MOST = 64

type Asked = { readonly person: string; answer(assertion: Assertion | null): Promise<Step>; giveUp(): void }

/**
 * Acts that wait for a passkey. The command is the command line's own: it decides, requests a signature of its
 * decision, and appends. Meanwhile it waits here, only for its person, until the browser sends the assertion. An act
 * with several signatures (opening a release first adds its documents) asks several times.
 */
export class WaitingActs {
  readonly #asked = new Map<string, Asked>()

  /** Starts an act. Resolves when it is done or has something to sign; rejects if it is refused. */
  begin({ person, keyId, credentialId }: PasskeyHolder, work: Work): Promise<Step> {
    let next = Promise.withResolvers<Step>()
    let beside: string | null = null
    const ask = (_content: ActContent, message: Uint8Array): Promise<ActSignature> => {
      const id = randomHex(16)
      const signature = Promise.withResolvers<ActSignature>()
      const decline = (): void => {
        this.#asked.delete(id)
        signature.reject(new OperationRefusal('SIGNATURE_DECLINED', 'the act was not signed'))
      }
      const timer = setTimeout(decline, SIGN_WITHIN_MS)
      timer.unref()
      const answer = (assertion: Assertion | null): Promise<Step> => {
        clearTimeout(timer)
        this.#asked.delete(id)
        next = Promise.withResolvers<Step>()
        if (assertion === null) decline()
        else
          signature.resolve({
            ...{ algorithm: 'webauthn-es256', person, key_id: keyId, credential_id: credentialId },
            ...inOneSpelling(assertion),
          })
        return next.promise
      }
      this.#asked.set(id, { person, answer, giveUp: decline })
      for (const oldest of [...this.#asked.values()].slice(0, -MOST)) oldest.giveUp()
      next.resolve({ step: 'sign', id, text: new TextDecoder().decode(message), credential: credentialId, beside })
      beside = null
      return signature.promise
    }
    const show = (text: string): void => {
      beside = text
    }
    work({ name: person, key: { keyId, ask } }, show).then(
      (done) => next.resolve({ step: 'done', ...done }),
      (error: unknown) => next.reject(error),
    )
    return next.promise
  }

  /** Continues an act; `assertion` null: its person declined. Refused with ACT_NOT_WAITING if the act is not theirs. */
  answer(person: string, id: string, assertion: Assertion | null): Promise<Step> {
    const asked = this.#asked.get(id)
    if (asked === undefined || asked.person !== person)
      throw new OperationRefusal('ACT_NOT_WAITING', 'none of your acts is waiting for this signature: start it again')
    return asked.answer(assertion)
  }

  close(): void {
    for (const asked of [...this.#asked.values()]) asked.giveUp()
  }
}

/** An assertion as the log stores it. */
export function inOneSpelling(assertion: Assertion): Assertion {
  const der = decodeBase64(assertion.signature)
  return der === null ? assertion : { ...assertion, signature: encodeBase64(withLowS(der)) }
}
