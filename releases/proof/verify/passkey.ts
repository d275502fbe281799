import { sha256Bytes } from '#digest'
import { verifyP256 } from '#signature'
import { decodeBase64 } from '../format/base64.ts'
import { concatBytes, sameBytes, utf8Bytes, utf8Text } from '../format/bytes.ts'
import { parseEcdsaSignature } from '../format/ecdsa-der.ts'
import type { Assertion, Passkey } from '../format/passkey.ts'
import { parsePlainJson } from '../format/strict-json.ts'

/** Faults of an assertion, in the order of the checks. */
export type AssertionFault =
  | 'client_data_malformed'
  | 'client_data_type'
  | 'challenge_mismatch'
  | 'origin_mismatch'
  | 'authenticator_data_malformed'
  | 'rp_id_mismatch'
  | 'user_not_present'
  | 'user_not_verified'
  | 'signature_not_der'
  | 'signature_high_s'
  | 'signature_invalid'

/** rpIdHash, flags, signCount: an assertion without attested data and extensions, which are never requested. */
const AUTHENTICATOR_DATA_BYTES = 32 + 1 + 4
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const MORE_DATA = 0x40 | 0x80

/**
 * Fault of `assertion` as a signature of `message` by `publicKey` (65 bytes), or null (WebAuthn Level 3, 7.2;
 * docs/verify/README.md section 2 is our profile). The challenge is the SHA-256 of the message. The signature counter
 * is ignored: authenticators that sync keys do not count, and the position in the log makes an act unique.
 */
export function assertionFault(
  publicKey: Uint8Array,
  { rp_id: rpId, origin }: Passkey,
  message: Uint8Array,
  assertion: Assertion,
): AssertionFault | null {
  const clientData = decodeBase64(assertion.client_data_json)
  const authenticatorData = decodeBase64(assertion.authenticator_data)
  const der = decodeBase64(assertion.signature)
  if (clientData === null) return 'client_data_malformed'
  const said = clientDataFault(clientData, sha256Bytes(message), origin)
  if (said !== null) return said
  if (authenticatorData?.length !== AUTHENTICATOR_DATA_BYTES) return 'authenticator_data_malformed'
  const flags = authenticatorData[32] ?? 0
  if ((flags & MORE_DATA) !== 0) return 'authenticator_data_malformed'
  if (!sameBytes(authenticatorData.subarray(0, 32), sha256Bytes(utf8Bytes(rpId)))) return 'rp_id_mismatch'
  if ((flags & USER_PRESENT) === 0) return 'user_not_present'
  if ((flags & USER_VERIFIED) === 0) return 'user_not_verified'
  const signature = der === null ? null : parseEcdsaSignature(der)
  if (signature === null) return 'signature_not_der'
  if (signature.isHighS) return 'signature_high_s'
  const signed = concatBytes(authenticatorData, sha256Bytes(clientData))
  return verifyP256(publicKey, signed, signature.bytes) ? null : 'signature_invalid'
}

function clientDataFault(bytes: Uint8Array, challenge: Uint8Array, origin: string): AssertionFault | null {
  const text = utf8Text(bytes)
  const json = text === null ? null : parsePlainJson(text)
  if (!json?.ok || typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
    return 'client_data_malformed'
  const said = new Map<string, unknown>(Object.entries(json.value))
  if (said.get('type') !== 'webauthn.get') return 'client_data_type'
  if (said.get('challenge') !== base64Url(challenge)) return 'challenge_mismatch'
  // A page in a frame of another site has a different origin, whatever its own.
  const framed = said.has('topOrigin') || (said.has('crossOrigin') && said.get('crossOrigin') !== false)
  return said.get('origin') === origin && !framed ? null : 'origin_mismatch'
}

/** base64url without padding (RFC 4648 section 5), in which clients write a challenge. */
function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
