import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

/** Categories whose bounds a text may print behind their names: all of those that it names, or one of them. */
export type Bracketed = { readonly of: readonly Category[]; readonly isOne: boolean }

/** For a rule the categories that it applies to, for a row its own; a quantity may be of any. */
export function bracketedOf({ categories, rows, rules }: ReleaseRecord, path: string): Bracketed {
  const [kind, id, rule] = path.split('/')
  const codes =
    kind === 'rows'
      ? rows.flatMap(({ row_id, subcategory_code }) => (row_id === id ? subcategory_code : []))
      : rules.adjustments.find(({ adjustment_id }) => id === 'adjustments' && adjustment_id === rule)?.applies_to
  return codes === undefined
    ? { of: categories, isOne: true }
    : { of: categories.filter(({ subcategory_code: code }) => codes.includes(code)), isOne: false }
}
