import * as z from 'zod'
import type { Source } from '../../../releases/record/source.ts'
import { type ApiKey, mayUseState } from '../../keys/key.ts'
import { errorMessage } from '../../platform/errors.ts'
import { limit, sha256, state as stateParameter, word as textOf } from '../contract/parameters.ts'
import { type Refused, refuse, refuseState } from '../contract/responses/error-details.ts'
import {
  count,
  hash,
  named,
  releaseId,
  revision,
  stage,
  unavailableStates,
  word,
} from '../contract/responses/scalars.ts'
import { readSealedRow } from '../evidence/sealed-releases.ts'
import type { SentBy } from '../reply/json-text.ts'
import { defineRoute, enveloped } from '../route.ts'
import type { Services } from '../services.ts'
import { lacking, notServed, statesUnavailableTo } from '../snapshot/release-selection.ts'
import { evidenceOfRow, rowEvidence } from '../snapshot/row-chain.ts'
import type { ServingRelease, Snapshot } from '../snapshot/serving-release.ts'
import { type SourceRecord, sourceRecords, sourceSchema } from '../snapshot/source-record.ts'

const PAGE = 50

const query = z.strictObject({
  state_code: stateParameter.optional(),
  source_id: textOf(100, 'Only the source with this id').optional(),
  sha256: sha256.describe('Only the source with this hash').optional(),
  row_sha256: sha256.describe('Instead, the evidence chain of this row').optional(),
  release_id: textOf(100, 'Only sources of this release').optional(),
  cursor: textOf(200, 'next_cursor of the previous page')
    .regex(/^[^,]+,[0-9a-f]{64}$/)
    .optional(),
  limit,
})
type SourcesQuery = z.output<typeof query>

const rowChain = named(
  'RowChain',
  'One schedule row and its evidence: figures, quotes, places, documents, release, place in the log',
  z.object({
    ...rowEvidence,
    release: z
      .object({
        release_id: releaseId,
        revision,
        release_sha256: hash,
        release_stage: stage.nullable().describe('Null: it is not in service; see GET /v1/rows/{row_sha256}'),
        log_position: count.describe('Log position of its promotion, or of its seal if it is not in service'),
      })
      .describe('The release of the row'),
  }),
)

const pageMeta = named(
  'PageMeta',
  'Number of items on this page, and cursor of the next page',
  z.object({
    count: count.describe('Items in `data`'),
    unavailable_states: unavailableStates.optional(),
    next_cursor: word.nullable().describe('Send as cursor for the next page; null: this is the last'),
  }),
)

function isAsked({ source_id, sha256 }: Pick<Source, 'source_id' | 'sha256'>, asked: SourcesQuery): boolean {
  return (
    (asked.source_id === undefined || asked.source_id === source_id) &&
    (asked.sha256 === undefined || asked.sha256 === sha256)
  )
}

/** The releases that have everything that the query names by id. */
function holders({ byState }: Snapshot, asked: SourcesQuery): ServingRelease[] {
  return [...byState.values()]
    .flat()
    .filter(
      ({ record, hasRow }) =>
        (asked.state_code === undefined || record.state_code === asked.state_code) &&
        (asked.release_id === undefined || record.release_id === asked.release_id) &&
        (asked.row_sha256 === undefined || hasRow(asked.row_sha256)) &&
        ((asked.source_id ?? asked.sha256) === undefined || record.sources.some((source) => isAsked(source, asked))),
    )
}

function visibleTo(key: ApiKey, releases: readonly ServingRelease[]): ServingRelease[] {
  return releases.filter(({ record }) => mayUseState(key, record.state_code))
}

const NOT_IN_SERVICE = 'No release of this name is in service. GET /v1/health lists those that are.'

/** What a query asks about, and the states that may be missing from its answer. */
type Answering = { readonly ok: true; readonly releases: readonly ServingRelease[]; readonly hidden: readonly string[] }

/** The releases that a query is about, as far as the key may see them (docs/design/contract.md#checks rule 5). */
function findReleases(snapshot: Snapshot, key: ApiKey, asked: SourcesQuery): Answering | Refused<Codes> {
  const { state_code: state, release_id, source_id = null, sha256 = null, row_sha256 = null } = asked
  if (state !== undefined && !snapshot.byState.has(state)) return notServed(snapshot, state)
  if (!snapshot.loaded) return refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', states: [] })
  const found = holders(snapshot, asked)
  const visible = visibleTo(key, found)
  const hidden = statesUnavailableTo(key, snapshot).filter((one) => state === undefined || state === one)
  const byId = (release_id ?? source_id ?? sha256 ?? row_sha256) !== null
  const [denied] = found
  if (visible.length > 0 || (!byId && hidden.length === 0)) return { ok: true, releases: visible, hidden }
  if (denied !== undefined && byId) return refuseState(denied.record.state_code)
  if (hidden.length > 0) return refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', states: hidden })
  if (release_id !== undefined && holders(snapshot, { release_id }).length === 0)
    return refuse('RELEASE_NOT_FOUND', { release_id }, NOT_IN_SERVICE)
  return refuse('SOURCE_NOT_FOUND', { source_id, sha256, row_sha256 })
}
const CODES = ['STATE_NOT_RELEASED', 'SOURCE_NOT_FOUND', 'RELEASE_NOT_FOUND'] as const
type Codes = (typeof CODES)[number] | 'API_SCOPE_DENIED' | 'VERIFIED_RUNTIME_UNAVAILABLE'

/**
 * A source as cited by a release, and its index in the list: several releases may cite one document, so its id is not
 * unique.
 */
type Listed = { readonly place: string; readonly source: SourceRecord }

/** Sorted by id; ids contain no comma and no character after it. A release that serves two scopes is listed once. */
function listed(releases: readonly ServingRelease[], asked: SourcesQuery): Listed[] {
  const byHash = new Map(releases.map((release) => [release.pointer.release_sha256, release]))
  return [...byHash.values()]
    .flatMap(({ catalogue, pointer }) =>
      catalogue.sources
        .filter((source) => isAsked(source, asked))
        .map((source) => ({ place: `${source.source_id},${pointer.release_sha256}`, source })),
    )
    .sort((a, b) => (a.place < b.place ? -1 : 1))
}

/**
 * Whether a cursor is of another query: other releases cite its source, but none that this one is about, so that the rest
 * would have gaps. A source that no release cites any more keeps its place.
 */
function isOfAnotherQuery(cursor: string, of: readonly ServingRelease[], snapshot: Snapshot, key: ApiKey): boolean {
  const citing = visibleTo(key, holders(snapshot, { source_id: cursor.slice(0, cursor.lastIndexOf(',')) }))
  return citing.length > 0 && !citing.some((release) => of.includes(release))
}

const NO_SUCH_PLACE = { parameter: 'cursor', rule: 'other_query' } as const
const CURSOR_OF_ANOTHER_QUERY = `${errorMessage('INVALID_QUERY_PARAMETER')} cursor is of another query: send meta.next_cursor of the previous page with the same parameters, or start again without cursor.`

function pageOf({ releases, hidden }: Answering, asked: SourcesQuery) {
  const { cursor = '', limit = PAGE } = asked
  const rest = listed(releases, asked).filter(({ place }) => place > cursor)
  const page = rest.slice(0, Number(limit))
  const next = rest.length > page.length ? (page.at(-1)?.place ?? null) : null
  return {
    data: page.map(({ source }) => source),
    meta: { count: page.length, next_cursor: next, ...lacking(hidden) },
  }
}

/** A row's whole chain: row, quote, locator, source, release, log position. */
function chainOf(releases: readonly ServingRelease[], rowSha256: string): SentBy<typeof rowChain>[] {
  for (const { record, hasRow, pointer, catalogue, boxes } of releases) {
    const row = hasRow(rowSha256) ? record.rows.find(({ row_sha256 }) => row_sha256 === rowSha256) : undefined
    if (row === undefined) continue
    const chain = {
      ...evidenceOfRow(record, row, catalogue.sources, boxes),
      release: {
        release_id: record.release_id,
        revision: pointer.revision,
        release_sha256: pointer.release_sha256,
        release_stage: pointer.stage,
        log_position: pointer.log_position,
      },
    }
    return [chain]
  }
  return []
}

/** The chain of a row that is in no release in service: from the newest sealed release that has it. */
async function sealedChain(services: Services, { query: asked, key, requestId }: RowAsked, refused: Refused<Codes>) {
  const { row_sha256: hash, state_code: state, release_id, source_id, sha256 } = asked
  if (hash === undefined || refused.code !== 'SOURCE_NOT_FOUND' || (release_id ?? source_id ?? sha256) !== undefined)
    return refused
  const read = await readSealedRow(services, requestId, hash)
  if (!read.ok) return read
  const { value: found } = read
  const [newest] = found?.releases ?? []
  if (found === null || newest === undefined || (state !== undefined && state !== found.record.state_code))
    return refused
  const { record, row, ingested, boxes } = found
  if (!mayUseState(key, record.state_code)) return refuseState(record.state_code)
  const { standing, ...release } = newest
  return {
    ok: true,
    of: [hash, newest.release_sha256, standing],
    members: () => ({
      data: [
        {
          ...evidenceOfRow(record, row, sourceRecords(record, ingested), boxes),
          release: { ...release, release_stage: null },
        },
      ],
      meta: { count: 1, next_cursor: null },
    }),
  } as const
}
type RowAsked = { readonly query: SourcesQuery; readonly key: ApiKey; readonly requestId: string }

/**
 * GET /sources: documents cited by releases; with row_sha256, the evidence of one row from figure to log
 * (docs/design/contract.md#sources).
 */
export const sources = defineRoute({
  method: 'GET',
  path: '/v1/sources',
  operationId: 'listSources',
  tag: 'Evidence',
  summary: 'Documents, or the evidence of a row',
  description:
    'The documents cited by releases, by hash. With `row_sha256`: that row with every figure, quote, place, document, release and log position.',
  scope: 'sources:read',
  query,
  response: enveloped(
    z
      .union([z.array(sourceSchema), z.array(rowChain)])
      .describe('Documents; with row_sha256, the evidence of that row'),
    pageMeta,
  ),
  codes: CODES,
  conditional: true,
  tool: {
    name: 'sources',
    title: 'Documents behind the figures',
    gives:
      'The documents cited by releases, by SHA-256; with row_sha256, one row with every figure, quote, place, document, release and log position.',
    cautions: [
      'document_kind transcription is a copy of the content of an order, not the order. Cite the quote and the source, and name the grade.',
    ],
  },
  handle(services, { query: asked, key, requestId }) {
    const snapshot = services.snapshot()
    const found = findReleases(snapshot, key, asked)
    if (!found.ok) return sealedChain(services, { query: asked, key, requestId }, found)
    const { releases, hidden } = found
    const { row_sha256: row, cursor } = asked
    if (row === undefined) {
      if (cursor !== undefined && isOfAnotherQuery(cursor, releases, snapshot, key))
        return refuse('INVALID_QUERY_PARAMETER', NO_SUCH_PLACE, CURSOR_OF_ANOTHER_QUERY)
      // Attestations of documents are not part of a release.
      const known = releases.map(({ pointer }) => `${pointer.release_sha256} ${pointer.unattested.join(' ')}`)
      return { ok: true, of: [...known, ...hidden], members: () => pageOf(found, asked) }
    }
    // A chain also includes the stage and log position of its release, and attestations, which the hash does not cover.
    const places = releases.map(
      ({ pointer: { release_sha256, log_position, stage, unattested } }) =>
        `${release_sha256}@${log_position}.${stage} ${unattested.join(' ')}`,
    )
    return {
      ok: true,
      of: places,
      members: () => ({ data: chainOf(releases, row), meta: { count: 1, next_cursor: null } }),
    }
  },
})
