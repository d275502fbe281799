import type { ReleaseRecord } from '../../record/record.ts'
import { findRow } from '../applicability.ts'
import type { RowPlan } from '../charges/row.ts'
import type { CategoryPlan } from '../compile/category.ts'
import type { Plan } from '../compile/plan.ts'
import { Inputs } from '../given-inputs.ts'
import { type Read, uniqueReads } from '../language/reads.ts'
import { type FieldProblem, pointerOf } from '../refuse.ts'
import type { CalculateBody } from './body.ts'
import { candidatesFor, chooseByDate, type InService, latestOf } from './choose-release.ts'
import { inexactQuantities, normaliseRequest } from './normalise.ts'
import { needsLicensee } from './routing.ts'

export type Given = Readonly<Record<string, unknown>>
export type Planned = InService & { readonly plan: Plan }

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Whether a body has a value for a name: `energy_by_zone.peak` is a part of `energy_by_zone`. */
function isGiven(body: Given, name: string): boolean {
  const [whole = name, part] = name.split('.')
  const value = body[whole]
  if (part === undefined || typeof value !== 'object' || value === null) return value !== undefined
  return (value as Given)[part] !== undefined
}

/** The requested day, as far as the body can be read; null: none. */
function dayOf({ bill_period: period, billing_date, effective_on }: Given): string | null {
  const { to } = typeof period === 'object' && period !== null ? (period as Given) : {}
  return textOf(to) ?? textOf(billing_date) ?? textOf(effective_on)
}

/**
 * Everything missing from a request for a state, whichever refusal applies first: inputs required by the release, and
 * by the category if known. Only presence is checked; the body may still be invalid. The caller then need not ask once
 * for each missing input. Judged by the release of the requested day: another year may need other inputs. If the day is
 * not in service or not readable, by the latest-starting release that has the category.
 */
export function missingFields(inService: readonly Planned[], body: Given): FieldProblem[] {
  const candidates = candidatesFor(inService, textOf(body['licensee_code']), textOf(body['district']))
  const chosen = chooseByDate(candidates, dayOf(body), '')
  const knowing = candidates.filter(({ record }) => meantBy(record, body).length > 0)
  const release = chosen.ok ? chosen.chosen : latestOf(knowing.length > 0 ? knowing : candidates)
  if (release === null) return []
  const { record } = release
  const always = ['subcategory_code', 'energy_units', ...record.request.required]
  const [category = null] = meantBy(record, body)
  const missing = [...new Set([...always, ...neededBy(record, body)])]
    .filter((name) => !isGiven(body, name) && !isReplaced(release, body, name))
    .map((name) =>
      needed(always.includes(name) || category === null ? record.state_code : category.subcategory_code, name),
    )
  return [...missing, ...neededWhere(release, body).filter(({ field }) => !missing.some((one) => one.field === field))]
}

/** `by`: the state, if all of its categories need it, otherwise the category. */
const needed = (by: string, name: string): FieldProblem => ({
  field: pointerOf(name),
  rule: 'required',
  message: `${by} needs ${name}`,
})

/** Whether a body has an input that stands for another one in some row: `billed_demand_kva` for the recorded demand. */
function isReplaced({ record, plan }: Planned, body: Given, name: string): boolean {
  return meantBy(record, body).some(({ licensee_code: licensee, subcategory_code: code }) =>
    (plan.find(licensee, code)?.rows ?? []).some(({ reads }) =>
      reads.some((read) => read.name === name && read.unless.some((other) => isGiven(body, other))),
    ),
  )
}

/**
 * Inputs that the row of the request needs. While an input that selects the row is missing too, those of all rows, so that
 * the caller is asked only once (rule `required_where`).
 */
function neededWhere({ record, plan }: Planned, body: Given): FieldProblem[] {
  const isMissing = ({ name, unless }: Read): boolean => ![name, ...unless].some((each) => isGiven(body, each))
  const problems = new Map<string, FieldProblem>()
  for (const category of meantBy(record, body)) {
    const { licensee_code: licensee, subcategory_code: code, required_inputs: always, optional_inputs: some } = category
    const compiled = plan.find(licensee, code)
    const isLacked = (read: Read): boolean => isMissing(read) && !always.includes(read.name)
    if (compiled === null || !compiled.rows.some(({ reads }) => reads.some(isLacked))) continue
    const isOpen = compiled.conditionReads.some(isMissing)
    const row = isOpen ? null : rowMeant(compiled, body)
    const rows = isOpen ? compiled.rows : row === null ? [] : [row]
    for (const read of uniqueReads(rows.flatMap(({ reads }) => reads))) {
      const { name } = read
      if (!isLacked(read) || problems.has(name)) continue
      if (!isOpen) {
        problems.set(name, needed(code, name))
        continue
      }
      const when = some.find(({ field }) => field === name)?.when ?? 'its row of the schedule uses it'
      const message = `${code}${licensee === null ? '' : ` of ${licensee}`} needs ${name} where ${when}`
      problems.set(name, { field: pointerOf(name), rule: 'required_where', message })
    }
  }
  return [...problems.values()]
}

/** The row that the readable values of a body select; null: none. */
function rowMeant(category: CategoryPlan, body: Given): RowPlan | null {
  const inexact = new Set(inexactQuantities(body).map(({ field }) => field.slice(1)))
  const readable = Object.entries(body).filter(([name, value]) => isScalar(value) && !inexact.has(name))
  const read = normaliseRequest(Object.fromEntries(readable) as CalculateBody)
  if (!read.ok) return null
  const { code: subcategoryCode, licenseeCode } = category
  const { values, given } = read.request
  return findRow(category, new Inputs({ subcategoryCode, licenseeCode, date: null, values, given }))
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** The categories that a code may mean, for the named licensee if there is one. */
export function meantBy({ categories }: ReleaseRecord, { subcategory_code: code, licensee_code: licensee }: Given) {
  return categories.filter(
    ({ subcategory_code, licensee_code: own }) =>
      subcategory_code === code && (licensee === undefined || own === null || own === licensee),
  )
}

/**
 * Inputs that all possible categories of the code need, for the named licensee if there is one; without a category that
 * is known, the licensee if the release has one for each.
 */
function neededBy(record: ReleaseRecord, body: Given): string[] {
  const { request } = record
  const { district } = body
  const [first, ...others] = meantBy(record, body)
  const needed = first?.required_inputs ?? (needsLicensee(record) ? ['licensee_code'] : [])
  const isRouted = request.licensee_from_district && district !== undefined
  return needed
    .filter((name) => others.every(({ required_inputs }) => required_inputs.includes(name)))
    .filter((name) => !(name === 'licensee_code' && isRouted))
}

type Refusal = { readonly code: string; readonly details: Given }

/** The releases of the state of a body that may be of any form; none if it names no state. */
export function ofState(plans: readonly Planned[], body: unknown): Planned[] {
  if (typeof body !== 'object' || body === null) return []
  return plans.filter(({ record }) => record.state_code === (body as Given)['state_code'])
}

/** Missing inputs of a body, for the releases of its state. */
export function lackedBy(plans: readonly Planned[], body: unknown): FieldProblem[] {
  const inService = ofState(plans, body)
  return inService.length === 0 ? [] : missingFields(inService, body as Given)
}

/** A refusal for missing inputs names all of them, including those that would be checked later. */
export function wholeRefusal<Refused extends Refusal>(
  plans: readonly Planned[],
  body: unknown,
  refusal: Refused,
): Refused {
  if (refusal.code !== 'LICENSEE_REQUIRED' && refusal.code !== 'INVALID_REQUEST_FIELD') return refusal
  const { fields = [] } = refusal.details as { fields?: readonly FieldProblem[] }
  const named = new Set(fields.map(({ field }) => field))
  const more = lackedBy(plans, body).filter(({ field }) => !named.has(field))
  return more.length === 0 ? refusal : { ...refusal, details: { ...refusal.details, fields: [...fields, ...more] } }
}
