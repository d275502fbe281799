import * as z from 'zod'
import { sha256Hex } from '../../record/text.ts'
import { actSchema } from './act.ts'
import { type Refusal, refuse } from './refusal.ts'
import { fitShape, parseCanonicalJson } from './strict-json.ts'
import { indexNumber, parseIndex, releaseIdText } from './text.ts'

/**
 * The in-toto Statement v1 that a seal signs (docs/design/release.md#statement). Its subject is the record, its
 * predicate the sealing.
 */

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
/** A name, not an address: it cannot be fetched. */
export const PREDICATE_TYPE = 'urn:pramaan:release-statement:v2'

const gateSchema = z.strictObject({
  gate: z.string().regex(/^[a-z][a-z0-9_.]*$/),
  passed: z.boolean(),
  checked: indexNumber,
})

/** An event with its act, if the act has only this event, so that its signature can be checked from this alone. */
const signedEventSchema = z.strictObject({
  type: z.enum(['CandidateOpened', 'SourceAttested']),
  stream: z.string().min(1),
  version: z.int().min(1),
  event_position: z.int().min(1),
  command_id: z.string().min(1),
  payload: z.record(z.string(), z.unknown()),
  act: actSchema,
})
export type SignedEvent = z.infer<typeof signedEventSchema>

const statementSchema = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.tuple([z.strictObject({ name: z.string(), digest: z.strictObject({ sha256: sha256Hex }) })]),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: z.strictObject({
    gates: z
      .array(gateSchema)
      .min(1)
      .refine((gates) => new Set(gates.map(({ gate }) => gate)).size === gates.length, 'a gate is named twice'),
    engine_version: z.string().min(1),
    actors: z.strictObject({ opened_by: z.string().min(1), sealed_by: z.string().min(1) }),
    log_head: z.strictObject({ position: indexNumber, hash: sha256Hex }),
    /** The opening, and every attestation of a source that was in the log by then, each with its signatures. */
    acts: z.array(signedEventSchema).min(1),
  }),
})

/** Content of a statement, in the names of this code. Positions count events; hashes are lowercase hex. */
export type Statement = {
  readonly releaseId: string
  readonly revision: number
  readonly releaseSha256: string
  readonly gates: readonly { readonly gate: string; readonly passed: boolean; readonly checked: number }[]
  readonly engineVersion: string
  readonly actors: { readonly opened_by: string; readonly sealed_by: string }
  readonly logHead: { readonly position: number; readonly hash: string }
  readonly acts: readonly SignedEvent[]
}

/** `release_id@revision`, the subject's name. */
export function subjectName(releaseId: string, revision: number): string {
  return `${releaseId}@${revision}`
}

/** Reads a DSSE payload; refused with STATEMENT_INVALID unless it is canonical JSON of exactly this shape. */
export function parseStatement(payload: Uint8Array): { ok: true; statement: Statement } | Refusal {
  const json = parseCanonicalJson(payload)
  if (!json.ok) return refuse('STATEMENT_INVALID', json.reason)
  const fitted = fitShape(statementSchema, json.value)
  if (!fitted.ok) return refuse('STATEMENT_INVALID', fitted.reason)
  const { subject, predicate } = fitted.value
  const [releaseId = '', revisionText = '', ...rest] = subject[0].name.split('@')
  const revision = parseIndex(revisionText)
  if (rest.length > 0 || revision === null || revision < 1 || !releaseIdText.safeParse(releaseId).success) {
    return refuse('STATEMENT_INVALID', 'the subject is not named release_id@revision')
  }
  const statement = {
    releaseId,
    revision,
    releaseSha256: subject[0].digest.sha256,
    gates: predicate.gates,
    engineVersion: predicate.engine_version,
    actors: predicate.actors,
    logHead: predicate.log_head,
    acts: predicate.acts,
  }
  return { ok: true, statement }
}
