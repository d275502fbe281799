import * as z from 'zod'
import { sha256Hex } from '../../record/text.ts'
import { concatBytes, utf8Bytes } from './bytes.ts'
import { SIGNATURE_BYTES } from './public-key.ts'
import { base64Of, base64Text } from './text.ts'

/** DSSE v1.0 envelope, in the profile used here: in-toto payloads, one Ed25519 signature, standard base64. */

export const STATEMENT_PAYLOAD_TYPE = 'application/vnd.in-toto+json'

export const envelopeSchema = z.strictObject({
  payload: base64Text.describe('The statement (in-toto), base64'),
  payloadType: z.literal(STATEMENT_PAYLOAD_TYPE).describe('Media type of the statement'),
  signatures: z
    .tuple([
      z.strictObject({
        keyid: sha256Hex.describe('SHA-256 of the public key'),
        sig: base64Of(SIGNATURE_BYTES).describe('Ed25519 signature, base64'),
      }),
    ])
    .describe('One signature'),
})
export type Envelope = z.infer<typeof envelopeSchema>

/**
 * PAE, the bytes that are signed (DSSE protocol, "Signature Definition"):
 * `"DSSEv1" SP LEN(type) SP type SP LEN(body) SP body`, lengths in bytes as decimal ASCII.
 */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = utf8Bytes(payloadType)
  return concatBytes(utf8Bytes(`DSSEv1 ${type.length} `), type, utf8Bytes(` ${payload.length} `), payload)
}
