import type { Domain } from './domains.ts'
import type { Draft } from './draft.ts'
import type { Fit } from './fitting.ts'
import type { Random } from './random.ts'

/** A request with one fault: its body, the fault, and the required refusal. */
export type BadRequest = {
  readonly body: unknown
  readonly why: string
  readonly code: string
  /** The place of the field that must be named, and the rule; null: the schema names the field, in its own words. */
  readonly field?: readonly [pointer: string, rule: string | null]
}

/** Where a request is spoilt. */
export type Place = Fit & {
  readonly domain: Domain
  /** Of the row's request, as `edgesAt` finds them. */
  readonly edges: ReadonlyMap<string, readonly number[]>
}

/** Refusal of a wrong draft. */
export type Spoilt = Omit<BadRequest, 'body'> & {
  readonly draft: Draft
  /** The body, where a draft cannot express it. */
  readonly body?: unknown
}

/** One way in which a request can be wrong; null if the category gives no occasion for it. */
export type Spoil = (place: Place, random: Random) => Spoilt | null
