import { z } from 'zod'

/**
 * The fields of POST /calculate, for every state; which of them a state takes is in profiles.ts. Nothing is coerced.
 * Source: spec "POST /calculate"; contract 2.7. Quantities: at most three decimals, 0 to 10,000,000.
 */
export const quantity = z
  .union([z.number().min(0).max(10_000_000), z.string().regex(/^(0|[1-9]\d{0,7})(\.\d{1,3})?$/)])
  .describe('Exact quantity: a JSON number or decimal text, at most 3 decimals, 0 to 10,000,000; never rounded')

const paise = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
/** What stands on a bill besides may be a rebate. */
const signedPaise = z.int()

export const calculateFields = {
  state_code: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .describe('Two-letter state code'),
  subcategory_code: z.string().min(1).max(100).describe('A code from GET /categories'),
  energy_units: quantity.describe('Consumption of the bill in units'),
  connected_load: quantity.describe("Connected load in the category's own unit (kW, or HP for pump sets)"),
  load_unit: z.enum(['kw', 'hp']).describe("Must say the category's own unit when given"),
  contract_demand_kva: quantity.describe('Contract demand in kVA'),
  licensee_code: z.string().regex(/^[A-Z]{2}_[A-Z0-9_]{1,40}$/),
  district: z.string().min(1).max(100),
  area_type: z.enum(['rural', 'urban']),
  phase: z.enum(['single', 'three']),
  supply_level: z.enum(['ht', 'ehv']),
  fixed_charge_basis_units: quantity,
  billing_days: z.int().describe('25, 30 or 40; evaluates the entitlement'),
  billing_month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  effective_on: z.string().max(100),
  billing_date: z.string().max(100),
  meter_mode: z.enum(['postpaid', 'prepaid']),
  metering: z.enum(['gross', 'net']),
  generation_units: quantity,
  profile: z.string().min(1).max(100),
  tod_period: z.enum(['normal', 'peak', 'off_peak']),
  rts_voltage_mode: z.enum(['at_base', 'above_base', 'below_base']),
  apply_htss_11kv_surcharge: z.boolean(),
  actual_bill: z.strictObject({
    energy_charge_paise: paise.optional(),
    fixed_charge_paise: paise.optional(),
    electricity_duty_paise: paise.optional(),
    other_paise: signedPaise.optional(),
    total_paise: paise.optional(),
  }),
} as const
export type CalculateField = keyof typeof calculateFields

const ALWAYS = ['state_code', 'subcategory_code', 'energy_units'] as const

/** The body of POST /calculate: strict, with only the three fields every state needs required here. */
export const calculateBody = z
  .strictObject(calculateFields)
  .partial()
  .required({ state_code: true, subcategory_code: true, energy_units: true })
export type CalculateBody = z.infer<typeof calculateBody>
export const ALWAYS_REQUIRED: readonly CalculateField[] = ALWAYS
