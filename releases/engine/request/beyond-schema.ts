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
 * Words that the schema refuses, each with those that work in the state. The schema lists the words of every state: a
 * caller who chose one of another state would be refused again.
 */
function otherWords(plans: readonly Planned[], body: unknown): FieldProblem[] {
  const inService = ofState(plans, body)
  const [release] = inService
  if (release === undefined) return []
  const given = body as Given
  return INPUT_LIST.flatMap(([name, input]) => {
    const value = given[name]
    if (input.kind !== 'word' || typeof value !== 'string' || input.words.includes(value)) return []
    const isTaken = ({ record, plan }: Planned): boolean =>
      isServed(record, name) && (input.scope !== 'request' || plan.takes.has(name))
    if (!inService.some(isTaken)) return [notApplicable(name, release.record.state_code)]
    const words = name === 'load_unit' ? loadUnits(inService, given) : servedWords(input.words)
    return [{ field: pointerOf(name), rule: 'enum', message: `${name} takes one of: ${words.join(', ')}` }]
  })
}

/** The units of load of the categories that a body may mean; of all categories of the state if it names none of them. */
function loadUnits(inService: readonly Planned[], body: Given): string[] {
  const meant = inService.flatMap(({ record }) => meantBy(record, body))
  const categories = meant.length > 0 ? meant : inService.flatMap(({ record }) => record.categories)
  return [...new Set(categories.map(({ load_unit: unit }) => unit))].sort()
}
