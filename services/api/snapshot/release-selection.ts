import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import {
  candidatesFor,
  chooseByDate,
  type DateCode,
  latestOf,
} from '../../../releases/engine/request/choose-release.ts'
import { activeLicensees, checkLicensee, routeLicensee } from '../../../releases/engine/request/routing.ts'
import { isRealDate } from '../../../releases/record/text.ts'
import { type ApiKey, mayUseState } from '../../keys/key.ts'
import { type DetailsOf, type Refused, refuse } from '../contract/responses/error-details.ts'
import type { Problem, ServingRelease, Snapshot } from './serving-release.ts'

/** Criteria for the release that answers: the requested day and the licensee, if the request determines it. */
export type Question = {
  readonly date?: string | undefined
  readonly licensee?: string | undefined
  readonly district?: string | undefined
}

type Period = { readonly effective_from: string; readonly effective_to: string }

/** Problems of a state, in any of its scopes. */
export function problemsOf({ problems }: Snapshot, state: string): Problem[] {
  return problems.filter(({ scope }) => scope.slice(0, 2) === state)
}

const servingIn = ({ byState }: Snapshot, state: string): readonly ServingRelease[] => byState.get(state) ?? []

/** The releases in service for the state of a body, whatever else it has. */
export function plansFor(snapshot: Snapshot, body: unknown): AnswerPlan[] {
  const { state_code: state } = (body ?? {}) as { state_code?: unknown }
  return (typeof state === 'string' ? servingIn(snapshot, state) : []).map(({ answer }) => answer)
}

/** The scopes whose releases may answer: the state, and the licensee that is named or determined by the district. */
function scopesOf(serving: readonly ServingRelease[], state: string, { licensee, district }: Question): Set<string> {
  if (licensee !== undefined) return new Set([state, licensee])
  const routed = serving.map(({ record }) => routeLicensee(record, null, district ?? null))
  return new Set([state, ...routed.flatMap((one) => (one.ok ? (one.licensee ?? []) : []))])
}

/**
 * True if the release for a request (without a date: the latest-starting one) is in service but could not be loaded: no
 * other release of the state may answer instead, since there is no fallback to another tariff (spec: General rules). A
 * licensee's own release takes precedence over that of the state, and answers for no other licensee.
 */
export function isUnavailable(snapshot: Snapshot, state: string, question: Question = {}): boolean {
  const missing = problemsOf(snapshot, state).filter(({ servingOlder }) => !servingOlder)
  if (missing.length === 0) return !snapshot.loaded
  const serving = servingIn(snapshot, state)
  if (serving.length === 0) return true
  const { date } = question
  const scopes = scopesOf(serving, state, question)
  const mayAnswer = (scope: string, { effective_from: from, effective_to: to }: Period): boolean =>
    scopes.has(scope) && (date === undefined || (from <= date && date <= to))
  const rivals = serving.filter(({ pointer, record }) => mayAnswer(pointer.scope, record))
  return missing.some(
    (lost) =>
      mayAnswer(lost.scope, lost) &&
      rivals.every(({ pointer, record }) => {
        const { effective_from: from } = record
        if (date === undefined && lost.effective_from !== from) return lost.effective_from > from
        return lost.scope !== state || pointer.scope === state
      }),
  )
}

/**
 * Candidates for a calculation, from which the engine chooses: all releases in service for the state. If empty, nothing
 * is in service or the release is unavailable; `notServed` says which.
 */
export function candidates(snapshot: Snapshot, state: string, question: Question): AnswerPlan[] {
  return isUnavailable(snapshot, state, question) ? [] : servingIn(snapshot, state).map(({ answer }) => answer)
}

/** The refusal if no release answers: 404, or 503 if there should be one but it is unavailable. */
export function notServed(
  snapshot: Snapshot,
  state: string,
  question: Question = {},
): Refused<'VERIFIED_RUNTIME_UNAVAILABLE' | 'STATE_NOT_RELEASED'> {
  return isUnavailable(snapshot, state, question)
    ? refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', state_code: state })
    : refuse('STATE_NOT_RELEASED', { state_code: state })
}

/** The releases that may answer for a licensee, its own first; without a licensee, those of the whole state. */
function releasesFor(snapshot: Snapshot, state: string, licensee: string | undefined): ServingRelease[] {
  const scoped = servingIn(snapshot, state).map((release) => ({
    release,
    record: release.record,
    context: { scope: release.pointer.scope },
  }))
  return candidatesFor(scoped, licensee ?? null, null).map(({ release }) => release)
}

/** The release that answers if no date is requested: the latest-starting one. Null: none, or unavailable. */
export function newestOf(snapshot: Snapshot, state: string, licensee?: string): ServingRelease | null {
  if (isUnavailable(snapshot, state, { licensee })) return null
  return latestOf(releasesFor(snapshot, state, licensee))
}

/** The release by which a state is listed: its newest, or, if each serves only one licensee, the newest of those. */
export function listedOf(snapshot: Snapshot, state: string): ServingRelease | null {
  if (isUnavailable(snapshot, state)) return null
  return newestOf(snapshot, state) ?? latestOf(servingIn(snapshot, state))
}

/**
 * Every release in service of a state, or that may answer for a licensee of it, the newest last. Null: one of them cannot
 * be loaded, so that a list of all would lack it.
 */
export function everyOf(snapshot: Snapshot, state: string, licensee?: string): readonly ServingRelease[] | null {
  const isOfLicensee = ({ scope }: Problem): boolean => licensee === undefined || scope === state || scope === licensee
  if (problemsOf(snapshot, state).some((each) => !each.servingOlder && isOfLicensee(each))) return null
  const serving = licensee === undefined ? servingIn(snapshot, state) : releasesFor(snapshot, state, licensee)
  // Of the same day, the licensee's own comes last.
  return [...serving].reverse().sort((a, b) => a.record.effective_from.localeCompare(b.record.effective_from))
}

/**
 * States that should be served but are unavailable, and that the key may see. A list without them must not look
 * complete.
 */
export function statesUnavailableTo(key: ApiKey, { problems }: Snapshot): string[] {
  const states = problems.filter(({ servingOlder }) => !servingOlder).map(({ scope }) => scope.slice(0, 2))
  return [...new Set(states)].filter((state) => mayUseState(key, state)).sort()
}

/** Unavailable states, for the meta of a list. */
export function lacking(states: readonly string[]): { unavailable_states?: readonly string[] } {
  return states.length === 0 ? {} : { unavailable_states: states }
}

/** For a state that is released and can be calculated but has no catalogue. */
export const NO_CATALOGUE =
  'POST /v1/calculate supports this state, but it has no catalogue. GET /v1/coverage and the details list its licensees, categories and inputs.'

/** For a state that is released and can be calculated but that the route does not serve. */
export const NOT_OF_THIS_ROUTE =
  'POST /v1/calculate supports this state, but this route does not. GET /v1/coverage and the details list its licensees, categories and inputs.'

/** Help for a caller about a state without its own catalogue (docs/design/contract.md#catalogue). */
export function catalogueHelp(release: ServingRelease): DetailsOf<'STATE_NOT_RELEASED'> {
  const { record } = release
  return {
    state_code: record.state_code,
    verification_tier: record.tier,
    calculable: true,
    licensees: activeLicensees(record),
    subcategory_codes: [...new Set(record.categories.map(({ subcategory_code }) => subcategory_code))],
    required_calculation_inputs: release.catalogue.requiredInputs,
  }
}

/** The message for a day that is well written and not in the calendar; undefined: any other value. */
export function noSuchDay(day: unknown): string | undefined {
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day) || isRealDate(day)) return undefined
  return `The date ${day} does not exist. Send a day within details.covered_periods.`
}

/** The refusal of a day, with its message if it has one. */
export function ofDay<Refusal extends object>(refusal: Refusal, day: unknown): Refusal & { message?: string } {
  const message = noSuchDay(day)
  return message === undefined ? refusal : { ...refusal, message }
}

type CatalogueQuestion = Question & { readonly state: string; readonly year?: string | undefined }
type Found = { readonly ok: true; readonly release: ServingRelease; readonly effectiveOn: string }

/** The release for a catalogue request: state, licensee, year, date, in the contract's order. */
export function catalogueRelease(
  snapshot: Snapshot,
  { state, licensee, date, year }: CatalogueQuestion,
): Found | Refused<'VERIFIED_RUNTIME_UNAVAILABLE' | DateCode | 'LICENSEE_REQUIRED' | 'LICENSEE_NOT_SUPPORTED'> {
  const newest = licensee === undefined ? listedOf(snapshot, state) : newestOf(snapshot, state, licensee)
  if (newest === null) return notServed(snapshot, state, { licensee })
  const years = releasesFor(snapshot, state, licensee).filter(
    ({ record }) => year === undefined || record.financial_year === year,
  )
  const dated = chooseByDate(years, date ?? null, 'effective_on')
  if (!newest.record.catalogue) {
    // Another year may have other categories and need other inputs.
    return refuse('STATE_NOT_RELEASED', catalogueHelp(dated.ok ? dated.chosen : newest), NO_CATALOGUE)
  }
  const licensees = activeLicensees(newest.record)
  if (licensee === undefined && licensees.length > 0) return refuse('LICENSEE_REQUIRED', { licensees })
  const refused = licensee === undefined ? null : checkLicensee(newest.record, licensee)
  if (refused !== null) return { ...refused, code: 'LICENSEE_NOT_SUPPORTED' }
  if (years.length === 0) return refuse('STATE_NOT_RELEASED', { state_code: state, financial_year: year })
  if (isUnavailable(snapshot, state, { date, licensee })) return notServed(snapshot, state, { date, licensee })
  if (!dated.ok) return ofDay(dated, date)
  return { ok: true, release: dated.chosen, effectiveOn: date ?? dated.chosen.record.effective_from }
}
