import { z } from 'zod'

/**
 * A condition says when a row or a category applies. `monthly_units` is the bill's own units.
 * kW, kVA and HP are never converted: a condition per kW or HP reads connected_load, one per kVA contract_demand_kva.
 */
export const OPERATORS = ['=', '<', '<=', '>', '>=', 'in'] as const

/** Condition fields and the calculation input each one reads; null: it only describes the category and is not asked. */
export const CONDITION_INPUT = {
  connected_load_kw: 'connected_load',
  connected_load_hp: 'connected_load',
  contract_demand_kva: 'contract_demand_kva',
  monthly_units: 'energy_units',
  area_type: 'area_type',
  phase: 'phase',
  supply_level: 'supply_level',
  supply_voltage_kv: null,
  local_body: null,
  ownership: null,
  metered: null,
  zone: null,
  premises_in_gram_panchayat: null,
} as const
export type ConditionField = keyof typeof CONDITION_INPUT

export const NUMERIC_FIELDS: ReadonlySet<ConditionField> = new Set<ConditionField>([
  'connected_load_kw',
  'connected_load_hp',
  'contract_demand_kva',
  'monthly_units',
])

const FIELDS = Object.keys(CONDITION_INPUT) as [ConditionField, ...ConditionField[]]

export const conditionSchema = z.strictObject({
  field: z.enum(FIELDS),
  op: z.enum(OPERATORS),
  /** Decimal text for numeric fields; a word for the others; a list for `in`. */
  value: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
})
export type Condition = z.infer<typeof conditionSchema>

/** `connected_load_kw<=0.5`, as people write it. */
export function conditionText({ field, op, value }: Condition): string {
  return Array.isArray(value) ? `${field} in {${value.join(',')}}` : `${field}${op}${value}`
}
