import type { Boxes } from '../../../pipeline/store/boxes.ts'
import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import type { Catalogue } from './catalogue.ts'
import type { Ingested, Pointer } from './load-pointers.ts'
import type { ServedRecord } from './read-record.ts'

/** A release in service, checked and compiled. Frozen: a change makes another one. */
export type ServingRelease = ServedRecord & {
  readonly pointer: Pointer
  readonly answer: AnswerPlan
  /** As it serves: with what is on hold of it. */
  readonly catalogue: Catalogue
  readonly ingested: Ingested
  /** Where the cells of its rows stand on their pages; empty for documents without pages of a size. */
  readonly boxes: Boxes
  readonly gates: { readonly passed: number; readonly total: number }
}

/**
 * What answers about a release follow from: its hash, and what is on hold of it. With nothing on hold it is the hash alone.
 */
export function identityOfRelease({
  pointer: { release_sha256: hash, holds },
}: Pick<ServingRelease, 'pointer'>): string {
  return holds.length === 0 ? hash : `${hash} without ${JSON.stringify(holds)}`
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
  /** Why nothing newer is loaded: the database is behind what was seen signed, or contradicts it. */
  readonly doubt: { readonly kind: 'behind' | 'fork'; readonly reason: string } | null
}

export const NO_SNAPSHOT: Snapshot = { byState: new Map(), problems: [], loaded: false, doubt: null }
