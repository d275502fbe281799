import { z } from 'zod'

/** Query parameters of the read routes: the one source of their validation, of OpenAPI and of the agent's tools. */

const state = z
  .string()
  .max(2)
  .regex(/^[A-Z]{2}$/)
  .describe('Two-letter state code')
/** Of routes that ask for Bihar when no state is named. The validator adds nothing: handlers read the default themselves. */
const stateOrBihar = state.optional().meta({ default: 'BR' })
const licensee = z
  .string()
  .regex(/^[A-Z]{2}_[A-Z0-9_]{1,40}$/)
  .describe('Licensee code. Required where schedules belong to licensees (MH); there is no fallback to any licensee')
const date = z
  .string()
  .min(1)
  .max(10)
  .describe(
    'Day, YYYY-MM-DD, inside a released period (2026-04-01 or later). Left out: the day the release takes effect',
  )
const word = (most: number, what: string) => z.string().min(1).max(most).describe(what)
const anyCase = 'case-insensitive exact match'

export const healthQuery = z.strictObject({ state_code: state.optional() })
/** Of routes that take no parameter: any is unknown. */
export const noQuery = z.strictObject({})
export const categoriesQuery = z.strictObject({
  state_code: stateOrBihar,
  effective_on: date.optional(),
  licensee_code: licensee.optional(),
  financial_year: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .describe('Financial year, as in 2026-27')
    .optional(),
})
export const tariffsQuery = z.strictObject({
  state_code: stateOrBihar,
  effective_on: date.optional(),
  subcategory_code: word(100, `State subcategory code; ${anyCase}`).optional(),
  supply_type: word(50, `Supply type; ${anyCase}`).optional(),
  area_type: word(50, `Area type; ${anyCase}`).optional(),
  licensee_code: licensee.optional(),
  category_id: word(64, 'Category of a licensee, as in GET /v1/categories. Required for MH').optional(),
})
export const capabilitiesQuery = z.strictObject({ state_code: stateOrBihar })
export const entitlementQuery = z.strictObject({
  state_code: stateOrBihar,
  billing_days: z
    .string()
    .regex(/^(0|[1-9]\d{0,3})$/)
    .describe('Only the entitlement of this many days: 25, 30 or 40')
    .optional(),
})
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
export const fppasQuery = z.strictObject({
  state_code: stateOrBihar,
  licensee_code: z
    .string()
    .regex(/^[A-Z]{2}_[A-Z0-9_]{1,40}$/)
    .describe('Only periods of this licensee')
    .optional(),
  from: month.describe('First month, YYYY-MM').optional(),
  to: month.describe('Last month, YYYY-MM').optional(),
})
const hash = z.string().regex(/^[0-9a-f]{64}$/)
export const sourcesQuery = z.strictObject({
  state_code: state.optional(),
  source_id: word(100, 'Only the source of this id').optional(),
  sha256: hash.describe('Only the source with these bytes').optional(),
  row_sha256: hash
    .describe('The whole chain of this schedule row instead: figures, quotes, documents, release')
    .optional(),
  release_id: word(100, 'Only sources of this release').optional(),
  cursor: word(200, 'next_cursor of the page before').optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/)
    .describe('Items of a page, 1 to 100')
    .meta({ default: '50' })
    .optional(),
})

export type CategoriesQuery = z.infer<typeof categoriesQuery>
export type TariffsQuery = z.infer<typeof tariffsQuery>
export type FppasQuery = z.infer<typeof fppasQuery>
export type EntitlementQuery = z.infer<typeof entitlementQuery>
export type SourcesQuery = z.infer<typeof sourcesQuery>

/** JSON Schema (draft-7) of a zod schema, as Fastify's validator reads it. */
export function draft7(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
}
