import * as z from 'zod'
import type { Category } from '../../../releases/record/category.ts'
import { conditionText } from '../../../releases/record/expression.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import { weakest } from '../../../releases/record/grade.ts'
import { isRowHeld } from '../../../releases/record/holds.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import {
  classified,
  count,
  date,
  financialYear,
  grade,
  licenseeOrNull,
  named,
  stateCode,
  tier,
  word,
} from '../contract/responses/scalars.ts'
import type { SentBy } from '../reply/json-text.ts'

export const categorySchema = named(
  'Category',
  'A tariff category and its inputs for POST /v1/calculate',
  z.object({
    state_code: stateCode,
    financial_year: financialYear,
    effective_from: date,
    licensee_code: licenseeOrNull,
    category_id: word.nullable().describe('Value for category_id of GET /v1/tariffs, where required'),
    state_subcategory_code: word.describe('Value for subcategory_code of POST /v1/calculate'),
    raw_category_label: word.describe('The name in the schedule'),
    ...classified,
    schedule_row_count: count.describe('Schedule rows of the category'),
    required_calculation_inputs: z.array(word).describe('Required inputs'),
    optional_calculation_inputs: z.array(word).describe('Optional inputs'),
    verification_tier: tier,
    supported: z.boolean().describe('All required figures are present'),
    specimen: z.boolean().describe('At least one required figure is an unpublished placeholder'),
    evidence_grade: grade.describe('Of the weakest figure'),
    conditions: z.string().describe('Conditions in words; may be empty'),
  }),
)
export type CategoryRecord = SentBy<typeof categorySchema>

/** Inputs required for every calculation besides those of its category (spec: POST /calculate). */
const ALWAYS = ['state_code', 'subcategory_code', 'energy_units']

/** Accepted for every category; no definition lists them. */
const ALWAYS_TAKEN = ['bill_period']

type Named = Pick<Row, 'subcategory_code' | 'licensee_code' | 'category_id'>

const nameOf = ({ subcategory_code: code, licensee_code: licensee, category_id: id }: Named): string =>
  JSON.stringify([code, licensee, id])

/** The Category records of a release, in record order. */
export function categoryRecords(record: ReleaseRecord): CategoryRecord[] {
  const rowsOf = Map.groupBy(record.rows, nameOf)
  return record.categories.map((category) => categoryRecord(record, category, rowsOf.get(nameOf(category)) ?? []))
}

/**
 * A Category record of GET /categories (spec: Category record; docs/design/contract.md#categories), for its own rows.
 */
function categoryRecord(record: ReleaseRecord, category: Category, rows: readonly Row[]): CategoryRecord {
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
    optional_calculation_inputs: [...category.optional_inputs.map(({ field }) => field), ...ALWAYS_TAKEN],
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
