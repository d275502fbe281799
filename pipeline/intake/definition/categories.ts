import type { Category } from '../../../releases/record/category.ts'
import { forEachLicensee } from './licensees.ts'
import { itemsOf, listNode, type MapNode, partOf, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import { categoriesFileSchema } from './schemas.ts'
import { readShape } from './shape.ts'
import type { SourceMap } from './source-map.ts'

export const CATEGORIES_FILE = 'categories.yaml'

/**
 * Reads categories.yaml. A category with `licensees` is in the record once for each of them; a category of one licensee
 * is also found under `categories/<licensee>/<id>/<code>`.
 */
export function readCategories(node: MapNode, reading: Reading, sourceMap: SourceMap): Category[] {
  const list = partOf(node, 'categories')
  const items = itemsOf(list).flatMap((item) => forEachLicensee(item, reading))
  for (const item of items) {
    const [licensee, id, code] = ['licensee_code', 'category_id', 'subcategory_code'].map((key) =>
      textOf(partOf(item, key)),
    )
    sourceMap.addNode(`categories/${licensee ?? '-'}/${id ?? '-'}/${code ?? ''}`, item, 2)
  }
  const expanded = list?.kind === 'list' ? listNode(list.at, items) : list
  sourceMap.addItems('categories', expanded, 'subcategory_code', 1)
  if (expanded === null) return readShape(categoriesFileSchema, node, reading).categories
  const entries = new Map(node.entries).set('categories', { at: expanded.at, value: expanded })
  return readShape(categoriesFileSchema, { ...node, entries }, reading).categories
}
