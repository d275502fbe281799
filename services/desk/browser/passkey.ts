import type { Assertion } from '../../../releases/proof/format/passkey.ts'

/** The browser's passkeys (W3C Web Authentication, Level 3), with the log's base64. */

const base64 = (bytes: ArrayBuffer | Uint8Array): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

/** Challenge of a passkey for a text: its SHA-256, calculated here from the displayed text. */
async function challengeOf(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
}

/** Has a passkey sign a text. `credential` null: the holder chooses one. Null: they declined. */
export async function signText(
  text: string,
  credential: string | null,
): Promise<{ readonly credential: string; readonly assertion: Assertion } | null> {
  const challenge = await challengeOf(text)
  const allowed: PublicKeyCredentialDescriptor[] =
    credential === null ? [] : [{ type: 'public-key', id: bytesOf(credential) }]
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge,
    rpId: location.hostname,
    userVerification: 'required',
    allowCredentials: allowed,
  }
  const given = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!(given instanceof PublicKeyCredential) || !(given.response instanceof AuthenticatorAssertionResponse))
    return null
  const { authenticatorData, clientDataJSON, signature } = given.response
  return {
    credential: base64(given.rawId),
    assertion: {
      authenticator_data: base64(authenticatorData),
      client_data_json: base64(clientDataJSON),
      signature: base64(signature),
    },
  }
}

const ES256 = -7
/** Number of bytes of an uncompressed point of P-256, at the end of its SubjectPublicKeyInfo (RFC 5480 2). */
const POINT_BYTES = 65

/** Makes a passkey for this address. Null: declined, or the authenticator has no ES256. */
export async function makePasskey(
  name: string,
): Promise<{ readonly credential: string; readonly publicKey: string } | null> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    // The response is not trusted: what counts is the proof that the new key signs next.
    challenge: crypto.getRandomValues(new Uint8Array(32)),
    rp: { id: location.hostname, name: 'Pramaan desk' },
    user: { id: crypto.getRandomValues(new Uint8Array(32)), name, displayName: name },
    pubKeyCredParams: [{ type: 'public-key', alg: ES256 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  }
  const made = await navigator.credentials.create({ publicKey }).catch(() => null)
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse))
    return null
  const spki = made.response.getPublicKey()
  if (spki === null || made.response.getPublicKeyAlgorithm() !== ES256) return null
  return { credential: base64(made.rawId), publicKey: base64(spki.slice(-POINT_BYTES)) }
}
