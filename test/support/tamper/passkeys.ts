import { encodeBase64 } from '../../../releases/proof/format/base64.ts'
import { keyIdOf } from '../../../releases/proof/format/public-key.ts'
import type { SignedEvent } from '../../../releases/proof/format/statement.ts'
import { type Asked, derInteger, derSequence, P256_ORDER, strictDer, testAuthenticator } from '../authenticator.ts'
import { accepted, baked, refused, type TamperCase } from './case.ts'
import { trustText } from './trust-text.ts'
import { devi, passkeyAttestation } from './world.ts'

/** A release with a document attested by a passkey, and each way in which that may be invalid. */

const attested = (how: Partial<Asked>, change: (event: SignedEvent) => unknown = (event) => event) => ({
  bundle: baked({ acts: ([opening]) => [opening, change(passkeyAttestation(how))] }),
})
const other = testAuthenticator('esha')

/** The attestation with fields of its signature replaced, whatever was signed. */
const touched = (parts: object) =>
  attested({}, (event) => ({
    ...event,
    act: { ...event.act, signatures: event.act.signatures.map((one) => ({ ...one, ...parts })) },
  }))

function heldCases(): TamperCase[] {
  return [
    accepted('sound: attested with a passkey', attested({})),
    accepted('sound: attested with a passkey that is backed up', attested({ flags: 0x1d, signCount: 9 })),
    accepted('sound: attested in a browser that says more', attested({ more: { extra: ['é', 1] } })),
    accepted('sound: attested in a browser that says less', attested({ more: {} })),
    accepted('sound: client data with white space', attested({ clientData: (text) => ` ${text}\n` })),
  ]
}

function fails(name: string, given: { bundle: Uint8Array }): TamperCase {
  return refused(`passkey: ${name}`, 'ACT_INVALID', given)
}

function assertionCases(): TamperCase[] {
  const fail = (name: string, how: Partial<Asked>) => fails(name, attested(how))
  const turned = Uint8Array.from(devi.publicKey, (byte, at) => (at === 64 ? byte ^ 1 : byte))
  return [
    fail('another type', { type: 'webauthn.create' }),
    fail('another challenge', { challenge: 'AAAA' }),
    fail('a padded challenge', { clientData: (text) => text.replace(/("challenge":"[^"]*)/, '$1=') }),
    fail('another origin', { origin: 'https://localhost:8090' }),
    fail('a frame', { more: { crossOrigin: true } }),
    fail('crossOrigin of null', { more: { crossOrigin: null } }),
    fail('a named frame', { more: { topOrigin: null } }),
    fail('client data with a byte order mark', { clientData: (text) => `\ufeff${text}` }),
    fail('client data with a type given twice', { clientData: (text) => text.replace('{', '{"type":"webauthn.get",') }),
    fail('client data with a fraction', { more: { at: 0.5 } }),
    fail('client data that is text', { clientData: (text) => JSON.stringify(text) }),
    fail('client data that is null', { clientData: () => 'null' }),
    fail('client data that is empty', { clientData: () => '' }),
    fail('another relying party', { rpId: 'localhost.' }),
    fail('user not present', { flags: 0x04 }),
    fail('user not verified', { flags: 0x01 }),
    fail('attested data flagged', { flags: 0x45 }),
    fail('extensions flagged', { flags: 0x85 }),
    fail('a byte after the counter', { extra: Uint8Array.of(0) }),
    fail('the higher S', { der: (r, s) => strictDer(r, P256_ORDER - s) }),
    fail('an S of zero', { der: (r) => strictDer(r, 0n) }),
    fail('an R of zero', { der: (_, s) => strictDer(0n, s) }),
    fail('an R of the order', { der: (_, s) => strictDer(P256_ORDER, s) }),
    fail('an R above 32 bytes', { der: (r, s) => strictDer(r + 2n ** 256n, s) }),
    fail('a zero before R', {
      der: (r, s) => {
        const digits = derInteger(r).subarray(2)
        return derSequence(Uint8Array.of(0x02, digits.length + 1, 0, ...digits), derInteger(s))
      },
    }),
    fail('a sequence in the long form', {
      der: (r, s) => {
        const whole = strictDer(r, s)
        return Uint8Array.of(0x30, 0x81, ...whole.subarray(1))
      },
    }),
    fail('a number that is none', { der: (r, s) => derSequence(Uint8Array.of(0x02, 0), derInteger(r), derInteger(s)) }),
    fail('a third number', { der: (r, s) => derSequence(derInteger(r), derInteger(s), derInteger(1n)) }),
    fail('a byte after the signature', { der: (r, s) => Uint8Array.of(...strictDer(r, s), 0) }),
    fail('a set for a sequence', { der: (r, s) => Uint8Array.of(0x31, ...strictDer(r, s).subarray(1)) }),
    fail('no signature', { der: () => new Uint8Array() }),
    fails('another credential', touched({ credential_id: other.passkey.credential_id })),
    fails('no credential', touched({ credential_id: '' })),
    fails("another passkey's assertion", touched(other.assert(new Uint8Array()))),
    fails('an enrolled name and another key', touched({ key_id: other.keyId })),
    refused('passkey: a key that is no point', 'ACT_INVALID', {
      ...attested({}),
      trust: withPasskey((person) => ({ ...person, public_key: encodeBase64(turned), key_id: keyIdOf(turned) })),
    }),
    refused('passkey: enrolled for another page', 'ACT_INVALID', {
      ...attested({}),
      trust: withPasskey((person) => ({ ...person, passkey: { ...devi.passkey, origin: 'https://localhost' } })),
    }),
    refused('passkey: a form that is neither', 'STATEMENT_INVALID', touched({ algorithm: 'webauthn-rs256' })),
    refused('passkey: a key file’s fields only', 'STATEMENT_INVALID', touched({ authenticator_data: undefined })),
    refused('passkey: client data that is no base64', 'STATEMENT_INVALID', touched({ client_data_json: '{}' })),
  ]
}

type Loose = Record<string, unknown>

function withPasskey(change: (person: Loose) => Loose): string {
  const trust = JSON.parse(trustText()) as { people: Loose[] }
  return JSON.stringify({ ...trust, people: trust.people.map((one) => ('passkey' in one ? change(one) : one)) })
}

function trustCases(): TamperCase[] {
  const invalid = (name: string, change: (person: Loose) => Loose) =>
    refused(`trust: a passkey ${name}`, 'TRUST_INVALID', { trust: withPasskey(change) })
  const enrolled = (parts: object) => (person: Loose) => ({ ...person, passkey: { ...devi.passkey, ...parts } })
  const key = (bytes: Uint8Array) => (person: Loose) => {
    return { ...person, public_key: encodeBase64(bytes), key_id: keyIdOf(bytes) }
  }
  return [
    invalid('of a machine', (person) => ({ ...person, kind: 'machine' })),
    invalid('said to be of a key file', (person) => ({ ...person, algorithm: 'ed25519' })),
    invalid('without what it was enrolled for', ({ passkey: _passkey, ...person }) => person),
    invalid('with a field too many', enrolled({ counter: 1 })),
    invalid('without credential', enrolled({ credential_id: '' })),
    invalid('with a credential of 1,024 bytes', enrolled({ credential_id: encodeBase64(new Uint8Array(1024)) })),
    invalid('for an upper-case host', enrolled({ rp_id: 'Localhost' })),
    invalid('for no host', enrolled({ rp_id: '' })),
    invalid('for a page without encryption', enrolled({ origin: 'http://example.org' })),
    invalid('for an origin with a path', enrolled({ origin: 'https://example.org/' })),
    invalid('for an origin of two lines', enrolled({ origin: 'https://example.org\n' })),
    invalid('with a compressed key', key(Uint8Array.of(2, ...devi.publicKey.subarray(1, 33)))),
    invalid('with a key of another form', key(Uint8Array.from(devi.publicKey, (byte, at) => (at === 0 ? 6 : byte)))),
    invalid('under the key_id of another', (person) => ({ ...person, key_id: other.keyId })),
  ]
}

/** Cases about passkeys. */
export function passkeyCases(): TamperCase[] {
  return [...heldCases(), ...assertionCases(), ...trustCases()]
}
