import { z } from 'zod'
import { conditionSchema } from './condition.ts'
import { figureSchema } from './figure.ts'
import { code, dateText, decimalText, licenseeCode, sentence, sha256Hex } from './text.ts'

/** A step of a charge: covers quantities q with from < q <= to (the first, from "0", also 0). `to` null is open. */
const stepSchema = z.strictObject({ from: decimalText, to: decimalText.nullable(), figure: figureSchema })
export type Step = z.infer<typeof stepSchema>

/**
 * Energy. `telescopic`: each slab's share at its own rate. `whole`: the slab reached prices every unit. `flat`: one slab.
 */
export const energyChargeSchema = z.strictObject({
  method: z.enum(['flat', 'telescopic', 'whole']),
  unit: z.enum(['kWh', 'kVAh']),
  slabs: z.array(stepSchema).min(1),
})
export type EnergyCharge = z.infer<typeof energyChargeSchema>

/** Wheeling: a rate per energy unit, one line for all units; per HP for unmetered pump sets. */
export const wheelingChargeSchema = z.strictObject({ unit: z.enum(['kWh', 'kVAh', 'HP']), figure: figureSchema })

export type WheelingCharge = z.infer<typeof wheelingChargeSchema>

export const BAND_FIELDS = [
  'connected_load_kw',
  'contract_demand_kva',
  'monthly_units',
  'fixed_charge_basis_units',
] as const

/**
 * Fixed. `basis` is what the rate is multiplied by. `flat`: one step. `band`: the step holding `band_by` gives the rate.
 * `telescopic`: each further unit of the basis at its own step's rate. `or_part` rounds the basis up to the next whole,
 * at least one (Odisha: "kW or part").
 */
export const fixedChargeSchema = z.strictObject({
  method: z.enum(['flat', 'band', 'telescopic']),
  basis: z.enum(['connection', 'kW', 'HP', 'kVA']),
  or_part: z.boolean(),
  /** How much of the basis is one part where `or_part` ("per 10 kW or part"); null: one. The rate is then Rs/part. */
  part_size: decimalText.nullable(),
  band_by: z.enum(BAND_FIELDS).nullable(),
  bands: z.array(stepSchema).min(1),
})
export type FixedCharge = z.infer<typeof fixedChargeSchema>

/** One licensee's category or variant, with its slabs inside. */
export const rowSchema = z.strictObject({
  row_id: code,
  licensee_code: licenseeCode.nullable(),
  category_id: code.nullable(),
  subcategory_code: code,
  raw_category_label: sentence,
  canonical_category_code: code,
  layer: code,
  supply_type: code,
  area_type: code,
  slab_type: z.enum(['flat', 'telescopic', 'whole']),
  effective_from: dateText,
  effective_to: dateText,
  conditions: z.array(conditionSchema),
  energy: energyChargeSchema.nullable(),
  wheeling: wheelingChargeSchema.nullable(),
  fixed: fixedChargeSchema.nullable(),
  note: sentence.nullable(),
  /** sha256 of the canonical array of this row's regression cases. */
  fixture_sha256: sha256Hex,
  /** sha256 of the canonical row without this field. */
  row_sha256: sha256Hex,
})
export type Row = z.infer<typeof rowSchema>
