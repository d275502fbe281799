import { canonicalHash } from '../../../releases/record/canonical.ts'
import type { Category } from '../../../releases/record/category.ts'
import type { RegressionCase } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { categoryOf } from './row-category.ts'
import type { ReleaseFile, RowLines } from './schemas.ts'

/** How the row's own energy is charged; the category's slab type if it has no energy charge, or several methods. */
function slabTypeOf({ charges }: RowLines, category: Category | null): Row['slab_type'] {
  const methods = new Set(charges.flatMap(({ component, method }) => (component === 'energy' ? [method] : [])))
  const [only, ...others] = methods
  return only !== undefined && others.length === 0 ? only : (category?.slab_type ?? only ?? 'flat')
}

/**
 * A row of the record: its lines, its category's codes, the release's period, and two hashes, one of them of its
 * regression cases (docs/design/release.md#record). A row without a category, which is a finding, has blank codes.
 */
export function completeRow(
  lines: RowLines,
  categories: readonly Category[],
  release: ReleaseFile,
  cases: readonly RegressionCase[],
): Row {
  const category = categoryOf(lines, categories)
  const row = {
    ...lines,
    canonical_category_code: category?.canonical_category_code ?? '',
    layer: category?.layer ?? '',
    supply_type: category?.supply_type ?? '',
    slab_type: slabTypeOf(lines, category),
    effective_from: release.effective_from,
    effective_to: release.effective_to,
    fixture_sha256: canonicalHash(cases),
  }
  return { ...row, row_sha256: canonicalHash(row) }
}
