import { type Draft, type Patch, patched } from '../calculation/draft.ts'
import type { Domain } from '../requests/domains.ts'
import type { Fit } from '../requests/fitting.ts'
import type { Random } from '../requests/random.ts'

/** A request with one fault: its body, the fault, and the required refusal. */
export type BadRequest = {
  readonly body: unknown
  readonly why: string
  readonly code: string
  /** The field that the refusal must name, and the rule; null: the schema names the field in its own words. */
  readonly field?: readonly [pointer: string, rule: string | null]
}

/** The starting point for a wrong request. */
export type Place = Fit & {
  readonly domain: Domain
  /** Of the row's request, as found by `edgesAt`. */
  readonly edges: ReadonlyMap<string, readonly number[]>
}

/** Refusal of a wrong draft. */
export type Spoilt = Omit<BadRequest, 'body'> & {
  readonly draft: Draft
  /** The body, if a draft cannot express it. */
  readonly body?: unknown
}

/** One kind of wrong request; null if it is impossible for the category. */
export type Spoil = (place: Place, random: Random) => Spoilt | null

/** The request of `place` with a field that must be refused. */
export function invalid(place: Place, patch: Patch, why: string, pointer: string, rule: string | null): Spoilt {
  return { draft: patched(place.draft, patch), why, code: 'INVALID_REQUEST_FIELD', field: [pointer, rule] }
}
