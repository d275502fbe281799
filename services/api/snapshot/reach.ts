import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import { routeLicensee } from '../../../releases/engine/request/routing.ts'
import { speakingFor } from '../../../releases/engine/request/scope.ts'
import type { Problem, ServingRelease, Snapshot } from './serving-release.ts'

/** What decides which release answers: the day that is asked about, and whose tariff it is, as far as a request says so. */
export type Question = {
  readonly date?: string | undefined
  readonly licensee?: string | undefined
  readonly district?: string | undefined
}

type Period = { readonly effective_from: string; readonly effective_to: string }

/** What is wrong in a state, whichever scope of it. */
export function problemsOf({ problems }: Snapshot, state: string): Problem[] {
  return problems.filter(({ scope }) => scope.slice(0, 2) === state)
}

/** The scopes whose releases may answer: the state, and the licensee that is named or that the district belongs to. */
function scopesOf(serving: readonly ServingRelease[], state: string, { licensee, district }: Question): Set<string> {
  if (licensee !== undefined) return new Set([state, licensee])
  const routed = serving.map(({ record }) => routeLicensee(record, null, district ?? null))
  return new Set([state, ...routed.flatMap((one) => (one.ok ? (one.licensee ?? []) : []))])
}

/**
 * True when the release that answers a question (no date: the latest-starting one) is in service and could not be loaded:
 * what else serves the state must not answer in its place, since there is no fallback to another tariff (spec: general
 * rules). A licensee's own release answers before that of the state, and for nobody else.
 */
export function isOutOfReach(snapshot: Snapshot, state: string, question: Question = {}): boolean {
  const missing = problemsOf(snapshot, state).filter(({ servingOlder }) => !servingOlder)
  if (missing.length === 0) return !snapshot.loaded
  const serving = snapshot.byState.get(state) ?? []
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

/** What a calculation chooses from. Empty: nothing serves the state, or what should answer cannot. */
export function plansOf(snapshot: Snapshot, state: string, question: Question): AnswerPlan[] {
  if (isOutOfReach(snapshot, state, question)) return []
  return (snapshot.byState.get(state) ?? []).map(({ answer }) => answer)
}

/** The releases that may speak for a licensee, its own first; where none is named, those of the whole state. */
export function releasesFor(snapshot: Snapshot, state: string, licensee: string | undefined): ServingRelease[] {
  const serving = snapshot.byState.get(state) ?? []
  const scoped = serving.map((release) => ({
    release,
    record: release.record,
    context: { scope: release.pointer.scope },
  }))
  return speakingFor(scoped, licensee ?? null, null).map(({ release }) => release)
}

function latest(releases: readonly ServingRelease[]): ServingRelease | null {
  let newest: ServingRelease | null = null
  for (const release of releases) {
    if (newest === null || release.record.effective_from > newest.record.effective_from) newest = release
  }
  return newest
}

/** The release that answers where no date is asked: the latest-starting one. Null: none, or out of reach. */
export function newestOf(snapshot: Snapshot, state: string, licensee?: string): ServingRelease | null {
  if (isOutOfReach(snapshot, state, { licensee })) return null
  return latest(releasesFor(snapshot, state, licensee))
}

/** The release by which a state is listed: its newest, or where each serves one licensee alone, the newest of those. */
export function listedOf(snapshot: Snapshot, state: string): ServingRelease | null {
  if (isOutOfReach(snapshot, state)) return null
  return newestOf(snapshot, state) ?? latest(snapshot.byState.get(state) ?? [])
}
