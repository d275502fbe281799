import type { Source } from '../../../releases/record/source.ts'
import { type ApiKey, mayUseState } from '../../keys/key.ts'
import { identityOf, sendConditional, tagOf } from '../conditional.ts'
import { type SourcesQuery, sourcesQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import { readEvidence } from '../evidence.ts'
import type { Services } from '../services.ts'
import { readProvenance } from '../snapshot/provenance.ts'
import type { ServingRelease, Snapshot } from '../snapshot/serving-release.ts'
import { sendNotServed, unavailableStates } from './catalogue-release.ts'
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

/** The releases a question is about, as far as the key may see them. Null: a refusal was sent (contract 2.4 rule 5). */
function findReleases(
  services: Services,
  key: ApiKey,
  query: SourcesQuery,
  reply: RouteReply,
): ServingRelease[] | null {
  const snapshot = services.snapshot()
  const { state_code: state, release_id, source_id = null, sha256 = null, row_sha256 = null } = query
  if (state !== undefined && !snapshot.byState.has(state)) {
    sendNotServed(services, reply, state)
    return null
  }
  const found = holders(snapshot, query)
  const visible = found.filter(({ record }) => mayUseState(key, record.state_code))
  const hidden = unavailableStates(snapshot, key).filter((one) => state === undefined || state === one)
  const byId = (release_id ?? source_id ?? sha256 ?? row_sha256) !== null
  const [denied] = found
  if (visible.length > 0 || (!byId && hidden.length === 0)) return visible
  if (denied !== undefined && byId) {
    sendError(reply, 'API_SCOPE_DENIED', { reason: 'state', state_code: denied.record.state_code })
  } else if (hidden.length > 0 || !snapshot.loaded) {
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
  handle: async (services, request, reply) => {
    const query = request.query as SourcesQuery
    const { apiKey } = request
    if (apiKey === null) return sendError(reply, 'INTERNAL_SERVER_ERROR')
    const releases = findReleases(services, apiKey, query, reply)
    if (releases === null) return reply
    const { row_sha256: row } = query
    return row === undefined
      ? sendPage(services, reply, releases, query)
      : sendChain(services, reply, releases, query, row)
  },
}

async function sendPage(
  services: Services,
  reply: RouteReply,
  releases: readonly ServingRelease[],
  query: SourcesQuery,
): Promise<RouteReply> {
  const hashes = releases.map(({ pointer }) => pointer.release_sha256)
  const found = releases
    .flatMap(({ record, catalogue }) =>
      record.sources.flatMap((source, index) => (isAsked(source, query) ? { ...source, index, catalogue } : [])),
    )
    .sort((a, b) => (a.source_id < b.source_id ? -1 : 1))
  const { cursor = '', limit = PAGE } = query
  const rest = found.filter(({ source_id }) => source_id > cursor)
  const page = rest.slice(0, Number(limit))
  const ingested = await readEvidence(services, reply, (pool) =>
    readProvenance(
      pool,
      page.map(({ sha256 }) => sha256),
    ),
  )
  if (ingested === null) return reply
  const view = page.map(({ index, catalogue, sha256 }) => ({
    ...catalogue.sources[index],
    ingested_at: ingested.value.get(sha256) ?? null,
  }))
  const next = rest.length > page.length ? page.at(-1)?.source_id : null
  return sendConditional(reply, tagOf(identityOf(hashes, query, 'sources')), () => ({
    data: JSON.stringify(view),
    meta: JSON.stringify({ count: page.length, next_cursor: next }),
  }))
}

async function sendChain(
  services: Services,
  reply: RouteReply,
  releases: readonly ServingRelease[],
  query: SourcesQuery,
  row: string,
): Promise<RouteReply> {
  const chain = await readEvidence(services, reply, (pool) => rowChain(pool, releases, row))
  if (chain === null) return reply
  // A chain also says at what stage and log position its release serves, which the hash does not cover.
  const places = releases.map(({ pointer }) => `${pointer.release_sha256}@${pointer.log_position}.${pointer.stage}`)
  return sendConditional(reply, tagOf(identityOf(places, query, 'sources')), () => ({
    data: JSON.stringify([chain.value]),
    meta: JSON.stringify({ count: 1, next_cursor: null }),
  }))
}
