import * as z from 'zod'
import { inputSchema, quantity } from '../request/body.ts'

/**
 * The body of POST /solar-savings (docs/design/contract.md#solar-savings). Up to twelve consecutive months of one
 * release's period.
 */
const period = z.strictObject({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .describe('Month, YYYY-MM'),
  consumption_units: quantity.describe('All units used, from the grid and from the roof'),
  generation_units: quantity.describe('Units generated, kWh'),
  export_units: quantity
    .optional()
    .describe('Net metering: units fed in, at most the generation. Gross metering: left out'),
})

export const solarBody = z.strictObject({
  state_code: inputSchema('state_code'),
  licensee_code: inputSchema('licensee_code').optional(),
  subcategory_code: inputSchema('subcategory_code'),
  connected_load: inputSchema('connected_load').optional(),
  load_unit: inputSchema('load_unit').optional(),
  contract_demand_kva: inputSchema('contract_demand_kva').optional(),
  phase: inputSchema('phase').optional(),
  area_type: inputSchema('area_type').optional(),
  supply_level: inputSchema('supply_level').optional(),
  selectors: inputSchema('selectors').optional(),
  arrangement: z.enum(['net_metering', 'gross_metering']).describe('How the plant is metered'),
  effective_on: inputSchema('effective_on').optional(),
  opening_credit_units: quantity.optional().describe('Units carried from before the first month; 0 when left out'),
  periods: z.array(period).min(1).max(12).describe('Consecutive months'),
})
export type SolarBody = z.infer<typeof solarBody>
