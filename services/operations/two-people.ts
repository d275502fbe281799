import * as z from 'zod'
import type { Proposal } from '../../pipeline/commands/proposal.ts'
import { type EnrolmentRequest, enrolPerson } from '../../pipeline/commands/trust-acts.ts'
import { personName } from '../../releases/proof/format/act.ts'
import { decodeBase64 } from '../../releases/proof/format/base64.ts'
import { ENTRY_PAYLOADS } from '../../releases/proof/format/entry-payloads.ts'
import { assertionSchema, passkeyPublicKeyText, passkeySchema } from '../../releases/proof/format/passkey.ts'
import { keyIdOf, publicKeyText } from '../../releases/proof/format/public-key.ts'
import { base64Of } from '../../releases/proof/format/text.ts'
import { type Parts, unhold } from './lifecycle.ts'
import { OperationRefusal, requireDone } from './refusal.ts'

/** Acts signed by two people (docs/design/trust.md#two-signatures), and the request of a new person for one of them. */

/** Enrolment request of a person: for a key file, as written by `person request`, or for a passkey. */
export const enrolmentSchema = z.union([
  z.strictObject({ origin: z.string(), name: personName, public_key: publicKeyText, proof: base64Of(64) }),
  z.strictObject({
    origin: z.string(),
    name: personName,
    public_key: passkeyPublicKeyText,
    passkey: passkeySchema,
    proof: assertionSchema,
  }),
])

/**
 * Parses an enrolment request. Refused with ENROLMENT_REFUSED if it is not one; `from` names its origin in messages.
 */
export function enrolmentOf(given: unknown, from: string): EnrolmentRequest {
  const parsed = enrolmentSchema.safeParse(given)
  if (!parsed.success)
    throw new OperationRefusal('ENROLMENT_REFUSED', `${from} was not written by \`person request\`, or it was changed`)
  const { name: person, public_key } = parsed.data
  const key_id = keyIdOf(decodeBase64(public_key) ?? new Uint8Array())
  const own = { person, kind: 'person', key_id, public_key } as const
  return 'passkey' in parsed.data
    ? { ...own, algorithm: 'webauthn-es256', passkey: parsed.data.passkey, proof: parsed.data.proof }
    : { ...own, algorithm: 'ed25519', proof: parsed.data.proof }
}

/** Decides the first person's proposal again, adds the second signature, and appends it. */
export async function enterProposal({ pool, by, now }: Parts, proposal: Proposal): Promise<void> {
  if (proposal.signature.person === by.name)
    throw new OperationRefusal(
      'SECOND_SIGNATURE_MISSING',
      `${by.name} signed it first, and the second must be another person: set PRAMAAN_PERSON_KEY to their key file`,
    )
  const countersigning = { proposal }
  const payload = proposal.events[0]?.payload
  const altered = new OperationRefusal('PROPOSAL_ALTERED', 'the proposal does not contain an act')
  if (proposal.command === 'enrol') {
    const { data } = ENTRY_PAYLOADS.PersonEnrolled.safeParse(payload)
    if (data === undefined) throw altered
    requireDone(await enrolPerson({ pool, signatories: [by], now, countersigning }, data))
    return
  }
  const { data } = ENTRY_PAYLOADS.ComponentFreed.safeParse(payload)
  if (data === undefined) throw altered
  await unhold({ pool, by, now }, `${data.release_id}@${data.revision}`, data.component, data.reason, countersigning)
}
