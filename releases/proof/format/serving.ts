import * as z from 'zod'
import { sha256Hex } from '../../record/text.ts'
import { STAGES } from './entry-payloads.ts'
import { fitShape, parseCanonicalJson } from './strict-json.ts'
import { day, indexNumber, releaseIdText, revisionNumber, TIME } from './text.ts'
import { keySchema, personSchema } from './trust.ts'

/**
 * `serving.json`: the releases in service at a checkpoint, which contains its hash in a signed line. Readers serve only
 * from it (docs/design/trust.md#serving-state). Canonical JSON; lists are in a fixed order, so one log has one state.
 */

const time = z.string().regex(TIME)

export const servingSchema = z.strictObject({
  serving_version: z.literal(2),
  /** Position of the newest event, and the number of entries. */
  position: indexNumber,
  size: indexNumber,
  /** Ascending by scope and first day. */
  serving: z.array(
    z.strictObject({
      scope: z.string().min(1),
      effective_from: day,
      effective_to: day,
      release_id: releaseIdText,
      revision: revisionNumber,
      release_sha256: sha256Hex,
      statement_sha256: sha256Hex,
      stage: z.enum(STAGES),
      /** Opened and approved by two people with different keys. */
      four_eyes: z.boolean(),
      /** sha256 of its sources that fewer than two people have attested. */
      unattested: z.array(sha256Hex),
      checks: z.array(z.strictObject({ component: z.string().min(1), checked_on: day, check_by: day })),
      /** Position of the promotion. */
      log_position: indexNumber,
      since: time,
      holds: z.array(
        z.strictObject({
          component: z.string().min(1),
          kind: z.enum(['hold', 'check_lapsed']),
          reason: z.string().min(1),
          since: time,
        }),
      ),
    }),
  ),
  /** Hashes of releases that must not serve again, ascending. */
  withdrawn: z.array(sha256Hex),
  /** Everybody who was ever enrolled, in order of enrolment. */
  people: z.array(personSchema).min(1),
  /**
   * Keys that sign for the log, with the range of entries for which each is valid: readers learn of a rotation here.
   */
  keys: z.array(keySchema).min(1),
})
export type ServingState = z.infer<typeof servingSchema>

/** Reads serving.json; refused, with the reason, unless it is canonical JSON of exactly this shape. */
export function parseServing(
  bytes: Uint8Array,
): { readonly ok: true; readonly serving: ServingState } | { readonly ok: false; readonly reason: string } {
  const json = parseCanonicalJson(bytes)
  const fitted = json.ok ? fitShape(servingSchema, json.value) : json
  return fitted.ok ? { ok: true, serving: fitted.value } : fitted
}
