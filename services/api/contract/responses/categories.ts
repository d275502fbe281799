import { z } from 'zod'
import { named } from './registry.ts'
import { count, date, financialYear, grade, licenseeCode, stateCode, tier, word } from './scalars.ts'

/** GET /categories (spec: Category record; contract 2.6). */

export const categoriesData = z.array(
  named(
    'Category',
    'A tariff category and what POST /calculate needs to know for it',
    z.object({
      state_code: stateCode,
      financial_year: financialYear,
      effective_from: date,
      licensee_code: licenseeCode.nullable(),
      category_id: word.nullable().describe('What GET /tariffs wants as category_id, where it wants one'),
      state_subcategory_code: word.describe('What POST /calculate wants as subcategory_code'),
      raw_category_label: word.describe('The name in the schedule'),
      canonical_category_code: word,
      layer: word,
      supply_type: word,
      area_type: word,
      slab_type: word,
      schedule_row_count: count,
      required_calculation_inputs: z.array(word),
      optional_calculation_inputs: z.array(word),
      verification_tier: tier,
      supported: z.boolean().describe('Every figure needed is present'),
      specimen: z.boolean().describe('Some figure needed is a placeholder from no public document'),
      evidence_grade: grade.describe('Of the weakest figure'),
      conditions: z.string().describe('When it applies, in words; may be empty'),
    }),
  ),
)

export const catalogueMeta = named(
  'CatalogueMeta',
  'What a catalogue answer is about',
  z.object({ state_code: stateCode, count, effective_on: date }),
)
