import { type Act, type ActContent, actBytes } from '../format/act.ts'
import { decodeBase64 } from '../format/base64.ts'
import type { TrustedPerson } from '../format/trust.ts'
import { verifySignature } from './ed25519.ts'

/** Why an act does not count. */
export type ActFault = 'person_unknown' | 'key_unknown' | 'key_not_valid' | 'signature_invalid' | 'signed_twice_by_one'

/**
 * What is wrong with an act's signatures, or null: each is by a key that is enrolled under that name and valid at the log
 * position where the act stands, over exactly this content; no two are by one person or one key.
 * `people`: every key that was ever enrolled. Source: docs/design/trust.md#acts.
 */
export function actFault(
  act: Act,
  content: ActContent,
  position: number,
  people: readonly TrustedPerson[],
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
    const signature = decodeBase64(given.signature)
    // Passkeys are enrolled once their ceremony exists; until then no trusted key has their algorithm.
    if (given.algorithm !== 'ed25519' || signature === null) return 'signature_invalid'
    if (!verifySignature(key.publicKey, actBytes(content, person, keyId), signature)) return 'signature_invalid'
  }
  return null
}
