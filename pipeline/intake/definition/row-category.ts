import type { Category } from '../../../releases/record/category.ts'
import type { RowLines } from './schemas.ts'

type Named = Pick<RowLines, 'subcategory_code' | 'licensee_code' | 'category_id'>

/** The category of a row: the one with the same licensee, category id and subcategory code; null if there is none. */
export function categoryOf(row: Named, categories: readonly Category[]): Category | null {
  const same = (category: Category): boolean =>
    category.subcategory_code === row.subcategory_code &&
    category.licensee_code === row.licensee_code &&
    category.category_id === row.category_id
  return categories.find(same) ?? null
}
