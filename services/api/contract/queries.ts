import { z } from 'zod'

/** Query parameters of the read routes: the one source of their validation, and later of OpenAPI and the agent's tools. */

const state = z
  .string()
  .max(2)
  .regex(/^[A-Z]{2}$/)
  .describe('Two-letter state code')
const licensee = z.string().regex(/^[A-Z]{2}_[A-Z0-9_]{1,40}$/)
const date = z.string().min(1).max(10)
const word = (most: number) => z.string().min(1).max(most)

export const healthQuery = z.strictObject({ state_code: state.optional() })
/** Of routes that take no parameter: any is unknown. */
export const noQuery = z.strictObject({})
export const categoriesQuery = z.strictObject({
  state_code: state.optional(),
  effective_on: date.optional(),
  licensee_code: licensee.optional(),
  financial_year: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
})
export const tariffsQuery = z.strictObject({
  state_code: state.optional(),
  effective_on: date.optional(),
  subcategory_code: word(100).optional(),
  supply_type: word(50).optional(),
  area_type: word(50).optional(),
  licensee_code: licensee.optional(),
  category_id: word(64).optional(),
})
export const capabilitiesQuery = z.strictObject({ state_code: state.optional() })
export const entitlementQuery = z.strictObject({
  state_code: state.optional(),
  billing_days: z
    .string()
    .regex(/^(0|[1-9]\d{0,3})$/)
    .optional(),
})
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
export const fppasQuery = z.strictObject({
  state_code: state.optional(),
  licensee_code: licensee.optional(),
  from: month.optional(),
  to: month.optional(),
})
export const sourcesQuery = z.strictObject({
  state_code: state.optional(),
  source_id: word(100).optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  row_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  release_id: word(100).optional(),
  cursor: word(100).optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/)
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
