import type * as z from 'zod'
import { isInputName } from '../../../releases/engine/input-names.ts'
import { contextSchema } from '../../../releases/engine/resolver/body.ts'
import type { Category } from '../../../releases/record/category.ts'
import { categoryKey } from '../../gates/record/groups.ts'
import { expectation, nearest } from '../definition/words.ts'
import { type Language, type Problem, repeated } from './language.ts'
import { type Names, unknown } from './names.ts'

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
        ...checkFacts(category, `${path}/facts`),
      ]
    }),
  ]
}

const FACTS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(contextSchema.shape).map(([fact, schema]) => [fact, schema.unwrap()]),
)

/**
 * Facts by which the resolver finds a category: a request must be able to give each of their words, otherwise the
 * category is never found. A fact that no request can give, such as a class by regulation, has a name of its own.
 */
function checkFacts({ facts }: Category, path: string): Problem[] {
  return Object.entries(facts).flatMap(([fact, words]) => {
    const schema = FACTS.get(fact)
    if (schema === undefined)
      return nearest(fact, FACTS.keys()) === null ? [] : [unknown(path, fact, FACTS.keys(), 'a fact of a connection')]
    const isWord = (word: string): boolean =>
      [word, word === 'true' || (word === 'false' ? false : Number(word))].some(
        (each) => schema.safeParse(each).success,
      )
    return words
      .filter((word) => !isWord(word))
      .map((word) => ({ path, expected: `${fact}: ${expectation(schema)}`, found: `\`${word}\`` }))
  })
}
