import { ALL_STATES, type ApiKey } from '../../keys/key.ts'
import { sendConditional, weakEtag } from '../conditional.ts'
import { type SourcesQuery, sourcesQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import type { Services } from '../services.ts'
import { readProvenance } from '../snapshot/provenance.ts'
import type { ServingRelease } from '../snapshot/serving-release.ts'
import { sendNotServed } from './catalogue-release.ts'
import { rowChain } from './row-chain.ts'

const PAGE = 50

function visible(services: Services, { states }: ApiKey, query: SourcesQuery): ServingRelease[] {
  const all = [...services.snapshot().byState.values()].flat()
  return all.filter(
    ({ record }) =>
      (states.has(ALL_STATES) || states.has(record.state_code)) &&
      (query.state_code === undefined || record.state_code === query.state_code) &&
      (query.release_id === undefined || record.release_id === query.release_id),
  )
}

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
    if (query.state_code !== undefined && !services.snapshot().byState.has(query.state_code)) {
      return sendNotServed(services, reply, query.state_code)
    }
    const releases = visible(services, apiKey, query)
    if (query.release_id !== undefined && releases.length === 0)
      return sendError(reply, 'RELEASE_NOT_FOUND', { release_id: query.release_id })
    const etag = weakEtag(
      releases.map(({ pointer }) => pointer.release_sha256),
      query,
      'sources',
    )
    if (query.row_sha256 !== undefined) {
      const chain = await rowChain(services.pool, releases, query.row_sha256)
      if (chain === null) return sendError(reply, 'SOURCE_NOT_FOUND', { row_sha256: query.row_sha256 })
      return sendConditional(reply, etag, () => ({
        data: JSON.stringify([chain]),
        meta: JSON.stringify({ count: 1, next_cursor: null }),
      }))
    }
    const found = releases
      .flatMap(({ catalogue }) => catalogue.sources)
      .filter(
        (source) =>
          (query.source_id === undefined || source.source_id === query.source_id) &&
          (query.sha256 === undefined || source.sha256 === query.sha256),
      )
      .sort((a, b) => (a.source_id < b.source_id ? -1 : 1))
    if (found.length === 0 && (query.source_id ?? query.sha256) !== undefined) {
      return sendError(reply, 'SOURCE_NOT_FOUND', { source_id: query.source_id ?? null, sha256: query.sha256 ?? null })
    }
    const start = query.cursor === undefined ? 0 : found.findIndex(({ source_id }) => source_id > (query.cursor ?? ''))
    const page = start < 0 ? [] : found.slice(start, start + Number(query.limit ?? PAGE))
    const more = start >= 0 && start + page.length < found.length
    const ingested = await readProvenance(
      services.pool,
      page.map(({ sha256 }) => sha256),
    )
    return sendConditional(reply, etag, () => ({
      data: JSON.stringify(page.map((source) => ({ ...source, ingested_at: ingested.get(source.sha256) ?? null }))),
      meta: JSON.stringify({ count: page.length, next_cursor: more ? page.at(-1)?.source_id : null }),
    }))
  },
}
