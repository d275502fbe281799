import { encodeBase64 } from '../format/base64.ts'
import { type Envelope, preAuthEncoding, STATEMENT_PAYLOAD_TYPE } from '../format/dsse.ts'
import type { SigningKey } from './signing-key.ts'

/** Wraps a statement's bytes in a DSSE envelope with one signature over their PAE. */
export function signEnvelope(payload: Uint8Array, key: SigningKey): Envelope {
  const sig = encodeBase64(key.sign(preAuthEncoding(STATEMENT_PAYLOAD_TYPE, payload)))
  return {
    payload: encodeBase64(payload),
    payloadType: STATEMENT_PAYLOAD_TYPE,
    signatures: [{ keyid: key.keyId, sig }],
  }
}
