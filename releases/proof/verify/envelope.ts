import { decodeBase64 } from '../format/base64.ts'
import { type Envelope, preAuthEncoding } from '../format/dsse.ts'
import { type Refusal, refuse } from '../format/refusal.ts'
import type { TrustedKey } from '../format/trust.ts'
import { verifySignature } from './ed25519.ts'

/**
 * Checks the one signature of a DSSE envelope over the payload's exact bytes and gives those bytes and the key. The
 * `keyid` only chooses among trusted keys. Refused with KEY_UNKNOWN or SIGNATURE_INVALID; the caller must check the
 * key's range of log indexes.
 */
export function verifyEnvelope(
  envelope: Envelope,
  keys: readonly TrustedKey[],
): { ok: true; payload: Uint8Array; key: TrustedKey } | Refusal {
  const [{ keyid, sig }] = envelope.signatures
  const key = keys.find(({ keyId }) => keyId === keyid)
  if (key === undefined) return refuse('KEY_UNKNOWN', `no trusted key has key_id ${keyid}`)
  const payload = decodeBase64(envelope.payload)
  const signature = decodeBase64(sig)
  if (payload === null || signature === null) return refuse('SIGNATURE_INVALID', 'the envelope is not canonical base64')
  const message = preAuthEncoding(envelope.payloadType, payload)
  if (!verifySignature(key.publicKey, message, signature)) {
    return refuse('SIGNATURE_INVALID', 'the signature is not of this statement by this key')
  }
  return { ok: true, payload, key }
}
