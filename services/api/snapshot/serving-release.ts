import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import type { Catalogue } from './catalogue.ts'
import type { ServedRecord } from './read-record.ts'

/** What serves a scope for a period, as the read model points to it. */
export type Pointer = {
  readonly scope: string
  readonly effective_from: string
  readonly effective_to: string
  readonly release_id: string
  readonly revision: number
  readonly release_sha256: string
  readonly stage: 'reference' | 'production'
  readonly log_position: number
  readonly holds: readonly { readonly component: string; readonly reason: string }[]
}

/** A release in service, checked and compiled. Frozen: a change makes another one. */
export type ServingRelease = ServedRecord & {
  readonly pointer: Pointer
  readonly answer: AnswerPlan
  readonly catalogue: Catalogue
  readonly gates: { readonly passed: number; readonly total: number }
}

/** A pointer that could not be served as it is: what is wrong, and whether an earlier good one goes on. */
export type Problem = {
  readonly scope: string
  readonly effective_from: string
  readonly effective_to: string
  readonly release_id: string
  readonly reason: string
  readonly servingOlder: boolean
}

/** Everything the API answers from, at one moment. Swapped whole. */
export type Snapshot = {
  readonly byState: ReadonlyMap<string, readonly ServingRelease[]>
  readonly problems: readonly Problem[]
  /** True once pointers were read at all: an empty registry is an answer, an unreachable one is not. */
  readonly loaded: boolean
}

export const NO_SNAPSHOT: Snapshot = { byState: new Map(), problems: [], loaded: false }

/**
 * True when the release that answers for a date (null: the latest-starting one) is in service and could not be loaded.
 * What else serves the state must not answer in its place: there is no fallback to another tariff (spec: general rules).
 */
export function isOutOfReach(snapshot: Snapshot, state: string, date: string | null): boolean {
  const missing = snapshot.problems.filter(({ scope, servingOlder }) => !servingOlder && scope.slice(0, 2) === state)
  if (missing.length === 0) return !snapshot.loaded
  if (date !== null) return missing.some(({ effective_from: from, effective_to: to }) => from <= date && date <= to)
  const serving = snapshot.byState.get(state) ?? []
  return missing.some(({ effective_from: from }) => serving.every(({ record }) => record.effective_from < from))
}

/** What a calculation chooses from. Empty: nothing serves the state, or what should answer for that date cannot. */
export function plansOf(snapshot: Snapshot, state: string, date: string | null): AnswerPlan[] {
  if (isOutOfReach(snapshot, state, date)) return []
  return (snapshot.byState.get(state) ?? []).map(({ answer }) => answer)
}

/** The release that stands for a state where no date is asked: the latest-starting one. Null: none, or out of reach. */
export function newestOf(snapshot: Snapshot, state: string): ServingRelease | null {
  if (isOutOfReach(snapshot, state, null)) return null
  let newest: ServingRelease | null = null
  for (const release of snapshot.byState.get(state) ?? []) {
    if (newest === null || release.record.effective_from > newest.record.effective_from) newest = release
  }
  return newest
}
