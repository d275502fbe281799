import * as z from 'zod'
import { canonicalBytes } from '../../record/canonical.ts'
import { sha256Hex } from '../../record/text.ts'
import { assertionSchema } from './passkey.ts'
import { SIGNATURE_BYTES } from './public-key.ts'
import { base64Of, base64Text, indexNumber } from './text.ts'

/**
 * An act: the signed content, and the stored form of its signatures. An act is one command; its events are contiguous
 * in one stream, and the first one carries the act. Other signed content (origin, stream, command id, types and
 * payloads of the events) is not stored twice: a verifier takes it from the events, so none of them can be altered.
 * Source: docs/design/trust.md#acts.
 */

const ACT_COMMANDS = [
  'source_add',
  'open',
  'attest',
  'review',
  'approve',
  'promote',
  'withdraw',
  'hold',
  'unhold',
  'check',
  'enrol',
  'revoke',
  'rotate_signing_key',
] as const
export type ActCommand = (typeof ACT_COMMANDS)[number]

/** Names of people; they are public permanently. */
export const personName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)

const ed25519Signature = z.strictObject({
  algorithm: z.literal('ed25519'),
  person: personName,
  key_id: sha256Hex,
  signature: base64Of(SIGNATURE_BYTES),
})
/** WebAuthn: the challenge in `client_data_json` is the SHA-256 of the signed bytes. */
const passkeySignature = z.strictObject({
  algorithm: z.literal('webauthn-es256'),
  person: personName,
  key_id: sha256Hex,
  credential_id: base64Text,
  ...assertionSchema.shape,
})
export const actSignatureSchema = z.discriminatedUnion('algorithm', [ed25519Signature, passkeySignature])
export type ActSignature = z.infer<typeof actSignatureSchema>

export const logHeadSchema = z.strictObject({ position: indexNumber, hash: sha256Hex })

export const actSchema = z.strictObject({
  act_version: z.literal(2),
  command: z.enum(ACT_COMMANDS),
  /** Number of events of the act: this one and those that follow it. */
  events: z.int().min(1),
  /** An earlier head of the same log: an act cannot be dated before the state that its signer had seen. */
  log_head: logHeadSchema,
  signatures: z.array(actSignatureSchema).min(1).max(2),
})
export type Act = z.infer<typeof actSchema>

/** Content of an act besides its signatures. `streamVersion`: number of events that the stream had before. */
export type ActContent = {
  readonly origin: string
  readonly stream: string
  readonly streamVersion: number
  readonly commandId: string
  readonly command: ActCommand
  readonly events: readonly { readonly type: string; readonly payload: unknown }[]
  readonly logHead: Act['log_head']
}

/** The exact bytes that a person's key signs: canonical JSON (RFC 8785). */
export function actBytes(act: ActContent, person: string, keyId: string): Uint8Array {
  return canonicalBytes({
    act_version: 2,
    origin: act.origin,
    stream: act.stream,
    stream_version: act.streamVersion,
    command_id: act.commandId,
    command: act.command,
    events: act.events.map(({ type, payload }) => ({ type, payload })),
    log_head: { position: act.logHead.position, hash: act.logHead.hash },
    person,
    key_id: keyId,
  })
}

/** Message that a new key signs to prove possession to the people who enrol it. */
export function enrolmentBytes(origin: string, person: string, keyId: string): Uint8Array {
  return canonicalBytes({ act_version: 2, purpose: 'enrol', origin, person, key_id: keyId })
}
