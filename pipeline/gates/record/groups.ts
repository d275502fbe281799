import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { groupBy } from './group-by.ts'

type Scoped = {
  readonly licensee_code: string | null
  readonly category_id: string | null
  readonly subcategory_code: string
}

/** Identity of a category: licensee, category id and subcategory code; a row has the same three. */
export function categoryKey({ licensee_code, category_id, subcategory_code }: Scoped): string {
  return [licensee_code ?? '-', category_id ?? '-', subcategory_code].join('/')
}

/** Path of a category in the record: `categories/<subcategory_code>`, or `categories/<licensee>/<id>/<subcategory_code>`. */
export function categoryPath(scoped: Scoped): string {
  const isAlone = scoped.licensee_code === null && scoped.category_id === null
  return `categories/${isAlone ? scoped.subcategory_code : categoryKey(scoped)}`
}

/** What a request identifies: licensee and subcategory code. Its row is chosen among all rows of the group. */
export type Group = {
  readonly licenseeCode: string | null
  readonly subcategoryCode: string
  readonly categories: readonly [Category, ...Category[]]
  readonly rows: readonly Row[]
}

/** The groups of a record, in the order of its categories. A row without a category is gate 16's finding. */
export function groupsOf(record: ReleaseRecord): Group[] {
  const keyOf = (scoped: Scoped): string => `${scoped.licensee_code ?? '-'}/${scoped.subcategory_code}`
  return [...groupBy(record.categories, keyOf)].map(([key, categories]) => {
    const [first] = categories
    const rows = record.rows.filter((row) => keyOf(row) === key)
    return { licenseeCode: first.licensee_code, subcategoryCode: first.subcategory_code, categories, rows }
  })
}
