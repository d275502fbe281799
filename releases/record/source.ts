import * as z from 'zod'
import { code, dateText, sentence, sha256Hex } from './text.ts'

export const LEGAL_STATUSES = [
  'in_force',
  'superseded',
  'petition',
  'draft',
  'stayed',
  'quashed',
  'unknown',
  'not_applicable',
] as const

/** A source as identified in the release: identity, bytes, text. `not_applicable` is only for specimen sheets. */
export const sourceSchema = z.strictObject({
  source_id: code,
  title: sentence,
  issuer: sentence,
  document_kind: z.enum(['original', 'transcription', 'specimen']),
  case_number: sentence.nullable(),
  dated: dateText.nullable(),
  undated_reason: sentence.nullable(),
  effective_from: dateText.nullable(),
  effective_to: dateText.nullable(),
  legal_status: z.enum(LEGAL_STATUSES),
  /** Required if the status is unknown: why it may be used anyway. It is disclosed, and prevents stage production. */
  legal_status_reason: sentence.nullable(),
  url: z.string().min(1),
  media_type: z.enum(['application/pdf', 'text/html', 'text/csv', 'text/markdown', 'text/plain']),
  size_bytes: z.int().min(1),
  sha256: sha256Hex,
  /** sha256 of the canonical JSON array of the page hashes below. */
  text_sha256: sha256Hex,
  page_count: z.int().min(1),
  page_sha256: z.array(sha256Hex).min(1),
  /** The regulator's document that was transcribed. */
  original: z
    .strictObject({ title: sentence, url: z.string().min(1), sha256: sha256Hex.nullable(), held: z.boolean() })
    .nullable(),
  /** For a corrigendum: the source of this release that it corrects. */
  corrects: code.optional(),
  /** Parts that may be shown publicly, with the reason; left out: only the cited quotes, as in the record. */
  republish: z.strictObject({ allowed: z.enum(['quotes', 'pages']), reason: sentence }).optional(),
})
export type Source = z.infer<typeof sourceSchema>
