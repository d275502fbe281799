import type { ReleaseRecord } from '../../record/record.ts'
import type { CategoryPlan } from '../compile/category.ts'
import type { Plan } from '../compile/plan.ts'
import { INPUTS, inputOf, isInputName } from '../inputs.ts'
import { type FieldProblem, notApplicable, pointerOf } from '../refuse.ts'
import type { CalculateBody } from './body.ts'
import type { NormalisedRequest } from './normalise.ts'

/** What a request lacks and what does not belong to it, by the release's own declaration. */
export type RequestProblems = {
  readonly missing: readonly FieldProblem[]
  /** Zones that a given energy_by_zone leaves out. */
  readonly missingZones: readonly FieldProblem[]
  readonly unread: readonly FieldProblem[]
}

/** Whether requests of a release may give an input at all. */
export function takesInput(plan: Plan, name: string): boolean {
  return isInputName(name) && (INPUTS[name].scope === 'common' || plan.takes.has(name))
}

/**
 * Judges a body by what its release declares: inputs that every request needs or may give, and all of its zones where the
 * category reads them (docs/design/tariff-language.md "Inputs").
 */
export function requestProblems(
  plan: Plan,
  category: CategoryPlan | null,
  body: CalculateBody,
  { values }: NormalisedRequest,
): RequestProblems {
  const { record } = plan
  const missing = record.request.required
    .filter((name) => isMissing(body, values, name))
    .map((name) => ({ field: pointerOf(name), rule: 'required', message: `${record.state_code} needs ${name}` }))
  const unread = Object.keys(body)
    .filter((name) => body[name as keyof CalculateBody] !== undefined && !takesInput(plan, name))
    .map((name) => notApplicable(name, record.state_code))
  return { missing, missingZones: missingZones(record, category, body.energy_by_zone), unread }
}

function isMissing(body: CalculateBody, values: NormalisedRequest['values'], name: string): boolean {
  return values[name] === undefined && body[name as keyof CalculateBody] === undefined
}

function missingZones(
  { zones }: ReleaseRecord,
  category: CategoryPlan | null,
  given: CalculateBody['energy_by_zone'],
): FieldProblem[] {
  if (given === undefined || category === null) return []
  if (![...category.reads].some((name) => inputOf(name) === 'energy_by_zone')) return []
  const message = `energy_by_zone names every zone of the release: ${zones.join(', ')}`
  return zones
    .filter((zone) => given[zone] === undefined)
    .map((zone) => ({ field: `/energy_by_zone/${zone}`, rule: 'required', message }))
}
