import * as z from 'zod'
import { conditionSchema, name } from './expression.ts'
import { areaType, code, decimalText, layer, licenseeCode, sentence } from './text.ts'

/** Facts the category resolver compares a declared context with; each is a list of accepted values. */
const factsSchema = z.record(z.string().regex(/^[a-z_]+$/), z.array(z.string().min(1)).min(1))

export const categorySchema = z.strictObject({
  subcategory_code: code,
  licensee_code: licenseeCode.nullable(),
  category_id: code.nullable(),
  raw_category_label: sentence,
  canonical_category_code: code,
  layer,
  supply_type: code,
  area_type: areaType,
  slab_type: z.enum(['flat', 'telescopic', 'whole']),
  /** The unit of connected_load. Never converted. */
  load_unit: z.enum(['kw', 'hp']),
  required_inputs: z.array(name),
  /** Inputs that only some rows or rules read, with the condition as text. */
  optional_inputs: z.array(z.strictObject({ field: name, when: sentence })),
  /** The largest quantity it accepts, if that is not 10,000,000. */
  largest_quantity: decimalText.nullable(),
  /** Declared range of the category as a whole; rows must cover exactly this. Empty: everything. */
  bounds: z.array(conditionSchema),
  /** Category for a customer outside a bound: a code, or null with the reason why it is not known. */
  covering: z.array(
    z.strictObject({ bound: conditionSchema, covering_category: code.nullable(), reason: sentence.nullable() }),
  ),
  facts: factsSchema,
  note: sentence.nullable(),
})
export type Category = z.infer<typeof categorySchema>
export type Scoped = Pick<Category, 'subcategory_code' | 'licensee_code' | 'category_id'>

/** Whether two parts are of the same licensee and subcategory, which is what a request names. */
export const areAskedAlike = (a: Omit<Scoped, 'category_id'>, b: Omit<Scoped, 'category_id'>): boolean =>
  a.subcategory_code === b.subcategory_code && a.licensee_code === b.licensee_code

/** Whether a row is one of a category's own. */
export const isOfCategory = (row: Scoped, category: Scoped): boolean =>
  areAskedAlike(row, category) && row.category_id === category.category_id

/** Whether it is a household category whose rate changes with the units; a calculator shows it first. */
export function isDomesticWithSlabs({ slab_type: type, facts }: Category): boolean {
  return type !== 'flat' && facts['purpose']?.includes('domestic') === true
}
