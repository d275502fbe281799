import type { CategoryPlan } from '../compile/category.ts'
import { INPUT_LIST } from '../inputs.ts'
import { type FieldProblem, notApplicable, pointerOf } from '../refuse.ts'
import { type Given, lackedBy, meantBy, ofState, type Planned } from './missing-fields.ts'
import { inexactQuantities } from './normalise.ts'
import { isServed, servedWords } from './operations.ts'

/** Problems of a body of POST /calculate that its schema cannot express, or that the releases of its state know better. */
export function beyondSchema(plans: readonly Planned[], body: unknown): FieldProblem[] {
  return [...inexactQuantities(body), ...otherWords(plans, body), ...lackedBy(plans, body)]
}

/**
 * Words that the schema refuses, each with those that work here, or the advice to leave it out. The schema lists the
 * words of every state: a caller who chose one of another state would be refused again.
 */
export function otherWords(plans: readonly Planned[], body: unknown): FieldProblem[] {
  const inService = ofState(plans, body)
  const [release] = inService
  if (release === undefined) return []
  const given = body as Given
  const meant = inService.flatMap(({ record, plan }) =>
    meantBy(record, given).flatMap((each) => plan.find(each.licensee_code, each.subcategory_code) ?? []),
  )
  return INPUT_LIST.flatMap(([name, input]) => {
    const value = given[name]
    if (input.kind !== 'word' || typeof value !== 'string' || input.words.includes(value)) return []
    const isTaken = ({ record, plan }: Planned): boolean =>
      isServed(record, name) && (input.scope !== 'request' || plan.takes.has(name))
    if (!inService.some(isTaken)) return [notApplicable(name, release.record.state_code)]
    const [category] = meant
    if (input.scope === 'category' && category !== undefined && !meant.some(({ reads }) => reads.has(name)))
      return [notApplicable(name, category.code)]
    const words = name === 'load_unit' ? loadUnits(inService, meant) : servedWords(input.words)
    return [{ field: pointerOf(name), rule: 'enum', message: `${name} takes one of: ${words.join(', ')}` }]
  })
}

/** The units of load of the categories that a body may mean; of all categories of the state if it names none of them. */
function loadUnits(inService: readonly Planned[], meant: readonly CategoryPlan[]): string[] {
  const known = meant.map(({ loadUnit }) => loadUnit)
  const all = (): string[] => inService.flatMap(({ record }) => record.categories.map((each) => each.load_unit))
  return [...new Set(known.length > 0 ? known : all())].sort()
}
