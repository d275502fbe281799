import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { BAD_DAYS } from './bad-days.ts'
import { BAD_FIELDS } from './bad-fields.ts'
import { BAD_PLACES } from './bad-places.ts'
import { type Domain, domainsOf } from './domains.ts'
import { bodyOf, type Draft } from './draft.ts'
import { type Fit, fitsOf } from './fitting.ts'
import type { Random } from './random.ts'

/** A request with one thing wrong: its body, what is wrong, and the refusal that it must get. */
export type BadRequest = {
  readonly body: unknown
  readonly why: string
  readonly code: string
  /** The place of the field that must be named, and the rule; null: the schema names the field, in its own words. */
  readonly field?: readonly [pointer: string, rule: string | null]
}

/** Where a request is spoilt. */
export type Place = Fit & { readonly domain: Domain }

/** What a draft that is wrong is refused with. */
export type Spoilt = Omit<BadRequest, 'body'> & {
  readonly draft: Draft
  /** What the body is where a draft cannot say it. */
  readonly body?: unknown
}

/** One way in which a request can be wrong; null where the category gives no occasion for it. */
export type Spoil = (place: Place, random: Random) => Spoilt | null

const SPOILS: readonly Spoil[] = [...BAD_PLACES, ...BAD_DAYS, ...BAD_FIELDS]

/** Tries before a place is given up for another. */
const TRIES = 200

/** Makes requests that are each wrong in one way, over all categories of a record. Null: no row of it can be reached. */
export function badRequests(record: ReleaseRecord, random: Random): () => BadRequest | null {
  const places = domainsOf(record).flatMap((domain) => fitsOf(domain).fits.map((fit): Place => ({ ...fit, domain })))
  return () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const place = random.pick(places)
      if (place === undefined) return null
      const bad = random.pick(SPOILS)?.(place, random) ?? null
      if (bad === null) continue
      const { draft, body, ...rest } = bad
      return { ...rest, body: body ?? bodyOf(record.state_code, draft) }
    }
    return null
  }
}
