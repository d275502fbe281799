import type { Category } from '../../../../releases/record/category.ts'
import { capitalised, inWords } from './fields.ts'

/** The choices of one class, such as domestic, by the words under which people find it; each a code and its text. */
export type CategoryGroup = { readonly label: string; readonly options: readonly (readonly [string, string])[] }

/**
 * The categories as choices, in groups by class: the printed names alone, such as `DS-II(D)`, tell few people which one is
 * theirs. A name that says neither gets the area, and the level of supply if another category has the same name.
 */
export function categoryGroups(categories: readonly Category[]): CategoryGroup[] {
  const byCode = [...Map.groupBy(categories, ({ subcategory_code: code }) => code).values()]
  const named = byCode.map((same) => ({ same, name: commonName(same) }))
  const options = named.map(({ same: [first], name }) => {
    const { subcategory_code: code, canonical_category_code: kind, area_type: area, layer } = first as Category
    const isRepeated = named.filter((each) => each.name === name).length > 1
    const added = [area === 'any' ? '' : area, isRepeated ? layer : '']
    const words = new Set(name.toLowerCase().split(/[^a-z]+/))
    const missing = added.filter((word) => word !== '' && !words.has(word.toLowerCase()))
    return { kind, option: [code, [name, ...missing].join(', ')] as const }
  })
  return [...Map.groupBy(options, ({ kind }) => kind)].map(([kind, of]) => ({
    label: capitalised(inWords(kind)),
    options: of.map(({ option }) => option),
  }))
}

/** Several categories with one code are one choice, named by the common beginning of their labels. */
function commonName(same: readonly Category[]): string {
  const [first = [], ...others] = same.map(({ raw_category_label: label }) => label.split(' '))
  const end = first.findIndex((word, index) => others.some((words) => words[index] !== word))
  const common = (end === -1 ? first : first.slice(0, end)).join(' ').replace(/( at|,)$/, '')
  return common === '' ? (same[0]?.subcategory_code ?? '') : common
}
