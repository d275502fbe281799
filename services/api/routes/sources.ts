import type { Source } from '../../../releases/record/source.ts'
import { type ApiKey, mayUseState } from '../../keys/key.ts'
import { sendCatalogue } from '../catalogue-answer.ts'
import { type SourcesQuery, sourcesQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import type { Services } from '../services.ts'
import type { ServingRelease, Snapshot } from '../snapshot/serving-release.ts'
import type { SourceRecord } from '../snapshot/source-record.ts'
import { sendNotServed, unavailable, unavailableStates } from './catalogue-release.ts'
import { rowChain } from './row-chain.ts'

const PAGE = 50

function isAsked({ source_id, sha256 }: Pick<Source, 'source_id' | 'sha256'>, query: SourcesQuery): boolean {
  return (
    (query.source_id === undefined || query.source_id === source_id) &&
    (query.sha256 === undefined || query.sha256 === sha256)
  )
}

/** The releases that have everything the query names by id. */
function holders({ byState }: Snapshot, query: SourcesQuery): ServingRelease[] {
  return [...byState.values()]
    .flat()
    .filter(
      ({ record, hasRow }) =>
        (query.state_code === undefined || record.state_code === query.state_code) &&
        (query.release_id === undefined || record.release_id === query.release_id) &&
        (query.row_sha256 === undefined || hasRow(query.row_sha256)) &&
        ((query.source_id ?? query.sha256) === undefined || record.sources.some((source) => isAsked(source, query))),
    )
}

/** What a question is about, and the states of which that may lack something. */
type Answering = { readonly releases: readonly ServingRelease[]; readonly hidden: readonly string[] }

/** The releases a question is about, as far as the key may see them. Null: a refusal was sent (contract 2.4 rule 5). */
function findReleases(services: Services, key: ApiKey, query: SourcesQuery, reply: RouteReply): Answering | null {
  const snapshot = services.snapshot()
  const { state_code: state, release_id, source_id = null, sha256 = null, row_sha256 = null } = query
  if (state !== undefined && !snapshot.byState.has(state)) {
    sendNotServed(services, reply, state)
    return null
  }
  if (!snapshot.loaded) {
    sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', states: [] })
    return null
  }
  const found = holders(snapshot, query)
  const visible = found.filter(({ record }) => mayUseState(key, record.state_code))
  const hidden = unavailableStates(snapshot, key).filter((one) => state === undefined || state === one)
  const byId = (release_id ?? source_id ?? sha256 ?? row_sha256) !== null
  const [denied] = found
  if (visible.length > 0 || (!byId && hidden.length === 0)) return { releases: visible, hidden }
  if (denied !== undefined && byId) {
    sendError(reply, 'API_SCOPE_DENIED', { reason: 'state', state_code: denied.record.state_code })
  } else if (hidden.length > 0) {
    sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', states: hidden })
  } else if (release_id !== undefined && holders(snapshot, { release_id }).length === 0) {
    sendError(reply, 'RELEASE_NOT_FOUND', { release_id })
  } else {
    sendError(reply, 'SOURCE_NOT_FOUND', { source_id, sha256, row_sha256 })
  }
  return null
}
type RouteReply = Parameters<RouteSpec['handle']>[2]

/** GET /sources: the documents releases rest on; with row_sha256, one row's chain from figure to log (contract 2.6). */
export const sources: RouteSpec = {
  method: 'GET',
  path: '/v1/sources',
  scope: 'sources:read',
  query: sourcesQuery,
  body: null,
  defaultState: null,
  handle: (services, request, reply) => {
    const query = request.query as SourcesQuery
    const { apiKey } = request
    if (apiKey === null) return sendError(reply, 'INTERNAL_SERVER_ERROR')
    const found = findReleases(services, apiKey, query, reply)
    if (found === null) return reply
    const { row_sha256: row } = query
    return row === undefined ? sendPage(reply, found, query) : sendChain(reply, found.releases, query, row)
  },
}

/** A source as a release rests on it, and its place in the list: releases may rest on one document, so its id alone is none. */
type Listed = { readonly place: string; readonly source: SourceRecord }

/** In the order of ids, which no comma is in or comes after. A release that serves two scopes is listed once. */
function listed(releases: readonly ServingRelease[], query: SourcesQuery): Listed[] {
  const byHash = new Map(releases.map((release) => [release.pointer.release_sha256, release]))
  return [...byHash.values()]
    .flatMap(({ catalogue, pointer }) =>
      catalogue.sources
        .filter((source) => isAsked(source, query))
        .map((source) => ({ place: `${source.source_id},${pointer.release_sha256}`, source })),
    )
    .sort((a, b) => (a.place < b.place ? -1 : 1))
}

function sendPage(reply: RouteReply, { releases, hidden }: Answering, query: SourcesQuery): RouteReply {
  const hashes = releases.map(({ pointer }) => pointer.release_sha256)
  return sendCatalogue(reply, { releases: [...hashes, ...hidden], query, about: 'sources' }, () => {
    const { cursor = '', limit = PAGE } = query
    const rest = listed(releases, query).filter(({ place }) => place > cursor)
    const page = rest.slice(0, Number(limit))
    const next = rest.length > page.length ? page.at(-1)?.place : null
    return {
      data: JSON.stringify(page.map(({ source }) => source)),
      meta: JSON.stringify({ count: page.length, next_cursor: next, ...unavailable(hidden) }),
    }
  })
}

function sendChain(
  reply: RouteReply,
  releases: readonly ServingRelease[],
  query: SourcesQuery,
  row: string,
): RouteReply {
  // A chain also says at what stage and log position its release serves, which the hash does not cover.
  const places = releases.map(({ pointer }) => `${pointer.release_sha256}@${pointer.log_position}.${pointer.stage}`)
  return sendCatalogue(reply, { releases: places, query, about: 'sources' }, () => ({
    data: JSON.stringify([rowChain(releases, row)]),
    meta: JSON.stringify({ count: 1, next_cursor: null }),
  }))
}
