import { createHash } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { type Act, type ActContent, actBytes, enrolmentBytes } from '../../releases/proof/format/act.ts'
import { encodeBase64 } from '../../releases/proof/format/base64.ts'
import type { EntryPayload } from '../../releases/proof/format/entry-payloads.ts'
import type { Assertion, Passkey } from '../../releases/proof/format/passkey.ts'
import { keyIdOf } from '../../releases/proof/format/public-key.ts'
import type { TrustedPerson } from '../../releases/proof/format/trust.ts'

/**
 * An authenticator with its browser, in the form of WebAuthn, for tests: it signs whatever it is given. Its signatures
 * follow RFC 6979, so that a test has the same files each time; Node's own code verifies them.
 */

export const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Content of an assertion; a test changes what it needs. */
export type Asked = {
  readonly type: string
  readonly challenge: string
  readonly origin: string
  readonly rpId: string
  readonly flags: number
  readonly signCount: number
  /** Further fields of the client data, as clients add them. */
  readonly more: Readonly<Record<string, unknown>>
  /** After the signature counter. */
  readonly extra: Uint8Array
  /** The client data as text, before it is signed. */
  readonly clientData: (text: string) => string
  /** DER of r and s, which are signed as they should be. */
  readonly der: (r: bigint, s: bigint) => Uint8Array
}

export type Authenticator = {
  readonly name: string
  readonly keyId: string
  /** 65 bytes. */
  readonly publicKey: Uint8Array
  readonly passkey: Passkey
  assert(message: Uint8Array, how?: Partial<Asked>): Assertion
}

const hash = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()

/** Throw-away: the key is derived from the name. */
export function testAuthenticator(
  name: string,
  { rpId = 'localhost', origin = 'http://localhost:8090' }: { rpId?: string; origin?: string } = {},
): Authenticator {
  const secret = new Uint8Array(hash(`test passkey ${name}`))
  const publicKey = p256.getPublicKey(secret, false)
  const passkey = { credential_id: encodeBase64(hash(`credential ${name}`)), rp_id: rpId, origin }
  const assert = (message: Uint8Array, how: Partial<Asked> = {}): Assertion => assertion(secret, message, passkey, how)
  return { name, keyId: keyIdOf(publicKey), publicKey, passkey, assert }
}

function assertion(secret: Uint8Array, message: Uint8Array, passkey: Passkey, how: Partial<Asked>): Assertion {
  const asked: Asked = {
    type: 'webauthn.get',
    challenge: hash(message).toString('base64url'),
    origin: passkey.origin,
    rpId: passkey.rp_id,
    flags: 0x05,
    signCount: 0,
    more: { crossOrigin: false },
    extra: new Uint8Array(),
    clientData: (text) => text,
    der: strictDer,
    ...how,
  }
  const { type, challenge, origin, more } = asked
  const clientData = Buffer.from(asked.clientData(JSON.stringify({ type, challenge, origin, ...more })))
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(asked.signCount)
  const data = Buffer.concat([hash(asked.rpId), Uint8Array.of(asked.flags), counter, asked.extra])
  // Authenticators return either of S and n - S; whoever records a signature uses the lower.
  const raw = Buffer.from(p256.sign(Buffer.concat([data, hash(clientData)]), secret, { lowS: true }))
  const [r, s] = [BigInt(`0x${raw.toString('hex', 0, 32)}`), BigInt(`0x${raw.toString('hex', 32)}`)]
  return {
    authenticator_data: encodeBase64(data),
    client_data_json: encodeBase64(clientData),
    signature: encodeBase64(asked.der(r, s)),
  }
}

/** A number in DER: the shortest encoding that is not negative. */
export function derInteger(value: bigint): Uint8Array {
  const hex = value.toString(16)
  const digits = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  const shown = (digits[0] ?? 0) >= 0x80 ? Buffer.concat([Uint8Array.of(0), digits]) : digits
  return Buffer.concat([Uint8Array.of(0x02, shown.length), shown])
}

export function derSequence(...parts: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(parts)
  return new Uint8Array(Buffer.concat([Uint8Array.of(0x30, body.length), body]))
}

export function strictDer(r: bigint, s: bigint): Uint8Array {
  return derSequence(derInteger(r), derInteger(s))
}

/** As listed in a trust document. */
export function trustedPasskey(
  { name, keyId, publicKey, passkey }: Authenticator,
  fromPosition: number,
  toPosition: number | null = null,
): TrustedPerson {
  return { name, kind: 'person', keyId, algorithm: 'webauthn-es256', publicKey, passkey, fromPosition, toPosition }
}

/** Its enrolment request. */
export function passkeyEnrolment(
  { name, keyId, publicKey, passkey, assert }: Authenticator,
  logOrigin: string,
  how: Partial<Asked> = {},
): Extract<EntryPayload<'PersonEnrolled'>, { algorithm: 'webauthn-es256' }> {
  return {
    person: name,
    kind: 'person',
    key_id: keyId,
    algorithm: 'webauthn-es256',
    public_key: encodeBase64(publicKey),
    passkey,
    proof: assert(enrolmentBytes(logOrigin, name, keyId), how),
  }
}

/** Its signature of an act, as stored in the log. */
export function passkeySignature(
  { name, keyId, passkey, assert }: Authenticator,
  content: ActContent,
  how: Partial<Asked> = {},
): Act['signatures'][number] {
  return {
    algorithm: 'webauthn-es256',
    person: name,
    key_id: keyId,
    credential_id: passkey.credential_id,
    ...assert(actBytes(content, name, keyId), how),
  }
}

/** An act signed only by it. */
export function passkeyAct(authenticator: Authenticator, content: ActContent, how: Partial<Asked> = {}): Act {
  return {
    act_version: 2,
    command: content.command,
    events: content.events.length,
    log_head: content.logHead,
    signatures: [passkeySignature(authenticator, content, how)],
  }
}
