import * as z from 'zod'
import { canonicalText } from '../../record/canonical.ts'
import { sha256Hex } from '../../record/text.ts'
import { personName } from './act.ts'
import { decoded, encodeBase64 } from './base64.ts'
import { utf8Text } from './bytes.ts'
import { noteKeyName } from './note-key.ts'
import { type Passkey, passkeyPublicKeyText, passkeySchema } from './passkey.ts'
import { keyIdOf, publicKeyText } from './public-key.ts'
import { type Refusal, refuse } from './refusal.ts'
import { fitShape, parsePlainJson } from './strict-json.ts'
import { indexNumber } from './text.ts'

/**
 * The trust document, which `/v1/trust.json` serves and `--trusted-keys` reads. A verifier trusts only this document;
 * it is not signed, so it must be obtained over a trusted channel.
 */

const keyId = sha256Hex.describe('SHA-256 of the public key')
const publicKey = publicKeyText.describe('Public key, base64')
const person = personName.describe('Name of the person or machine')

export const keySchema = z
  .strictObject({
    key_id: keyId,
    algorithm: z.literal('ed25519').describe('How it signs'),
    public_key: publicKey,
    from_index: indexNumber.describe('First index of the log that it speaks for'),
    to_index: indexNumber.nullable().describe('Last index, included; null: it is in use'),
  })
  .refine(({ from_index, to_index }) => to_index === null || to_index >= from_index, 'the range ends before it begins')

/** Log positions of enrolment and revocation: acts between them count. Null: still enrolled. */
const enrolledFor = {
  from_position: indexNumber.describe('Position in the log at which it was enrolled'),
  to_position: indexNumber.nullable().describe('Position at which it was revoked; null: it is enrolled'),
}

export const personSchema = z
  .discriminatedUnion('algorithm', [
    z.strictObject({
      name: person,
      kind: z.enum(['person', 'machine']).describe('Who holds it'),
      key_id: keyId,
      algorithm: z.literal('ed25519').describe('How it signs'),
      public_key: publicKey,
      ...enrolledFor,
    }),
    z.strictObject({
      name: person,
      kind: z.literal('person').describe('Who holds it'),
      key_id: keyId,
      algorithm: z.literal('webauthn-es256').describe('How it signs: a passkey'),
      public_key: passkeyPublicKeyText.describe('Public key, base64 of SubjectPublicKeyInfo'),
      passkey: passkeySchema.describe('What it was enrolled for'),
      ...enrolledFor,
    }),
  ])
  .refine(
    ({ from_position, to_position }) => to_position === null || to_position > from_position,
    'revoked before enrolled',
  )

export const trustSchema = z.strictObject({
  trust_version: z.literal(2).describe('Version of this form'),
  origin: noteKeyName.describe('Name of the log'),
  position: indexNumber.describe('Position in the event log up to which this document speaks'),
  keys: z.array(keySchema).min(1).describe('Keys that sign the log'),
  people: z.array(personSchema).min(1).describe('Keys that people and machines sign acts with'),
  witnesses: z
    .array(z.strictObject({ name: noteKeyName.describe('Name of the witness'), public_key: publicKey }))
    .describe('Who cosigns checkpoints'),
  checkpoint: z
    .string()
    .nullable()
    .describe('The newest checkpoint, for convenience: verification does not read it. Null: there is none'),
})
export type TrustDocument = z.infer<typeof trustSchema>

export type TrustedKey = {
  readonly keyId: string
  readonly publicKey: Uint8Array
  readonly fromIndex: number
  readonly toIndex: number | null
}
export type TrustedPerson = {
  readonly name: string
  readonly kind: 'person' | 'machine'
  readonly keyId: string
  readonly publicKey: Uint8Array
  readonly fromPosition: number
  readonly toPosition: number | null
} & PersonAlgorithm
/** In a key file, or a passkey, whose assertions are also checked against its enrolment. */
type PersonAlgorithm =
  | { readonly algorithm: 'ed25519' }
  | { readonly algorithm: 'webauthn-es256'; readonly passkey: Passkey }
type TrustedWitness = { readonly name: string; readonly publicKey: Uint8Array }
export type Trust = {
  readonly origin: string
  readonly position: number
  readonly keys: readonly TrustedKey[]
  /** All keys that people were enrolled with, in order. */
  readonly people: readonly TrustedPerson[]
  readonly witnesses: readonly TrustedWitness[]
  readonly checkpoint: string | null
}

/** Whether `key` is valid at `index` of the log. */
export function isValidAt(key: TrustedKey, index: number): boolean {
  return key.fromIndex <= index && (key.toIndex === null || index <= key.toIndex)
}

/** Whether `keys` has every key of `own` with the same range, which may have ended meanwhile. */
export function continuesKeys(own: readonly TrustedKey[], keys: readonly TrustedKey[]): boolean {
  return own.every(({ keyId, fromIndex, toIndex }) =>
    keys.some(
      (key) => key.keyId === keyId && key.fromIndex === fromIndex && (toIndex === null || key.toIndex === toIndex),
    ),
  )
}

/** Reads a trust document (white space and key order are free); refused with TRUST_INVALID. */
export function parseTrust(source: Uint8Array | string): { ok: true; trust: Trust } | Refusal {
  const text = typeof source === 'string' ? source : utf8Text(source)
  if (text === null) return refuse('TRUST_INVALID', 'not UTF-8')
  const json = parsePlainJson(text)
  if (!json.ok) return refuse('TRUST_INVALID', json.reason)
  const fitted = fitShape(trustSchema, json.value)
  if (!fitted.ok) return refuse('TRUST_INVALID', fitted.reason)
  const { origin, position, keys, people, witnesses, checkpoint } = fitted.value
  const trust = {
    origin,
    position,
    keys: keys.map(trustedKey),
    people: people.map(trustedPerson),
    witnesses: witnesses.map(({ name, public_key }) => ({ name, publicKey: decoded(public_key) })),
    checkpoint,
  }
  const flaw = findContradiction(trust)
  return flaw === null ? { ok: true, trust } : refuse('TRUST_INVALID', flaw)
}

/** One key under two names could be counted twice, and a log that is its own witness proves nothing. */
function findContradiction({ origin, keys, people, witnesses }: Trust): string | null {
  if ([...keys, ...people].some(({ keyId, publicKey }) => keyIdOf(publicKey) !== keyId))
    return 'a key_id is not the hash of its key'
  if (hasRepeats([origin, ...witnesses.map(({ name }) => name)])) return 'a witness name is used twice'
  if (hasRepeats([...keys, ...people, ...witnesses].map(({ publicKey }) => encodeBase64(publicKey))))
    return 'a key is used twice'
  return null
}

function hasRepeats(values: readonly string[]): boolean {
  return new Set(values).size !== values.length
}

/** The document form of a key, with its bytes. */
export function trustedKey(key: TrustDocument['keys'][number]): TrustedKey {
  return { keyId: key.key_id, publicKey: decoded(key.public_key), fromIndex: key.from_index, toIndex: key.to_index }
}

export function trustedPerson(person: TrustDocument['people'][number]): TrustedPerson {
  const { name, kind, key_id: keyId, from_position: fromPosition, to_position: toPosition } = person
  const own = { name, kind, keyId, publicKey: decoded(person.public_key), fromPosition, toPosition }
  return person.algorithm === 'ed25519'
    ? { ...own, algorithm: 'ed25519' }
    : { ...own, algorithm: 'webauthn-es256', passkey: person.passkey }
}

/** A key of the log as documents write it. */
export function keyDocument({ keyId, publicKey, fromIndex, toIndex }: TrustedKey): TrustDocument['keys'][number] {
  const range = { from_index: fromIndex, to_index: toIndex }
  return { key_id: keyId, algorithm: 'ed25519', public_key: encodeBase64(publicKey), ...range }
}

export function personDocument(person: TrustedPerson): TrustDocument['people'][number] {
  const position = { from_position: person.fromPosition, to_position: person.toPosition }
  const own = { name: person.name, key_id: person.keyId, public_key: encodeBase64(person.publicKey), ...position }
  return person.algorithm === 'ed25519'
    ? { ...own, kind: person.kind, algorithm: 'ed25519' }
    : { ...own, kind: 'person', algorithm: 'webauthn-es256', passkey: person.passkey }
}

/** The canonical text of a trust document, as `/v1/trust.json` serves it. Throws TypeError for contradictory keys. */
export function buildTrust(
  trust: Omit<Trust, 'keys'> & { readonly keys: readonly Omit<TrustedKey, 'keyId'>[] },
): string {
  const document: TrustDocument = {
    trust_version: 2,
    origin: trust.origin,
    position: trust.position,
    keys: trust.keys.map((key) => keyDocument({ ...key, keyId: keyIdOf(key.publicKey) })),
    people: trust.people.map(personDocument),
    witnesses: trust.witnesses.map(({ name, publicKey }) => ({ name, public_key: encodeBase64(publicKey) })),
    checkpoint: trust.checkpoint,
  }
  const text = canonicalText(document)
  const readBack = parseTrust(text)
  if (!readBack.ok) throw new TypeError(`trust document cannot be made: ${readBack.reason}`)
  return text
}
