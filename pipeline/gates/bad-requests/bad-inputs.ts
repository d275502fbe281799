import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { bodyOf } from '../calculation/draft.ts'
import { domainsOf } from '../requests/domains.ts'
import { edgesAt } from '../requests/edges.ts'
import { fitsOf } from '../requests/fitting.ts'
import type { Random } from '../requests/random.ts'
import { BAD_DAYS } from './bad-days.ts'
import { BAD_FIELDS } from './bad-fields.ts'
import { BAD_PLACES } from './bad-places.ts'
import type { BadRequest, Place, Spoil } from './bad-request.ts'

const SPOILS: readonly Spoil[] = [...BAD_PLACES, ...BAD_DAYS, ...BAD_FIELDS]

/** Attempts before another place is used. */
const TRIES = 200

/** Makes requests with one fault each, over all categories of a record. Null if no row of the record can be reached. */
export function badRequests(record: ReleaseRecord, random: Random): () => BadRequest | null {
  const places = domainsOf(record).flatMap((domain) =>
    fitsOf(domain).fits.map((fit): Place => ({ ...fit, domain, edges: edgesAt(domain, fit.draft) })),
  )
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
