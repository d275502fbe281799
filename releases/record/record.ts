import * as z from 'zod'
import { categorySchema } from './category.ts'
import { name } from './expression.ts'
import { quantitySchema } from './quantity.ts'
import { rowSchema } from './row.ts'
import { blockedSchema, rulesSchema } from './rules.ts'
import { sourceSchema } from './source.ts'
import { code, dateText, financialYearText, licenseeCode, sentence, stateCode } from './text.ts'

export const TIERS = [
  'verified_strict',
  'verified_reference',
  'verified_guarded',
  'verified_shadow',
  'verified_tariff_estimation',
] as const

/** Version of the record format. A home with records of another version is refused (HOME_TOO_OLD). */
export const RECORD_VERSION = 2

/** A regression case: input -> expected paise (or a refusal), calculated by hand, with the working shown. */
export const caseSchema = z.strictObject({
  case_id: code,
  row_id: code,
  /** Request fields of POST /calculate without state_code; quantities as decimal text; parts of an object as `payment.digital`. */
  inputs: z.record(z.string(), z.union([z.string(), z.int(), z.boolean()])),
  expected: z.union([
    z.strictObject({ refusal: code }),
    z.strictObject({
      energy_charge_paise: z.int(),
      fixed_charge_paise: z.int(),
      wheeling_charge_paise: z.int().optional(),
      adjustments_paise: z.int().optional(),
      base_tariff_paise: z.int(),
      subsidy_paise: z.int().optional(),
      minimum_paise: z.int().optional(),
      other_charges_paise: z.int().optional(),
      beside_paise: z.int().optional(),
      fppas_paise: z.int().optional(),
      final_payable_paise: z.int().optional(),
    }),
  ]),
  working: sentence,
})
export type RegressionCase = z.infer<typeof caseSchema>

export const licenseeSchema = z.strictObject({
  code: licenseeCode,
  name: sentence,
  status: z.enum(['active', 'held', 'excluded']),
  reason: sentence.nullable(),
})

/** A place and the licensees that may serve it. More than one: the caller must name one of them. */
export const routeSchema = z.strictObject({
  key_type: z.enum(['district', 'area']),
  key: sentence,
  spellings: z.array(sentence),
  licensees: z.array(licenseeCode).min(1),
  status: z.enum(['routed', 'ambiguous', 'excluded', 'held']),
  evidence: sentence,
})

/**
 * The release record, which `release_sha256` identifies. It has only content: no verdicts, log position, stage or time,
 * so that the same definition and sources always give the same hash (docs/design/release.md#record).
 */
export const recordSchema = z.strictObject({
  record_version: z.literal(RECORD_VERSION),
  release_id: z.string().regex(/^[A-Z]{2}-\d{4}-\d{2}-[A-Z0-9-]+$/),
  state_code: stateCode,
  state_name: sentence,
  financial_year: financialYearText,
  effective_from: dateText,
  effective_to: dateText,
  tier: z.enum(TIERS),
  mode: code.nullable(),
  /** Shown with the release in /health: what readers must know about its composition. */
  note: sentence.nullable(),
  controller_version: sentence,
  calculation_scope: sentence,
  /** Whether halves of a paisa go up or away from zero; the two differ only for negative amounts. */
  rounding: z.enum(['half_up_per_line_to_paise', 'half_away_from_zero_per_line_to_paise']),
  /** Whether /categories, /tariffs and /capabilities serve this release, or answer with help only. */
  catalogue: z.boolean(),
  /** Fields of an answer that are also at the top level of the envelope (Gujarat). */
  envelope_fields: z.array(
    z.enum(['state_code', 'licensee_code', 'subcategory_code', 'verification_tier', 'payable_complete']),
  ),
  /**
   * Inputs that every request of the release needs or may give, besides the common ones and those declared by its
   * category.
   */
  request: z.strictObject({
    required: z.array(name),
    optional: z.array(name),
    /** A district may replace the licensee it belongs to. */
    licensee_from_district: z.boolean(),
  }),
  /** Words that requests of this release may choose from: `selectors.<selector>`. */
  selectors: z
    .array(
      z.strictObject({
        selector: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
        words: z.array(z.string().min(1).max(100)).min(1),
        description: sentence,
        /** Words that name a month of the bill, with its number: a bill without a day in it disagrees. */
        months: z.record(z.string(), z.string().regex(/^(0[1-9]|1[0-2])$/)).optional(),
      }),
    )
    .max(16),
  /** The zones of the day that `energy_by_zone` divides a bill's units into. */
  zones: z.array(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)),
  quantities: z.array(quantitySchema),
  declared: z.strictObject({
    schedule_rows: z.int(),
    supported_subcategories: z.int(),
    licensees: z.int(),
    districts: z.int(),
    fppas_periods: z.int(),
  }),
  licensees: z.array(licenseeSchema),
  routing: z.array(routeSchema),
  sources: z.array(sourceSchema).min(1),
  categories: z.array(categorySchema).min(1),
  rows: z.array(rowSchema).min(1),
  rules: rulesSchema,
  blocked_components: z.array(blockedSchema),
  /** Components that are published but must not be used, with what would release them: refused as RATE_NOT_VERIFIED. */
  holds: z.array(z.strictObject({ path: sentence, reason: sentence, unblocked_by: sentence })),
  /**
   * Paths of components that are held without affecting the rest of an answer
   * (docs/design/contract.md#component-holds).
   */
  component_holds: z.array(z.strictObject({ path: sentence, reason: sentence })),
  /** Schedules where more units may cost less: subcategory code and the citation that says so. */
  declared_non_monotonic: z.array(z.strictObject({ subcategory_code: code, citation: sentence })),
  cases: z.array(caseSchema).min(1),
})
export type ReleaseRecord = z.infer<typeof recordSchema>
