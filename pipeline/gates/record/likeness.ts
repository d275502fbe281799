import type { Plan } from '../../../releases/engine/compile/plan.ts'
import { unitRuleOf } from '../../../releases/engine/rules/units.ts'
import { canonicalText } from '../../../releases/record/canonical.ts'
import type { Category } from '../../../releases/record/category.ts'
import { categoryKey } from './groups.ts'
import { oncePer } from './once-per.ts'

/**
 * Categories that repeat an earlier one for another licensee: the same category, rows, adjustments and rule of units
 * except for the licensee's name. Results for the first also apply to them.
 */
export const repeatedCategories = oncePer((plan: Plan): ReadonlySet<Category> => {
  const { record } = plan
  const rowsOf = Map.groupBy(record.rows, categoryKey)
  const seen = new Set<string>()
  const repeated = new Set<Category>()
  for (const [index, category] of record.categories.entries()) {
    const { licensee_code: licensee } = category
    const compiled = plan.categories[index]
    if (licensee === null || compiled === undefined) continue
    const rows = (rowsOf.get(categoryKey(category)) ?? []).map(({ row_sha256, fixture_sha256, ...row }) => row)
    const units = unitRuleOf(compiled, licensee)
    const text = canonicalText({ category, rows, adjustments: compiled.adjustments.map(({ id }) => id), units })
      .replaceAll(licensee, '{licensee_code}')
      .replaceAll(licensee.slice(3), '{licensee}')
    if (seen.has(text)) repeated.add(category)
    seen.add(text)
  }
  return repeated
})
