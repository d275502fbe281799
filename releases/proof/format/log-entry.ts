import { z } from 'zod'
import { sha256Hex } from '../../record/text.ts'
import { type Refusal, refuse } from './refusal.ts'
import { fitShape, parseCanonicalJson } from './strict-json.ts'
import { indexNumber, releaseIdText, revisionNumber } from './text.ts'

/**
 * A leaf of the transparency log: one act on a sealed release (docs/design/release.md#transparency-log), as canonical
 * JSON.
 */

export const LOG_ENTRY_KINDS = ['seal', 'approve', 'promote', 'supersede', 'withdraw', 'hold', 'unhold'] as const

const word = z.string().min(1).nullable()

/**
 * Fields that an act cannot do without (docs/design/release.md#lifecycle); `statement_sha256` belongs to seals alone.
 */
const NEEDS = {
  seal: ['statement_sha256'],
  approve: [],
  promote: ['scope', 'stage'],
  supersede: [],
  withdraw: ['reason'],
  hold: ['component'],
  unhold: ['component'],
} as const

export const logEntrySchema = z
  .strictObject({
    entry_version: z.literal(1),
    kind: z.enum(LOG_ENTRY_KINDS),
    release_id: releaseIdText,
    revision: revisionNumber,
    release_sha256: sha256Hex,
    scope: word,
    stage: z.enum(['reference', 'production']).nullable(),
    component: word,
    reason: word,
    actor: z.string().min(1),
    /** Position and hash of the event that the act is, in the event log. */
    event_position: indexNumber,
    event_hash: sha256Hex,
    /** UTC with milliseconds: 2026-04-01T05:30:00.000Z. */
    recorded_at: z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/),
    /** sha256 of the DSSE payload, hex. */
    statement_sha256: sha256Hex.nullable(),
  })
  .refine((entry) => NEEDS[entry.kind].every((field) => entry[field] !== null), 'the act lacks a field it needs')
  .refine((entry) => entry.kind === 'seal' || entry.statement_sha256 === null, 'only a seal names a statement')
export type LogEntry = z.infer<typeof logEntrySchema>

/** Reads leaf data; refused with LOG_ENTRY_INVALID unless it is canonical JSON of exactly this shape. */
export function parseLogEntry(leafData: Uint8Array): { ok: true; entry: LogEntry } | Refusal {
  const json = parseCanonicalJson(leafData)
  if (!json.ok) return refuse('LOG_ENTRY_INVALID', json.reason)
  const fitted = fitShape(logEntrySchema, json.value)
  return fitted.ok ? { ok: true, entry: fitted.value } : refuse('LOG_ENTRY_INVALID', fitted.reason)
}
