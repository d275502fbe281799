import type { Boxes } from '../../../pipeline/store/layouts.ts'
import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import type { Catalogue } from './catalogue.ts'
import type { Ingested, Pointer } from './load-pointers.ts'
import type { ServedRecord } from './read-record.ts'

/** A release in service, checked and compiled. Frozen: a change creates another object. */
export type ServingRelease = ServedRecord & {
  readonly pointer: Pointer
  /** Identifies its pointer in comparisons. */
  readonly key: string
  /** Compiled on first use after the release is chosen. */
  readonly answer: AnswerPlan
  /** As served, with its holds. */
  readonly catalogue: Catalogue
  readonly ingested: Ingested
  /** Positions of the cells of its rows; empty for documents without a page size. */
  readonly boxes: Boxes
  readonly gates: { readonly passed: number; readonly total: number }
}

/** Key of answers about a release: its hash and its holds. Without holds it is the hash alone. */
export function identityOfRelease({
  pointer: { release_sha256: hash, holds },
}: Pick<ServingRelease, 'pointer'>): string {
  return holds.length === 0 ? hash : `${hash} without ${JSON.stringify(holds)}`
}

/** A pointer that could not be served: the problem, and whether an earlier valid release stays in service. */
export type Problem = {
  readonly scope: string
  readonly effective_from: string
  readonly effective_to: string
  readonly release_id: string
  readonly reason: string
  readonly servingOlder: boolean
}

/** Everything that the API serves from at one time. Replaced as a whole. */
export type Snapshot = {
  readonly byState: ReadonlyMap<string, readonly ServingRelease[]>
  readonly problems: readonly Problem[]
  /** True once pointers were read: an empty registry is a valid result, an unreachable one is not. */
  readonly loaded: boolean
  /** Why no newer state is loaded: the database is behind the state seen before, or contradicts it. */
  readonly doubt: { readonly kind: 'behind' | 'fork'; readonly reason: string } | null
}

export const NO_SNAPSHOT: Snapshot = { byState: new Map(), problems: [], loaded: false, doubt: null }
