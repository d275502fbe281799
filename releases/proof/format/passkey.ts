import * as z from 'zod'
import { decodeBase64 } from './base64.ts'
import { base64Text } from './text.ts'

/**
 * Passkeys: keys of people in an authenticator that signs by WebAuthn (W3C Web Authentication, Level 3), with ECDSA
 * over P-256 and SHA-256 (COSE algorithm -7, ES256). Defines the enrolled data and the data stored for each signature.
 * Source: docs/design/trust.md#passkeys.
 */

/** Uncompressed point (SEC 1, 2.3.3): 0x04, X, Y. */
const PASSKEY_PUBLIC_KEY_BYTES = 65
/** WebAuthn, "credential ID". */
const MOST_CREDENTIAL_ID_BYTES = 1023

/** In JSON: canonical base64 of 65 bytes, the first of them 0x04. Verification finds out whether they are a point. */
export const passkeyPublicKeyText = z.string().refine((text) => {
  const bytes = decodeBase64(text)
  return bytes?.length === PASSKEY_PUBLIC_KEY_BYTES && bytes[0] === 0x04
}, 'not an uncompressed P-256 public key in base64')

/** Values that an assertion is checked against, in addition to the public key. */
export const passkeySchema = z.strictObject({
  credential_id: z
    .string()
    .refine((text) => {
      const length = decodeBase64(text)?.length ?? 0
      return length >= 1 && length <= MOST_CREDENTIAL_ID_BYTES
    }, 'not a credential id in base64')
    .describe('Id of the credential, base64'),
  rp_id: z
    .string()
    .regex(/^[a-z0-9.-]{1,253}$/)
    .describe('Relying party: a host name, whose SHA-256 the authenticator signs'),
  origin: z
    .string()
    .regex(/^(?:https:\/\/[a-z0-9.-]{1,253}|http:\/\/localhost)(?::[0-9]{1,5})?$/)
    .describe('The one origin of pages that may ask for a signature, as a browser writes it'),
})
export type Passkey = z.infer<typeof passkeySchema>

/** Response of an authenticator to a challenge; the signature is DER (RFC 3279 2.2.3). */
export const assertionSchema = z.strictObject({
  authenticator_data: base64Text,
  client_data_json: base64Text,
  signature: base64Text,
})
export type Assertion = z.infer<typeof assertionSchema>
