import * as z from 'zod'
import { isJsonObject } from '../../record/json-text.ts'
import type { FieldProblem } from '../refuse.ts'
import { inputSchema, quantity } from '../request/body.ts'
import { inexactFields } from '../request/normalise.ts'

/**
 * Facts about a connection that a caller declares (docs/design/contract.md#category-resolver). All fields are optional.
 */
export const contextSchema = z
  .strictObject({
    purpose: z
      .enum([
        'domestic',
        'non_domestic',
        'agriculture',
        'street_light',
        'public_water_works',
        'drinking_water_scheme',
        'ev_charging',
        'industry',
        'cold_storage',
        'oxygen',
        'railway_traction',
        'public_service',
        'advertisement_hoarding',
      ])
      .describe('What the supply is used for'),
    area_type: z.enum(['rural', 'urban']).describe('Rural or urban supply'),
    below_poverty_line: z.boolean().describe('Whether the household is below the poverty line'),
    common_supply: z.boolean().describe("One connection for a registered society's colony"),
    metered: z.boolean().describe('Whether there is a meter'),
    supply_level: z.enum(['lt', 'ht', 'ehv']).describe('Voltage level of supply'),
    voltage_kv: quantity,
    connected_load: quantity.describe(`${quantity.description}; needs load_unit`),
    load_unit: inputSchema('load_unit'),
    contract_demand_kva: quantity,
    phase: z.enum(['single', 'three']).describe('Phases of the connection'),
    monthly_units: quantity,
    ownership: z.enum(['government', 'private']).describe('Who owns the installation'),
    local_body: z
      .enum(['grampanchayat', 'municipal_council', 'municipal_corporation'])
      .describe('Local body that the place belongs to'),
  })
  .partial()
  .describe('What is known of the connection')

export const resolverBody = z.strictObject({
  state_code: inputSchema('state_code'),
  licensee_code: inputSchema('licensee_code').optional(),
  context: contextSchema,
})
export type ResolverContext = z.infer<typeof contextSchema>
export const ASKABLE_FACTS: ReadonlySet<string> = new Set(Object.keys(contextSchema.shape))

const QUANTITIES = ['voltage_kv', 'connected_load', 'contract_demand_kva', 'monthly_units'] as const

/** Quantities of a context with too many decimals, which the schema of a JSON number cannot express. */
export function inexactContext(body: unknown): FieldProblem[] {
  return inexactFields((body as { context?: unknown } | null)?.context, QUANTITIES, '/context')
}

/** The same, and names that stand in the context or beside it and belong in the other place. */
export function contextProblems(body: unknown): FieldProblem[] {
  const { context } = (body ?? {}) as { context?: unknown }
  const inside = namesIn(context).filter((name) => Object.hasOwn(resolverBody.shape, name))
  const beside = namesIn(body).filter((name) => Object.hasOwn(contextSchema.shape, name))
  return [
    ...inexactContext(body),
    ...inside.map((name) => misplaced(`/context/${name}`, `${name} belongs beside context, not in it`)),
    ...beside.map((name) => misplaced(`/${name}`, `${name} belongs in context`)),
  ]
}

const namesIn = (value: unknown): string[] => (isJsonObject(value) ? Object.keys(value) : [])

const misplaced = (field: string, message: string): FieldProblem => ({ field, rule: 'unknown', message })
