import type { ReleaseRecord } from '../../record/record.ts'
import type { Plan } from '../compile/plan.ts'
import type { InputValue } from '../given-inputs.ts'
import type { Input } from '../input.ts'
import { isInputName, kindOf, tableInput } from '../input-names.ts'
import { INPUTS, type InputName } from '../inputs.ts'
import { type FieldProblem, notApplicable, pointerOf } from '../refuse.ts'
import type { CalculateBody } from './body.ts'
import { companionProblem, type NormalisedRequest } from './normalise.ts'

type Problems = { readonly missing: readonly FieldProblem[]; readonly unread: readonly FieldProblem[] }

/**
 * Missing and unused inputs of a request by the release's own declaration. The parts of an input that the release
 * declares are not checked for a category that does not read the input.
 */
export type RequestProblems = Problems & { readonly declared: ReadonlyMap<InputName, Problems> }

const NONE_DECLARED: RequestProblems['declared'] = new Map()

/** Whether requests of a release may give an input. */
export function takesInput(plan: Plan, name: string): boolean {
  return isInputName(name) && (INPUTS[name].scope === 'common' || plan.takes.has(name))
}

/** The words of an input or of a selector of the release; for a flag, its two values. */
export function wordsOf({ selectors }: ReleaseRecord, name: string): readonly (string | boolean)[] {
  const kind = kindOf(name)
  if (kind === 'flag') return [false, true]
  if (kind !== 'word') return []
  const input = tableInput(name)
  if (input?.kind === 'word') return input.words
  return selectors.find(({ selector }) => `selectors.${selector}` === name)?.words ?? []
}

/**
 * Checks a body against what its release declares: inputs that every request needs or may give, selectors and their
 * words, and zones, which must all be given and sum to the units (docs/design/tariff-language.md "Inputs").
 */
export function requestProblems(plan: Plan, body: CalculateBody, { values }: NormalisedRequest): RequestProblems {
  const { record } = plan
  const missing: FieldProblem[] = []
  for (const name of record.request.required) {
    if (!isMissing(body, values, name)) continue
    missing.push({ field: pointerOf(name), rule: 'required', message: `${record.state_code} needs ${name}` })
  }
  const unread: FieldProblem[] = []
  let declared = NONE_DECLARED
  for (const name in body) {
    if (body[name as keyof CalculateBody] === undefined) continue
    if (!takesInput(plan, name)) {
      unread.push(notApplicable(name, record.state_code))
      continue
    }
    const { onlyWith }: Input = INPUTS[name as InputName]
    const unused = companionProblem(name, onlyWith, body)
    if (unused !== null) unread.push(unused)
    else if (name === 'selectors') {
      const own = { missing: [], unread: selectorProblems(record, body.selectors ?? {}) }
      declared = new Map([...declared, [name, own]])
    } else if (name === 'energy_by_zone') {
      declared = new Map([...declared, [name, zoneProblems(record, body.energy_by_zone ?? {}, values)]])
    }
  }
  return { missing, unread, declared }
}

function isMissing(body: CalculateBody, values: NormalisedRequest['values'], name: string): boolean {
  return values[name] === undefined && body[name as keyof CalculateBody] === undefined
}

/** Selectors that the release does not declare, and words that they do not take. */
export function selectorProblems(
  { selectors, state_code: state }: ReleaseRecord,
  given: Readonly<Record<string, string>>,
): FieldProblem[] {
  return Object.entries(given).flatMap(([name, word]) => {
    const known = selectors.find(({ selector }) => selector === name)
    const field = `/selectors/${name}`
    if (known === undefined) return [notApplicable(`selectors.${name}`, state)]
    if (known.words.includes(word)) return []
    return [{ field, rule: 'enum', message: `selectors.${name} must be one of ${known.words.join(', ')}` }]
  })
}

type Values = Readonly<Record<string, InputValue | undefined>>

function zoneProblems(
  { zones, state_code: state }: ReleaseRecord,
  given: Readonly<Record<string, number | string>>,
  values: Values,
): { missing: FieldProblem[]; unread: FieldProblem[] } {
  const missing = zones
    .filter((zone) => given[zone] === undefined)
    .map((zone) => ({
      field: `/energy_by_zone/${zone}`,
      rule: 'required',
      message: `energy_by_zone must name every zone of the release: ${zones.join(', ')}`,
    }))
  const unread = Object.keys(given)
    .filter((zone) => !zones.includes(zone))
    .map((zone) => notApplicable(`energy_by_zone.${zone}`, state))
  const sum = Object.keys(given).reduce((total, zone) => total + Number(values[`energy_by_zone.${zone}`] ?? 0), 0)
  if (missing.length > 0 || sum === values['energy_units']) return { missing, unread }
  const message = 'the zones of energy_by_zone must add up to energy_units'
  return { missing, unread: [...unread, { field: '/energy_by_zone', rule: 'sum', message }] }
}
