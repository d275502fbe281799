import { z } from 'zod'
import { GRADES } from '../../../../releases/record/grade.ts'
import { TIERS } from '../../../../releases/record/record.ts'

/**
 * The schemas that the contract knows by name: components of the OpenAPI document, and what the agent's tools answer with.
 * They are open (a client must live with new fields; contract 2, "Fields may be added"); tests close them, so that no
 * field is sent that is not written here.
 */
const schemas = new Map<string, z.ZodType>()
export const namedSchemas: ReadonlyMap<string, z.ZodType> = schemas

/** Gives a schema its name and what it is, in one sentence. Throws for a name taken: two schemas cannot share it. */
export function named<S extends z.ZodType>(id: string, description: string, schema: S): S {
  if (schemas.has(id)) throw new Error(`two schemas are called ${id}`)
  const described = schema.describe(description)
  schemas.set(id, described)
  return described
}

/** The small forms of the contract (contract 2: decimal, paise, hash). */

export const paise = z.int().describe('Money in integer paise; 100 paise are one rupee')
export const count = z.int().min(0)
export const decimal = named(
  'Decimal',
  'Exact decimal text without exponent. Read it as a decimal number, never as a binary float.',
  z.string().regex(/^-?(0|[1-9]\d*)(\.\d+)?$/),
)
export const hash = named(
  'Sha256',
  'SHA-256 as 64 lowercase hexadecimal characters',
  z.string().regex(/^[0-9a-f]{64}$/),
)
export const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe('Day, YYYY-MM-DD')
export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .describe('Month, YYYY-MM')
export const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .describe('Moment in UTC, YYYY-MM-DDTHH:MM:SS.mmmZ')
export const financialYear = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .describe('Indian financial year, April to March: 2026-27')
export const stateCode = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .describe('Two-letter state code')
export const licenseeCode = z
  .string()
  .regex(/^[A-Z]{2}_[A-Z0-9_]+$/)
  .describe('Licensee (distribution company): state code, underscore, abbreviation')
export const word = z.string().min(1)
export const never = (what: string) => z.literal(false).describe(what)

export const grade = named(
  'EvidenceGrade',
  [
    'How strong the evidence of a figure is, strongest first.',
    "`order`: read in the regulator's own document, whose bytes are held, for this very period.",
    '`transcription`: stated for this period by a public transcription of the order.',
    '`carried`: of an earlier period, under a published statement of no change.',
    '`derived`: arithmetic on published figures; the formula is recorded.',
    '`specimen`: a placeholder from no public document, never to be shown as a tariff.',
    '`held`: known to exist, no usable figure; it is refused, never used.',
  ].join(' '),
  z.enum(GRADES),
)
export const tier = named(
  'VerificationTier',
  'How a release may be read. Every tier passed the same 29 gates; tiers differ in what they hold back.',
  z.enum(TIERS),
)
export const stage = z
  .enum(['reference', 'production'])
  .describe('Production only where every figure served is of grade order')
export const unavailableStates = z
  .array(stateCode)
  .min(1)
  .describe('Released states of which something cannot be loaded at the moment, so that it is missing from `data`')

/** Quote it when you ask about an answer (spec: Response envelope). */
export const requestId = named(
  'RequestId',
  'Quote it when you ask about an answer. The X-Request-ID header says the same.',
  z.string().regex(/^req_[A-Za-z0-9_-]{22}$/),
)

export const catalogueMeta = named(
  'CatalogueMeta',
  'What a catalogue answer is about',
  z.object({ state_code: stateCode, count, effective_on: date }),
)
