import { type Act, type ActContent, type ActSignature, actBytes } from '../format/act.ts'
import { decodeBase64 } from '../format/base64.ts'
import type { TrustedPerson } from '../format/trust.ts'
import { verifySignature } from './envelope.ts'
import { type AssertionFault, assertionFault } from './passkey.ts'

/** Why an act does not count. */
type ActFault =
  | 'person_unknown'
  | 'key_unknown'
  | 'key_not_valid'
  | 'credential_unknown'
  | 'signature_invalid'
  | 'signed_twice_by_one'
  | AssertionFault

/** Fault of one signature of an act, or null. */
export type SignatureCheck = (key: TrustedPerson, given: ActSignature, content: ActContent) => ActFault | null

/**
 * Fault of an act's signatures, or null. Each signature must be over exactly this content, by a key that is enrolled
 * under that name and valid at the act's log position; no two may be by one person or one key. `people`: every key ever
 * enrolled. `check`: the result of signature checks that ran on other cores. Source: docs/design/trust.md#acts.
 */
export function actFault(
  act: Act,
  content: ActContent,
  position: number,
  people: readonly TrustedPerson[],
  check: SignatureCheck = signatureFault,
): ActFault | null {
  const names = new Set(act.signatures.map(({ person }) => person))
  const keys = new Set(act.signatures.map(({ key_id }) => key_id))
  if (names.size < act.signatures.length || keys.size < act.signatures.length) return 'signed_twice_by_one'
  for (const given of act.signatures) {
    const { person, key_id: keyId } = given
    const own = people.filter(({ name }) => name === person)
    if (own.length === 0) return 'person_unknown'
    const key = own.find((one) => one.keyId === keyId && one.algorithm === given.algorithm)
    if (key === undefined) return 'key_unknown'
    if (position <= key.fromPosition || (key.toPosition !== null && position >= key.toPosition)) return 'key_not_valid'
    const fault = check(key, given, content)
    if (fault !== null) return fault
  }
  return null
}

/** The default check: verifies the signature immediately. */
export function signatureFault(key: TrustedPerson, given: ActSignature, content: ActContent): ActFault | null {
  const message = actBytes(content, given.person, given.key_id)
  if (key.algorithm === 'webauthn-es256' && given.algorithm === 'webauthn-es256')
    return given.credential_id === key.passkey.credential_id
      ? assertionFault(key.publicKey, key.passkey, message, given)
      : 'credential_unknown'
  const signature = decodeBase64(given.signature)
  if (key.algorithm !== 'ed25519' || given.algorithm !== 'ed25519' || signature === null) return 'signature_invalid'
  return verifySignature(key.publicKey, message, signature) ? null : 'signature_invalid'
}
