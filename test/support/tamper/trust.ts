import { sha256 } from '#digest'
import { refused, type TamperCase } from './case.ts'
import { trustText } from './trust-text.ts'
import { keys, notReduced } from './world.ts'

/** Invalid trust documents, and valid ones that do not trust the signer. */

type Loose = Record<string, unknown> & { keys: Loose[]; people: Loose[]; witnesses: Loose[] }

const TRUST: Loose = JSON.parse(trustText())
const { keys: KEYS, people: PEOPLE, witnesses: WITNESSES } = TRUST

/** The valid document with other values for some of its fields; undefined removes one. */
const withFields = (fields: object) => JSON.stringify({ ...TRUST, ...fields })

const withKey = (parts: object) => withFields({ keys: KEYS.map((key, at) => (at === 1 ? { ...key, ...parts } : key)) })

const withPerson = (parts: object) =>
  withFields({ people: PEOPLE.map((person, at) => (at === 0 ? { ...person, ...parts } : person)) })

function malformed(): TamperCase[] {
  const invalid = (name: string, trust: string) => refused(`trust: ${name}`, 'TRUST_INVALID', { trust })
  const stranger = Buffer.from(keys.stranger.publicKey).toString('base64')
  const raw = Buffer.from(keys.current.publicKey).toString('base64')
  return [
    invalid('empty', ''),
    invalid('not JSON', 'keys'),
    invalid('a list', '[]'),
    invalid('of version 1', withFields({ trust_version: 1 })),
    invalid('a field too many', withFields({ note: '' })),
    invalid('a field given twice', trustText().replace('"trust_version":2', '"trust_version":2,"trust_version":2')),
    invalid('a field named __proto__', trustText().replace('{', '{"__proto__":{},')),
    invalid('no keys', withFields({ keys: [] })),
    invalid('nobody enrolled', withFields({ people: [] })),
    invalid('a person of an unknown kind', withPerson({ kind: 'group' })),
    invalid('a person with a space in the name', withPerson({ name: 'a sha' })),
    invalid('a person revoked before being enrolled', withPerson({ to_position: 2 })),
    invalid('a person under the key_id of another', withPerson({ key_id: keys.current.keyId })),
    invalid('a key of a person that signs for the log', withPerson({ public_key: raw, key_id: keys.current.keyId })),
    invalid('a person without position', withPerson({ from_position: null })),
    invalid('a document without position', withFields({ position: undefined })),
    invalid('an index written 6.0', trustText().replace('"from_index":6', '"from_index":6.0')),
    invalid('an index written 6e0', trustText().replace('"from_index":6', '"from_index":6e0')),
    invalid('an index of minus zero', trustText().replace('"from_index":0', '"from_index":-0')),
    invalid('a negative index', withKey({ from_index: -1 })),
    invalid('a range that ends before it begins', withKey({ to_index: 5 })),
    invalid('another algorithm', withKey({ algorithm: 'ed448' })),
    invalid('another key under the key_id', withKey({ public_key: stranger })),
    invalid('an upper-case key_id', withKey({ key_id: keys.current.keyId.toUpperCase() })),
    invalid('a key without padding', withKey({ public_key: raw.replace('=', '') })),
    invalid('a key of 33 bytes', withKey({ public_key: Buffer.alloc(33).toString('base64') })),
    invalid(
      'a key that is not reduced',
      withKey({ public_key: notReduced, key_id: sha256(Buffer.from(notReduced, 'base64')) }),
    ),
    invalid('a key twice', withFields({ keys: [...KEYS, KEYS[1]] })),
    invalid('a witness twice', withFields({ witnesses: [...WITNESSES, WITNESSES[0]] })),
    invalid('a witness under two names', withFields({ witnesses: [...WITNESSES, { ...WITNESSES[0], name: 'other' }] })),
    invalid(
      'two witnesses of one name',
      withFields({ witnesses: [...WITNESSES, { ...WITNESSES[0], public_key: stranger }] }),
    ),
    invalid(
      'a witness named like the log',
      withFields({ witnesses: [{ name: TRUST['origin'], public_key: stranger }] }),
    ),
    invalid('a lone surrogate', withFields({ checkpoint: '\ud800' })),
    invalid('a log that witnesses itself', withFields({ witnesses: [{ name: 'w', public_key: raw }] })),
    invalid('a witness name with a space', withFields({ witnesses: [{ name: 'w w', public_key: stranger }] })),
    invalid('an origin with a plus', withFields({ origin: 'pramaan+log' })),
  ]
}

function elsewhere(): TamperCase[] {
  return [
    refused('trust: a key whose range ended', 'KEY_OUT_OF_RANGE', { trust: withKey({ to_index: 7 }) }),
    refused('trust: a key whose range ends at the seal', 'CHECKPOINT_KEY_OUT_OF_RANGE', {
      trust: withKey({ to_index: 8 }),
    }),
    refused('trust: a key whose range begins later', 'KEY_OUT_OF_RANGE', { trust: withKey({ from_index: 9 }) }),
    refused('trust: without who opened', 'ACT_INVALID', {
      trust: withFields({ people: PEOPLE.slice(1) }),
    }),
    refused('trust: who opened was revoked before', 'ACT_INVALID', { trust: withPerson({ to_position: 30 }) }),
    refused('trust: who opened was enrolled later', 'ACT_INVALID', { trust: withPerson({ from_position: 30 }) }),
    refused('trust: only the former key', 'KEY_UNKNOWN', {
      trust: withFields({ keys: KEYS.slice(0, 1) }),
    }),
    refused('trust: another log', 'ACT_INVALID', {
      trust: withFields({ origin: 'pramaan/log/v2' }),
    }),
    refused('trust: no witnesses', 'COSIGNATURE_UNKNOWN', { trust: withFields({ witnesses: [] }) }),
  ]
}

/** Cases about the trust document. */
export function trustCases(): TamperCase[] {
  return [...malformed(), ...elsewhere()]
}
