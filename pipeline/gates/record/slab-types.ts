import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { type Found, failing } from '../gate.ts'
import { categoryKey, categoryPath } from './groups.ts'

/** Possible faults in the declared slab types of rows and categories. */
export const SLAB_TYPE_FAULTS = ['slab_type_of_row', 'slab_type_of_category'] as const
type F = (typeof SLAB_TYPE_FAULTS)[number]

/** How the energy of a row is charged; empty if it has no energy charge. */
const methodsOf = ({ charges }: Row): string[] =>
  charges.flatMap(({ component, method }) => (component === 'energy' ? [method] : []))

const isOneOf = ({ slab_type: said }: Row | Category, methods: readonly string[]): boolean =>
  methods.length === 0 || methods.includes(said)

/**
 * `slab_type` tells readers how energy is charged: for a row the method of its energy charge, for a category that of
 * one of its rows.
 */
export function slabTypeFaults(record: ReleaseRecord): Found<F>[] {
  const { rows, categories } = record
  const fault = (path: string, name: F, methods: readonly string[], part: Row | Category): Found<F> => {
    const expected = `slab_type ${[...new Set(methods)].join(' or ')}, as energy is charged`
    return failing(path, name, expected, `slab_type ${part.slab_type}`)
  }
  return [
    ...rows
      .filter((row) => !isOneOf(row, methodsOf(row)))
      .map((row) => fault(`rows/${row.row_id}`, 'slab_type_of_row', methodsOf(row), row)),
    ...categories.flatMap((category) => {
      const methods = rows.filter((row) => categoryKey(row) === categoryKey(category)).flatMap(methodsOf)
      return isOneOf(category, methods)
        ? []
        : [fault(categoryPath(category), 'slab_type_of_category', methods, category)]
    }),
  ]
}
