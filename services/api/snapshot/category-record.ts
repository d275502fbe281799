import * as z from 'zod'
import { isServed } from '../../../releases/engine/request/operations.ts'
import { areAskedAlike, type Category, isOfCategory } from '../../../releases/record/category.ts'
import { conditionText } from '../../../releases/record/expression.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import { weakest } from '../../../releases/record/grade.ts'
import { isRowHeld } from '../../../releases/record/holds.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
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
import { ALWAYS_TAKEN, NAMES_IT, optionalInputs, requiredNames } from './coverage-inputs.ts'

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

/** The Category records of a release, in record order. */
export function categoryRecords(record: ReleaseRecord): CategoryRecord[] {
  return record.categories.map((category) => categoryRecord(record, category))
}

/** What every category with a code requires, by code; the three fields that each request has are left out. */
export function requiredByCode(record: ReleaseRecord): Record<string, string[]> {
  const required = new Map<string, string[]>()
  for (const { state_subcategory_code: code, required_calculation_inputs: names } of categoryRecords(record)) {
    const before = required.get(code) ?? names.filter((name) => name !== 'energy_units' && !NAMES_IT.has(name))
    required.set(
      code,
      before.filter((name) => names.includes(name)),
    )
  }
  return Object.fromEntries(required)
}

/**
 * A Category record of GET /categories (spec: Category record; docs/design/contract.md#categories), for its own rows.
 */
function categoryRecord(record: ReleaseRecord, category: Category): CategoryRecord {
  const ofCode = record.rows.filter((row) => areAskedAlike(row, category))
  const rows = ofCode.filter((row) => isOfCategory(row, category))
  const required = requiredNames({ record, category, rows, ofCode, isOfLicensee: false }, 'every')
  const optional = optionalInputs(record, category).filter(
    ({ field }) => !required.has(field) && isServed(record, field),
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
    required_calculation_inputs: [...NAMES_IT, ...required],
    optional_calculation_inputs: [
      ...new Set([...optional.map(({ field }) => field), ...[...ALWAYS_TAKEN].filter((name) => !required.has(name))]),
    ],
    verification_tier: record.tier,
    supported: !grades.includes('held') && !rows.some(({ row_id: id }) => isRowHeld(record, id)),
    specimen: grades.includes('specimen'),
    evidence_grade: weakest(grades),
    conditions: [...category.bounds.map(conditionText), ...optional.map(({ field, when }) => `${field}: ${when}`)].join(
      '; ',
    ),
  }
}
