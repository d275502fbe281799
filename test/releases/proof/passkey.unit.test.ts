import { expect, test } from 'vitest'
import * as browser from '../../../releases/crypto/signature.browser.ts'
import * as node from '../../../releases/crypto/signature.node.ts'
import type { Act, ActContent } from '../../../releases/proof/format/act.ts'
import { decodeBase64, encodeBase64 } from '../../../releases/proof/format/base64.ts'
import { parseEcdsaSignature } from '../../../releases/proof/format/ecdsa-der.ts'
import type { TrustedPerson } from '../../../releases/proof/format/trust.ts'
import { actFault } from '../../../releases/proof/verify/act.ts'
import {
  type Asked,
  derInteger,
  derSequence,
  P256_ORDER,
  passkeyAct,
  strictDer,
  testAuthenticator,
  trustedPasskey,
} from '../../support/authenticator.ts'

// Acts signed by a passkey: valid ones, and one wrong value each.

const KEY = testAuthenticator('devi')
const OTHER = testAuthenticator('esha')
const CONTENT: ActContent = {
  origin: 'pramaan/log/v2/0123456789abcdef',
  stream: 'state-ZZ',
  streamVersion: 4,
  commandId: 'approve.1',
  command: 'approve',
  events: [{ type: 'ReleaseApproved', payload: { release_id: 'ZZ-2026-27-V1', revision: 1 } }],
  logHead: { position: 9, hash: 'a'.repeat(64) },
}
const PEOPLE = [trustedPasskey(KEY, 3), trustedPasskey(OTHER, 4)]

function fault(act: Act, people: readonly TrustedPerson[] = PEOPLE, content = CONTENT, position = 10): string | null {
  return actFault(act, content, position, people)
}
const asked = (how: Partial<Asked>): Act => passkeyAct(KEY, CONTENT, how)
/** The act with its signature changed after it was made. */
const touched = (change: object): Act => {
  const act = asked({})
  return { ...act, signatures: [{ ...act.signatures[0]!, ...change } as Act['signatures'][number]] }
}
const appended = (field: 'authenticator_data' | 'client_data_json' | 'signature'): Act => {
  const signature = asked({}).signatures[0]! as unknown as Record<typeof field, string>
  return touched({ [field]: encodeBase64(Uint8Array.of(...decodeBase64(signature[field])!, 0)) })
}

test('an act that a passkey signed holds', () => {
  expect(fault(asked({}))).toBeNull()
})

test('what differs between authenticators and browsers does not matter', () => {
  expect(fault(asked({ signCount: 7 }))).toBeNull()
  expect(fault(asked({ flags: 0x05 | 0x08 | 0x10 })), 'a key that is backed up').toBeNull()
  expect(fault(asked({ more: {} })), 'an older browser').toBeNull()
  expect(fault(asked({ more: { crossOrigin: false, other_keys_can_be_added_here: 'do not compare' } }))).toBeNull()
})

const CASES: readonly [string, () => Act, string][] = [
  ['made when it was registered', () => asked({ type: 'webauthn.create' }), 'client_data_type'],
  ['another challenge', () => asked({ challenge: Buffer.alloc(32).toString('base64url') }), 'challenge_mismatch'],
  [
    'a challenge with padding',
    () => asked({ clientData: (text) => text.replace(/("challenge":"[^"]*)/, '$1=') }),
    'challenge_mismatch',
  ],
  ['another origin', () => asked({ origin: 'http://localhost:8091' }), 'origin_mismatch'],
  ['an origin that begins alike', () => asked({ origin: 'http://localhost:8090.example' }), 'origin_mismatch'],
  ['in a frame of another site', () => asked({ more: { crossOrigin: true } }), 'origin_mismatch'],
  ['in a frame, named', () => asked({ more: { topOrigin: 'http://localhost:8090' } }), 'origin_mismatch'],
  ['client data that is no JSON', () => asked({ clientData: (text) => text.slice(1) }), 'client_data_malformed'],
  [
    'client data with a byte order mark',
    () => asked({ clientData: (text) => `\ufeff${text}` }),
    'client_data_malformed',
  ],
  [
    'client data that says a thing twice',
    () => asked({ clientData: (text) => text.replace('{', '{"type":"webauthn.get",') }),
    'client_data_malformed',
  ],
  ['client data that is a list', () => asked({ clientData: (text) => `[${text}]` }), 'client_data_malformed'],
  ['bytes after the client data', () => appended('client_data_json'), 'client_data_malformed'],
  ['for another relying party', () => asked({ rpId: 'example.org' }), 'rp_id_mismatch'],
  ['nobody there', () => asked({ flags: 0x04 }), 'user_not_present'],
  ['nobody identified', () => asked({ flags: 0x01 }), 'user_not_verified'],
  ['signed bytes after the counter', () => asked({ extra: Uint8Array.of(0) }), 'authenticator_data_malformed'],
  ['unsigned bytes after the counter', () => appended('authenticator_data'), 'authenticator_data_malformed'],
  ['flags that say extensions', () => asked({ flags: 0x85 }), 'authenticator_data_malformed'],
  ['flags that say attested data', () => asked({ flags: 0x45 }), 'authenticator_data_malformed'],
  [
    'authenticator data cut short',
    () => touched({ authenticator_data: encodeBase64(new Uint8Array(36)) }),
    'authenticator_data_malformed',
  ],
  ['the higher S', () => asked({ der: (r, s) => strictDer(r, P256_ORDER - s) }), 'signature_high_s'],
  ['an S above the order', () => asked({ der: (r, s) => strictDer(r, s + P256_ORDER) }), 'signature_not_der'],
  ['an S of zero', () => asked({ der: (r) => strictDer(r, 0n) }), 'signature_invalid'],
  ['bytes after the signature', () => appended('signature'), 'signature_not_der'],
  [
    'a number with a zero before it',
    () =>
      asked({
        der: (r, s) => {
          const padded = derInteger(s).subarray(2)
          return derSequence(derInteger(r), Uint8Array.of(0x02, padded.length + 1, 0, ...padded))
        },
      }),
    'signature_not_der',
  ],
  [
    'a negative number',
    () => asked({ der: (r, s) => derSequence(derInteger(r), Uint8Array.of(0x02, 1, 0x80 | Number(s & 0x7fn))) }),
    'signature_not_der',
  ],
  [
    'a length of two bytes',
    () =>
      asked({
        der: (r, s) => {
          const body = Uint8Array.of(...derInteger(r), ...derInteger(s))
          return Uint8Array.of(0x30, 0x81, body.length, ...body)
        },
      }),
    'signature_not_der',
  ],
  [
    'a sequence of three',
    () => asked({ der: (r, s) => derSequence(derInteger(r), derInteger(s), derInteger(1n)) }),
    'signature_not_der',
  ],
  [
    'r and s as they are, without DER',
    () =>
      asked({ der: (r, s) => Buffer.from(r.toString(16).padStart(64, '0') + s.toString(16).padStart(64, '0'), 'hex') }),
    'signature_not_der',
  ],
  ['no signature', () => touched({ signature: '' }), 'signature_not_der'],
  [
    'r and s the other way round',
    () => asked({ der: (r, s) => strictDer(s, r > P256_ORDER / 2n ? P256_ORDER - r : r) }),
    'signature_invalid',
  ],
  ['another credential of hers', () => touched({ credential_id: OTHER.passkey.credential_id }), 'credential_unknown'],
  [
    'another key under her name',
    () => touched({ ...passkeyAct(OTHER, CONTENT).signatures[0], person: KEY.name }),
    'key_unknown',
  ],
  ['another key with her credential', () => touched({ ...OTHER.assert(new Uint8Array()) }), 'challenge_mismatch'],
  [
    'said to be of a key file',
    () => {
      const { person, key_id } = asked({}).signatures[0]!
      return touched({ algorithm: 'ed25519', person, key_id, signature: encodeBase64(new Uint8Array(64)) })
    },
    'key_unknown',
  ],
]
test.each(CASES)('refused: %s', (_what, act, reason) => {
  expect(fault(act())).toBe(reason)
})

test('an act holds for what was signed and where, and for nothing else', () => {
  const act = asked({})
  const others: Partial<ActContent>[] = [
    { origin: 'pramaan/log/v2/other' },
    { stream: 'state-YY' },
    { streamVersion: 5 },
    { commandId: 'approve.2' },
    { events: [{ type: 'ReleaseApproved', payload: { release_id: 'ZZ-2026-27-V1', revision: 2 } }] },
  ]
  for (const other of others) expect(fault(act, PEOPLE, { ...CONTENT, ...other })).toBe('challenge_mismatch')
  expect(fault(act, PEOPLE, CONTENT, 3), 'at its enrolment').toBe('key_not_valid')
  expect(fault(act, [trustedPasskey(KEY, 3, 10)]), 'at its revocation').toBe('key_not_valid')
})

test('two passkeys of one person are one person', () => {
  const second = { ...OTHER, name: KEY.name }
  const people = [...PEOPLE, { ...trustedPasskey(OTHER, 4), name: KEY.name }]
  const [first] = asked({}).signatures
  const [again] = passkeyAct(second, CONTENT).signatures
  expect(fault({ ...asked({}), signatures: [first!, again!] }, people)).toBe('signed_twice_by_one')
})

/** A key that is not a point: its Y is one off, or not below the field's prime, or it encodes the point at infinity. */
const ODD_KEYS: readonly [string, (key: Uint8Array) => Uint8Array][] = [
  ['a point beside the curve', (key) => Uint8Array.from(key, (byte, at) => (at === 64 ? byte ^ 1 : byte))],
  ['coordinates above the field', (key) => Uint8Array.from(key, (byte, at) => (at === 0 ? byte : 0xff))],
  ['zeros', (key) => Uint8Array.from(key, (byte, at) => (at === 0 ? byte : 0))],
]
test.each(ODD_KEYS)('%s verifies nothing, in Node and in a browser', (_what, change) => {
  const publicKey = change(KEY.publicKey)
  expect(fault(asked({}), [{ ...trustedPasskey(KEY, 3), publicKey }])).toBe('signature_invalid')
  for (const { verifyP256 } of [node, browser])
    expect(verifyP256(publicKey, new Uint8Array(), new Uint8Array(64).fill(1))).toBe(false)
})

test('a vector of RFC 6979 holds in Node and in a browser, and with a bit turned in neither', () => {
  // A.2.5: P-256, SHA-256, message "sample".
  const key = Buffer.from(
    '0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6' +
      '7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299',
    'hex',
  )
  const signature = Buffer.from(
    'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716' +
      'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
    'hex',
  )
  for (const { verifyP256 } of [node, browser]) {
    expect(verifyP256(key, Buffer.from('sample'), signature)).toBe(true)
    expect(verifyP256(key, Buffer.from('simple'), signature)).toBe(false)
    for (let bit = 0; bit < 512; bit += 17) {
      const turned = Uint8Array.from(signature, (byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      expect(verifyP256(key, Buffer.from('sample'), turned)).toBe(false)
    }
  }
})

test('DER is read in its only spelling', () => {
  const half = P256_ORDER / 2n
  expect(parseEcdsaSignature(strictDer(1n, half))).toMatchObject({ isHighS: false })
  expect(parseEcdsaSignature(strictDer(1n, half + 1n))).toMatchObject({ isHighS: true })
  expect(parseEcdsaSignature(new Uint8Array())).toBeNull()
})
