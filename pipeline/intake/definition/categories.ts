import type { Category } from '../../../releases/record/category.ts'
import { type MapNode, partOf, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import { categoriesFileSchema } from './schemas.ts'
import { readShape } from './shape.ts'
import type { Spots } from './spots.ts'

export const CATEGORIES_FILE = 'categories.yaml'

/** Reads categories.yaml. A category of one licensee is found under `categories/<licensee>/<id>/<code>` as well. */
export function readCategories(node: MapNode, reading: Reading, spots: Spots): Category[] {
  const list = partOf(node, 'categories')
  spots.addItems('categories', list, 'subcategory_code', 1)
  for (const item of list?.kind === 'list' ? list.items : []) {
    const [licensee, id, code] = ['licensee_code', 'category_id', 'subcategory_code'].map((key) =>
      textOf(partOf(item, key)),
    )
    spots.add(`categories/${licensee ?? '-'}/${id ?? '-'}/${code ?? ''}`, item.at)
  }
  return readShape(categoriesFileSchema, node, reading).categories
}
