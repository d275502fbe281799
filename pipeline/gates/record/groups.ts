import type { Scoped } from '../../../releases/record/category.ts'

/** Identity of a category: licensee, category id and subcategory code; a row has the same three. */
export function categoryKey({ licensee_code, category_id, subcategory_code }: Scoped): string {
  return [licensee_code ?? '-', category_id ?? '-', subcategory_code].join('/')
}

/** Path of a category in the record: `categories/<subcategory_code>`, or `categories/<licensee>/<id>/<subcategory_code>`. */
export function categoryPath(scoped: Scoped): string {
  const isAlone = scoped.licensee_code === null && scoped.category_id === null
  return `categories/${isAlone ? scoped.subcategory_code : categoryKey(scoped)}`
}

/** Items with the same key, in order. The type states that a group is never empty. */
export function groupBy<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly [Item, ...Item[]]> {
  return Map.groupBy(items, keyOf) as Map<string, [Item, ...Item[]]>
}
