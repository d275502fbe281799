import * as z from 'zod'
import { chargeSchema } from './charge.ts'
import { conditionSchema } from './expression.ts'
import { areaType, code, dateText, layer, licenseeCode, sentence, sha256Hex } from './text.ts'

/** One licensee's category or variant, with its charges inside. */
export const rowSchema = z.strictObject({
  row_id: code,
  licensee_code: licenseeCode.nullable(),
  category_id: code.nullable(),
  subcategory_code: code,
  raw_category_label: sentence,
  canonical_category_code: code,
  layer,
  supply_type: code,
  area_type: areaType,
  slab_type: z.enum(['flat', 'telescopic', 'whole']),
  effective_from: dateText,
  effective_to: dateText,
  /** Conditions that a request must meet for the row to apply. */
  conditions: z.array(conditionSchema),
  charges: z.array(chargeSchema).min(1),
  note: sentence.nullable(),
  /** sha256 of the canonical array of this row's regression cases. */
  fixture_sha256: sha256Hex,
  /** sha256 of the canonical row without this field. */
  row_sha256: sha256Hex,
})
export type Row = z.infer<typeof rowSchema>

/** The unit of `energy_units` for a category with these rows: kWh, kVAh, or both. */
export function energyUnitOf(rows: readonly Row[]): string {
  const units = rows.flatMap(({ charges }) => charges.find(({ component }) => component === 'energy')?.unit ?? [])
  return units.length === 0 ? 'kWh' : [...new Set(units)].join(' or ')
}
