import { z } from 'zod'
import { GRADES } from '../../../../releases/record/grade.ts'
import { TIERS } from '../../../../releases/record/record.ts'
import { API_VERSION } from '../../envelope.ts'

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

export const paise = named('Paise', 'Money in integer paise; 100 paise are one rupee', z.int())
export const count = named('Count', 'A whole number, 0 or more', z.int().min(0))
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
export const date = named(
  'Day',
  'Day, YYYY-MM-DD',
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .meta({ format: 'date' }),
)
export const month = named('Month', 'Month, YYYY-MM', z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/))
export const instant = named(
  'Instant',
  'Moment in UTC, YYYY-MM-DDTHH:MM:SS.mmmZ',
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    .meta({ format: 'date-time' }),
)
export const financialYear = named(
  'FinancialYear',
  'Indian financial year, April to March: 2026-27',
  z.string().regex(/^\d{4}-\d{2}$/),
)
export const stateCode = named('StateCode', 'Two-letter state code', z.string().regex(/^[A-Z]{2}$/))
export const licenseeCode = named(
  'LicenseeCode',
  'Licensee (distribution company): state code, underscore, abbreviation',
  z.string().regex(/^[A-Z]{2}_[A-Z0-9_]+$/),
)
export const licenseeOrNull = licenseeCode
  .nullable()
  .describe('Null: the schedules of the state are not divided by licensee')
export const word = z.string().min(1)
/** How a category is classed, for programs. */
export const classified = {
  canonical_category_code: word.describe('Category in words that all states share'),
  layer: word.describe('Retail supply, or another layer of the tariff'),
  supply_type: word.describe('Voltage class and kind of supply'),
  area_type: word.describe('Rural, urban or both'),
  slab_type: word.describe('How energy is charged: flat, or the kind of slabs'),
}
export const wholePaise = z
  .int()
  .nullable()
  .describe('Whole paise per unit, or null when the rate has a fraction of a paisa')
const text = (id: string, description: string) => named(id, description, z.string().min(1))
export const releaseId = text('ReleaseId', 'Id of a release: state, financial year and name')
export const sourceId = text('SourceId', 'Id of a document. GET /v1/sources?source_id= shows it')
export const rowId = text('RowId', 'Id of a schedule row in its release')
export const subcategoryCode = text('SubcategoryCode', 'Code of a tariff category, as requests name it')
export const reason = text('Reason', 'Why it is so: a word for programs, or a sentence')
export const quote = text('Quote', 'Words of the source, verbatim')
export const unit = text('Unit', 'Unit of the quantity, as kWh, kVAh, kW/month')
export const message = text('ErrorMessage', 'For people: what happened and what to do. The wording may change')
export const revision = named('Revision', 'Revision of the release, from 1', z.int().min(1))
export const pageNumber = named('PageNumber', 'Page of the document, from 1', z.int().min(1))
export const specimenUsed = named(
  'Specimen',
  'A figure used is a placeholder that nobody published: never show it as a tariff',
  z.boolean(),
)
export const engineVersion = text('EngineVersion', 'Version of the engine that calculated')
export const scope = text('CalculationScope', 'What the amounts are, in words')
export const blockedComponents = z.array(z.string().min(1)).describe('Components that are not included in any amount')
export const integerPaise = named('MoneyMode', 'Every amount is integer paise', z.literal('integer_paise'))
export const released = named('ReleaseStatus', 'Only released tariffs are served', z.literal('released'))
export const blockedStatus = named('Blocked', 'Not included in any amount', z.literal('blocked'))
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
export const stage = named(
  'ReleaseStage',
  'Production only where every figure served is of grade order',
  z.enum(['reference', 'production']),
)
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

/** The first members of every envelope (spec: Response envelope). */
export const okStatus = named('OkStatus', 'The request was answered', z.literal('ok'))
export const errorStatus = named('ErrorStatus', 'The request was refused: see `error`', z.literal('error'))
export const apiVersion = named('ApiVersion', 'Version of the API that answered', z.literal(API_VERSION))

/** Where a sealed release stands now. */
export const STANDINGS = ['serving', 'superseded', 'withdrawn', 'not_promoted'] as const
export const sealedReleases = z
  .array(
    z.object({
      release_id: releaseId,
      revision,
      release_sha256: hash,
      standing: z.enum(STANDINGS).describe('What it is now'),
      log_position: count.describe('Of its seal'),
    }),
  )
  .min(1)
  .describe('Sealed releases that contain it, newest first')

export const catalogueMeta = named(
  'CatalogueMeta',
  'What a catalogue answer is about',
  z.object({ state_code: stateCode, count: count.describe('Items in `data`'), effective_on: date }),
)
