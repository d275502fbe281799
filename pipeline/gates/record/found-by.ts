import { certainComparisons, wordsOf } from '../../../releases/record/expression.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Found, failing } from '../gate.ts'
import { categoryKey, categoryPath } from './groups.ts'

/** Possible fault of that by which a category or row is found: its rows or its area deny it. */
export const FOUND_FAULTS = ['found_otherwise'] as const
type F = (typeof FOUND_FAULTS)[number]

export const foundFaults = (record: ReleaseRecord): Found<F>[] => [...factFaults(record), ...areaFaults(record)]

/**
 * Facts by which callers find a category that its rows or its area deny. A word that only one of the two uses,
 * such as `private` for all other owners, is compared with nothing.
 */
function factFaults({ categories, rows }: ReleaseRecord): Found<F>[] {
  const facts = categories.flatMap((category) => Object.entries(category.facts))
  const asked = rows.map((row) => ({ row, words: new Map(wordsOf(certainComparisons(row.conditions))) }))
  const usedBy = (all: readonly (readonly [string, readonly string[]])[], name: string): ReadonlySet<string> =>
    new Set(all.flatMap(([field, words]) => (field === name ? words : [])))
  const allAsked = asked.flatMap(({ words }) => [...words])
  return categories.flatMap((category) => {
    const own = asked.filter(({ row }) => categoryKey(row) === categoryKey(category))
    const { area_type: area } = category
    return Object.entries(category.facts).flatMap(([name, found]): Found<F>[] => {
      const ofRows = own.every(({ words }) => words.has(name)) ? own.flatMap(({ words }) => words.get(name) ?? []) : []
      const [inFacts, inRows] = [usedBy(facts, name), usedBy(allAsked, name)]
      const isOther =
        ofRows.some((word) => inFacts.has(word) && !found.includes(word)) ||
        (ofRows.length > 0 && found.some((word) => inRows.has(word) && !ofRows.includes(word)))
      const isOtherArea = name === 'area_type' && area !== 'any' && !found.includes(area)
      if (!isOther && !isOtherArea) return []
      const of = isOther ? `${name} ${ofRows.join(' or ')}` : `area_type ${area}`
      const expected = `a fact ${name} that fits its ${isOther ? 'rows' : 'category'}: ${of}`
      return [failing(categoryPath(category), 'found_otherwise', expected, `${name} ${found.join(' or ')}`)]
    })
  })
}

/** Rows whose area is another one than that of their category or of their conditions. */
function areaFaults({ categories, rows }: ReleaseRecord): Found<F>[] {
  return rows.flatMap((row): Found<F>[] => {
    if (row.area_type === 'any') return []
    const asked = new Map(wordsOf(certainComparisons(row.conditions))).get('area_type') ?? []
    const own = categories
      .filter((category) => categoryKey(category) === categoryKey(row))
      .flatMap(({ area_type: area }) => (area === 'any' ? [] : area))
    const other = [...asked, ...own].find((area) => area !== row.area_type)
    if (other === undefined) return []
    const expected = `area_type ${other}, as in its conditions or its category`
    return [failing(`rows/${row.row_id}`, 'found_otherwise', expected, `area_type ${row.area_type}`)]
  })
}
