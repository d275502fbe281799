import type { Category } from '../../../releases/record/category.ts'
import { conditionText } from '../../../releases/record/condition.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import { weakest } from '../../../releases/record/grade.ts'
import { isRowHeld } from '../../../releases/record/holds.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

/** What every calculation needs besides the inputs of its category (spec: POST /calculate). */
const ALWAYS = ['state_code', 'subcategory_code', 'energy_units']

export type CategoryRecord = ReturnType<typeof categoryRecord>

/** A Category record of GET /categories (spec: Category record; contract 2.6). */
export function categoryRecord(record: ReleaseRecord, category: Category) {
  const rows = record.rows.filter(
    (row) =>
      row.subcategory_code === category.subcategory_code &&
      row.licensee_code === category.licensee_code &&
      row.category_id === category.category_id,
  )
  const grades = rows.flatMap(figuresOfRow).map(({ figure }) => figure.grade)
  return {
    state_code: record.state_code,
    financial_year: record.financial_year,
    effective_from: record.effective_from,
    licensee_code: category.licensee_code,
    category_id: category.category_id,
    state_subcategory_code: category.subcategory_code,
    raw_category_label: category.raw_category_label,
    canonical_category_code: category.canonical_category_code,
    layer: category.layer,
    supply_type: category.supply_type,
    area_type: category.area_type,
    slab_type: category.slab_type,
    schedule_row_count: rows.length,
    required_calculation_inputs: [...ALWAYS, ...category.required_inputs],
    optional_calculation_inputs: category.optional_inputs.map(({ field }) => field),
    verification_tier: record.tier,
    supported: !grades.includes('held') && !rows.some(({ row_id: id }) => isRowHeld(record, id)),
    specimen: grades.includes('specimen'),
    evidence_grade: weakest(grades),
    conditions: [
      ...category.bounds.map(conditionText),
      ...category.optional_inputs.map(({ field, when }) => `${field}: ${when}`),
    ].join('; '),
  }
}
