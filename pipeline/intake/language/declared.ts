import { isInputName } from '../../../releases/engine/input-names.ts'
import { categoryKey } from '../../gates/record/groups.ts'
import { type Language, type Problem, repeated } from './language.ts'
import type { Names } from './names.ts'

/** Names given by a release must have only one meaning. Names in its lists of inputs must be inputs. */
export function checkDeclared(language: Language, names: Names): Problem[] {
  const { request, selectors, zones, quantities, categories } = language
  const own = (path: string, name: string, what: string): Problem[] =>
    isInputName(name) ? [{ path, expected: `${what} with a unique name`, found: `\`${name}\`, which is an input` }] : []
  const twice = (path: string, name: string): Problem => ({
    path,
    expected: `\`${name}\` once`,
    found: 'it is repeated',
  })
  return [
    ...selectors.flatMap(({ selector }) => own(`selectors/${selector}`, selector, 'a selector')),
    ...repeated(selectors, ({ selector }) => selector).map(({ selector }) => twice(`selectors/${selector}`, selector)),
    ...selectors.flatMap(({ selector, words, months = {} }) =>
      Object.keys(months)
        .filter((word) => !words.includes(word))
        .map((word) => ({ path: `selectors/${selector}`, expected: 'a month for one of its words', found: word })),
    ),
    ...zones.flatMap((zone) => own('zones', zone, 'a zone')),
    ...repeated(zones, (zone) => zone).map((zone) => twice('zones', zone)),
    ...quantities.flatMap(({ quantity_id: id }) => own(`quantities/${id}`, id, 'a quantity')),
    ...repeated(quantities, ({ quantity_id: id }) => id).map(({ quantity_id: id }) => twice(`quantities/${id}`, id)),
    ...[...request.required, ...request.optional].flatMap((name) => names.input('request', name)),
    ...categories.flatMap((category) => {
      const path = `categories/${categoryKey(category)}`
      return [
        ...category.required_inputs.flatMap((name) => names.input(`${path}/required_inputs`, name)),
        ...category.optional_inputs.flatMap(({ field }) => names.input(`${path}/optional_inputs`, field)),
      ]
    }),
  ]
}
