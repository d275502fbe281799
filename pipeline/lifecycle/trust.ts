import { enrolmentBytes } from '../../releases/proof/format/act.ts'
import { decodeBase64 } from '../../releases/proof/format/base64.ts'
import { keyIdOf } from '../../releases/proof/format/public-key.ts'
import { type TrustedKey, type TrustedPerson, trustedPerson } from '../../releases/proof/format/trust.ts'
import { verifySignature } from '../../releases/proof/verify/envelope.ts'
import { assertionFault } from '../../releases/proof/verify/passkey.ts'
import type { Payload, PipelineEvent } from './events.ts'

/** The machine that approves on a local stack. Its approval does not count as a second person: `four_eyes` is false. */
export const LOCAL_APPROVER = 'local-auto'
/** For a refusal to who is the only person of a local stack. */
export const BY_MACHINE = ' (on a local stack, `release run` lets the machine do so, for stage reference)'

/**
 * Whom the log trusts: its name, the keys that sign for it, and every key with which a person or a machine was
 * enrolled.
 */
export type LogTrust = {
  readonly origin: string
  readonly keys: readonly TrustedKey[]
  readonly people: readonly TrustedPerson[]
  /** Log positions, by key id, from which acts of a key do not count for production. */
  readonly compromisedSince: ReadonlyMap<string, number>
}

export const NO_TRUST: LogTrust = { origin: '', keys: [], people: [], compromisedSince: new Map() }

type Placed = PipelineEvent & { readonly position: number }

function rawKey(text: string): Uint8Array {
  const bytes = decodeBase64(text)
  if (bytes === null) throw new TypeError('a public key of the event log is damaged')
  return bytes
}

/**
 * Folds one event into the log's trust. `entryIndex`: the event's place among the log's entries. A key that takes over
 * is valid from its own entry on, for which the previous key is valid too.
 */
export function evolveTrust(trust: LogTrust, event: Placed, entryIndex: number): LogTrust {
  switch (event.type) {
    case 'SigningKeyAdded': {
      const { origin, key_id: keyId, public_key, replaces } = event.payload
      const before = trust.keys.map((key) => (key.keyId === replaces ? { ...key, toIndex: entryIndex } : key))
      const fromIndex = entryIndex
      return { ...trust, origin, keys: [...before, { keyId, publicKey: rawKey(public_key), fromIndex, toIndex: null }] }
    }
    case 'PersonEnrolled': {
      const { person: name, ...rest } = event.payload
      const added = trustedPerson({ ...rest, name, from_position: event.position, to_position: null })
      return { ...trust, people: [...trust.people, added] }
    }
    case 'PersonRevoked': {
      const { key_id: revoked, compromised_since: since } = event.payload
      return {
        ...trust,
        people: trust.people.map((one) =>
          one.keyId === revoked ? { ...one, toPosition: one.toPosition ?? event.position } : one,
        ),
        compromisedSince: since === null ? trust.compromisedSince : new Map(trust.compromisedSince).set(revoked, since),
      }
    }
    default:
      return trust
  }
}

/** The key that currently signs for the log. */
export function currentKey({ keys }: LogTrust): TrustedKey | null {
  return keys.find(({ toIndex }) => toIndex === null) ?? null
}

/** The key by which a person's acts currently count, or null: never enrolled, or revoked. */
export function enrolledKey({ people }: LogTrust, name: string): TrustedPerson | null {
  return people.findLast((one) => one.name === name && one.toPosition === null) ?? null
}

/**
 * The newest key of a person that can be revoked, of those whose id begins with `keyId`: the enrolled one, or, to report it
 * as compromised, also an older one that was not reported.
 */
export function revocableKey(trust: LogTrust, name: string, isCompromised: boolean, keyId = ''): TrustedPerson | null {
  const key = trust.people.findLast((one) => one.name === name && one.keyId.startsWith(keyId)) ?? null
  if (key === null || key.toPosition === null) return key
  return isCompromised && !trust.compromisedSince.has(key.keyId) ? key : null
}

/** People, not machines, whose acts currently count. */
export function enrolledPeople({ people }: LogTrust): TrustedPerson[] {
  return people.filter(({ kind, toPosition }) => kind === 'person' && toPosition === null)
}

/**
 * How many people sign an enrolment: two as soon as the log has ever had two, so that nobody can revoke the others and then
 * enrol alone.
 */
export function signaturesToEnrol({ people }: LogTrust): number {
  const names = new Set(people.filter(({ kind }) => kind === 'person').map(({ name }) => name))
  return Math.min(2, names.size)
}

/** Fault of an enrolment other than of its signatures; null if there is none. */
export function enrolmentFault(
  trust: LogTrust,
  event: Extract<PipelineEvent, { type: 'PersonEnrolled' }>,
): string | null {
  const { person, key_id: keyId, public_key } = event.payload
  const publicKey = rawKey(public_key)
  if (keyIdOf(publicKey) !== keyId) return 'its key_id is not of its key'
  if (enrolledKey(trust, person) !== null) return `${person} is enrolled already`
  if (trust.people.some((one) => one.keyId === keyId)) return 'the key was enrolled before'
  return isProven(event.payload, publicKey, enrolmentBytes(trust.origin, person, keyId))
    ? null
    : 'the new key did not sign its enrolment'
}

function isProven(payload: Payload<'PersonEnrolled'>, publicKey: Uint8Array, message: Uint8Array): boolean {
  if (payload.algorithm === 'webauthn-es256')
    return assertionFault(publicKey, payload.passkey, message, payload.proof) === null
  const signature = payload.proof === null ? null : decodeBase64(payload.proof)
  return signature !== null && verifySignature(publicKey, message, signature)
}
