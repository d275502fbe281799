import type { ReleaseRecord } from '../../record/record.ts'
import { type FieldProblem, pointerOf } from '../refuse.ts'
import { candidatesFor, type InService, latestOf } from './choose-release.ts'

type Given = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Whether a body says something under a name: `energy_by_zone.peak` is a part of `energy_by_zone`. */
function isGiven(body: Given, name: string): boolean {
  const [whole = name, part] = name.split('.')
  const value = body[whole]
  if (part === undefined || typeof value !== 'object' || value === null) return value !== undefined
  return (value as Given)[part] !== undefined
}

/**
 * Everything that a request of a state lacks, whichever refusal it meets first: what the release asks of every request, and
 * what its category needs where that is known. The body may still be ill-formed; nothing of it is judged but whether it is
 * there. So that nobody has to ask once for each thing that is missing.
 */
export function missingFields(inService: readonly InService[], body: Given): FieldProblem[] {
  const candidates = candidatesFor(inService, textOf(body['licensee_code']), textOf(body['district']))
  const latest = latestOf(candidates)
  if (latest === null) return []
  const { record } = latest
  const names = ['subcategory_code', 'energy_units', ...record.request.required, ...neededBy(record, body)]
  return [...new Set(names)]
    .filter((name) => !isGiven(body, name))
    .map((name) => ({ field: pointerOf(name), rule: 'required', message: `${record.state_code} needs ${name}` }))
}

/** What all categories of the code need that the licensee, if one is named, may mean. */
function neededBy({ categories, request }: ReleaseRecord, body: Given): string[] {
  const { subcategory_code: code, licensee_code: licensee, district } = body
  const meant = categories.filter(
    ({ subcategory_code, licensee_code: own }) =>
      subcategory_code === code && (licensee === undefined || own === null || own === licensee),
  )
  const [first, ...others] = meant
  if (first === undefined) return []
  const isRouted = request.licensee_from_district && district !== undefined
  return first.required_inputs
    .filter((name) => others.every(({ required_inputs }) => required_inputs.includes(name)))
    .filter((name) => !(name === 'licensee_code' && isRouted))
}
