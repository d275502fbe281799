import * as z from 'zod'
import { sha256Hex } from '../../record/text.ts'
import { type ActCommand, personName } from './act.ts'
import { noteKeyName } from './note-key.ts'
import { assertionSchema, passkeyPublicKeyText, passkeySchema } from './passkey.ts'
import { publicKeyText } from './public-key.ts'
import { base64Of, day, indexNumber, releaseIdText, revisionNumber } from './text.ts'

/**
 * Payloads of the events that are entries of the transparency log: readers can tell from the entries alone which
 * releases are in service (docs/verify/README.md section 6). A payload's shape never changes under its entry version.
 */

const REASON_CHARACTERS = 2_000
const word = z.string().min(1).max(500)
/** Reason for an act, in a person's words. */
const reasonText = z.string().min(1).max(REASON_CHARACTERS)
const revision = { release_id: releaseIdText, revision: revisionNumber }
const sealed = { ...revision, release_sha256: sha256Hex }
export const STAGES = ['reference', 'production'] as const

export const ENTRY_PAYLOADS = {
  SigningKeyAdded: z.strictObject({
    origin: noteKeyName,
    key_id: sha256Hex,
    public_key: publicKeyText,
    /** The key that this one replaces; null: the log's first key. */
    replaces: sha256Hex.nullable(),
  }),
  PersonEnrolled: z.discriminatedUnion('algorithm', [
    z.strictObject({
      person: personName,
      kind: z.enum(['person', 'machine']),
      key_id: sha256Hex,
      algorithm: z.literal('ed25519'),
      public_key: publicKeyText,
      /** By the new key, as proof of possession; null only for the first people, who start the log. */
      proof: base64Of(64).nullable(),
    }),
    z.strictObject({
      person: personName,
      kind: z.literal('person'),
      key_id: sha256Hex,
      algorithm: z.literal('webauthn-es256'),
      public_key: passkeyPublicKeyText,
      passkey: passkeySchema,
      proof: assertionSchema,
    }),
  ]),
  PersonRevoked: z.strictObject({
    person: personName,
    key_id: sha256Hex,
    reason: reasonText,
    /** Acts of the key from this log position on do not count for production until repeated; null: none. */
    compromised_since: indexNumber.nullable(),
  }),
  SourceAttested: z.strictObject({ sha256: sha256Hex, obtained_from: reasonText, compared: reasonText }),
  ReleaseSealed: z.strictObject({
    ...sealed,
    run_id: word,
    size_bytes: indexNumber,
    envelope_sha256: sha256Hex,
    statement_sha256: sha256Hex,
    key_id: sha256Hex,
    engine_version: word,
    log_head: z.strictObject({ position: indexNumber, hash: sha256Hex }),
  }),
  /** `ticks_sha256` is the hash of the list of reviewed cells, each with hash and time. */
  ReleaseReviewed: z.strictObject({ ...sealed, cells: z.int().min(1), ticks_sha256: sha256Hex }),
  ReleaseApproved: z.strictObject(sealed),
  ReleasePromoted: z.strictObject({
    ...sealed,
    scope: word,
    effective_from: day,
    effective_to: day,
    stage: z.enum(STAGES),
  }),
  ReleaseSuperseded: z.strictObject({ ...sealed, scope: word, by: z.strictObject(revision) }),
  ReleaseWithdrawn: z.strictObject({ ...sealed, scope: word.nullable(), reason: reasonText }),
  ComponentHeld: z.strictObject({ ...sealed, component: word, reason: reasonText }),
  ComponentFreed: z.strictObject({ ...sealed, component: word, reason: reasonText }),
  ComponentChecked: z.strictObject({ ...sealed, component: word, checked_on: day, check_by: day }),
  CheckLapsed: z.strictObject({ ...sealed, component: word, check_by: day }),
} as const

export type EntryType = keyof typeof ENTRY_PAYLOADS
export type EntryPayload<T extends EntryType> = z.infer<(typeof ENTRY_PAYLOADS)[T]>

export function isEntryType(type: string): type is EntryType {
  return Object.hasOwn(ENTRY_PAYLOADS, type)
}

/** The command of an entry, if it is the last of that command; null: unsigned. */
export const COMMAND_OF: Readonly<Record<EntryType, ActCommand | null>> = {
  SigningKeyAdded: 'rotate_signing_key',
  PersonEnrolled: 'enrol',
  PersonRevoked: 'revoke',
  SourceAttested: 'attest',
  ReleaseSealed: null,
  ReleaseReviewed: 'review',
  ReleaseApproved: 'approve',
  ReleasePromoted: 'promote',
  // A promotion also supersedes the release that served before; that event is not a command of its own.
  ReleaseSuperseded: null,
  ReleaseWithdrawn: 'withdraw',
  ComponentHeld: 'hold',
  ComponentFreed: 'unhold',
  ComponentChecked: 'check',
  CheckLapsed: null,
}
