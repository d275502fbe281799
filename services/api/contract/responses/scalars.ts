import * as z from 'zod'
import { GRADES } from '../../../../releases/record/grade.ts'
import { TIERS } from '../../../../releases/record/record.ts'
import { API_VERSION } from '../../reply/envelope.ts'

/**
 * The named schemas of the contract: components of the OpenAPI document, and of the answers of agent tools. They are
 * open, because clients must accept new fields (contract 2, "Fields may be added"); tests close them, so that no
 * undocumented field is sent.
 */
const schemas = new Map<string, z.ZodType>()
export const namedSchemas: ReadonlyMap<string, z.ZodType> = schemas

/** Gives a schema its name and a one-sentence description. Throws if the name is taken. */
export function named<S extends z.ZodType>(id: string, description: string, schema: S): S {
  if (schemas.has(id)) throw new Error(`two schemas are called ${id}`)
  const described = schema.describe(description)
  schemas.set(id, described)
  return described
}

/** Patterns of the contract (contract 2: decimal, paise, hash). */

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
  .describe('Null: the schedules of the state are the same for all licensees')
export const word = z.string().min(1)
/** Machine-readable classification of a category. */
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
export const sourceId = text('SourceId', 'Id of a document; see GET /v1/sources?source_id=')
export const rowId = text('RowId', 'Id of a schedule row in its release')
export const subcategoryCode = text('SubcategoryCode', 'Code of a tariff category, as used in requests')
export const reason = text('Reason', 'The reason: a code word or a sentence')
export const quote = text('Quote', 'Verbatim quote from the source')
export const unit = text('Unit', 'Unit of the quantity, such as kWh, kVAh, kW/month')
export const message = text('ErrorMessage', 'For people: what happened and how to correct it. The wording may change')
export const revision = named('Revision', 'Revision of the release, from 1', z.int().min(1))
export const pageNumber = named('PageNumber', 'Page of the document, from 1', z.int().min(1))
export const specimenUsed = named(
  'Specimen',
  'A figure used is an unpublished placeholder: never show it as a tariff',
  z.boolean(),
)
export const engineVersion = text('EngineVersion', 'Version of the calculation engine')
export const scope = text('CalculationScope', 'Meaning of the amounts, in words')
export const blockedComponents = z.array(z.string().min(1)).describe('Components that are not included in any amount')
export const integerPaise = named('MoneyMode', 'Every amount is integer paise', z.literal('integer_paise'))
export const released = named('ReleaseStatus', 'Only released tariffs are served', z.literal('released'))
export const blockedStatus = named('Blocked', 'Not included in any amount', z.literal('blocked'))
export const never = (what: string) => z.literal(false).describe(what)

export const grade = named(
  'EvidenceGrade',
  [
    'Quality of the evidence of a figure, strongest first.',
    "`order`: read in the regulator's own document, whose file the service has, for this period.",
    '`transcription`: stated for this period by a public transcription of the order.',
    '`carried`: from an earlier period, with a published statement that nothing changed.',
    '`derived`: calculated from published figures by a recorded formula.',
    '`specimen`: a placeholder from no public document, never to be shown as a tariff.',
    '`held`: known to exist, but without a usable figure; requests that need it are refused.',
  ].join(' '),
  z.enum(GRADES),
)
export const tier = named(
  'VerificationTier',
  'How far a release is verified. Every tier passed the same 29 gates; tiers differ in what they withhold.',
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
  .describe('Released states missing from `data` because something cannot be loaded at the moment')

/** Quote it in questions about an answer (spec: Response envelope). */
export const requestId = named(
  'RequestId',
  'Quote it in questions about an answer. Same as the X-Request-ID header.',
  z.string().regex(/^req_[A-Za-z0-9_-]{22}$/),
)

/** The first members of every envelope (spec: Response envelope). */
export const okStatus = named('OkStatus', 'The request was answered', z.literal('ok'))
export const errorStatus = named('ErrorStatus', 'The request was refused; see `error`', z.literal('error'))
export const apiVersion = named('ApiVersion', 'Version of the API', z.literal(API_VERSION))

export const sealedReleases = z
  .array(
    z.object({
      release_id: releaseId,
      revision,
      release_sha256: hash,
      standing: z.enum(['serving', 'superseded', 'withdrawn', 'not_promoted']).describe('Its state now'),
      log_position: count.describe('Of its seal'),
    }),
  )
  .min(1)
  .describe('Sealed releases that contain it, newest first')

export const catalogueMeta = named(
  'CatalogueMeta',
  'The release of a catalogue answer',
  z.object({ state_code: stateCode, count: count.describe('Items in `data`'), effective_on: date }),
)
