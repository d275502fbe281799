import { hash } from 'node:crypto'
import { EXTRACTOR } from '../../../pipeline/gates/layout.ts'

/**
 * Changes whenever the same release would be serialised differently; includes the extractor's version because of the
 * boxes of cells.
 */
const SERIALISER = `3 ${EXTRACTOR}`

/**
 * The entity tag of an answer that depends on `of` (hashes of releases), the query in any order, and the route. Weak,
 * since each body has its own request_id (docs/design/contract.md#entity-tags).
 */
export function tagOf(of: readonly string[], query: unknown, route: string): string {
  const normalised = JSON.stringify(Object.entries(query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
  const identity = `${of.join(',')}\n${SERIALISER}\n${normalised}\n${route}`
  return `W/"${hash('sha256', identity, 'base64url').slice(0, 27)}"`
}

/** RFC 9110 13.1.2: weak comparison with a list of tags, or `*`. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}
