import * as z from 'zod'
import { counted } from '../../../releases/record/counted.ts'
import type { Source } from '../../../releases/record/source.ts'
import { type ApiKey, mayUseState } from '../../keys/key.ts'
import { SHA256, sha256 as sha256Parameter } from '../contract/parameters.ts'
import { type Refused, refuse, refuseState } from '../contract/responses/error-details.ts'
import { cellOf, cellOrNull } from '../contract/responses/evidence.ts'
import {
  count,
  decimal,
  grade,
  hash,
  pageNumber,
  quote,
  sealedReleases,
  unit,
  word,
} from '../contract/responses/scalars.ts'
import { boxesOn, type Cited, citedOn, pageText, republishOf } from '../evidence/document-pages.ts'
import { readEvidence } from '../evidence/read-evidence.ts'
import { findSealedDocument } from '../evidence/sealed-releases.ts'
import { defineRoute, enveloped } from '../route.ts'
import type { Services } from '../services.ts'
import { readProvenance } from '../snapshot/load-pointers.ts'
import { sourceRecords, sourceSchema } from '../snapshot/source-record.ts'

const PAGE = /^[1-9][0-9]{0,5}$/

const params = z.object({
  sha256: sha256Parameter.describe('Hash of the document, as in the sources of an answer'),
  n: z.string().regex(PAGE).describe('Page, from 1'),
})

const cited = z
  .object({
    path: word.describe('Path of the figure or fact in the record'),
    row_sha256: hash.nullable().describe('The row of the figure; null: it belongs to no row'),
    value: decimal.nullable().describe('Value of a figure; null: it is held, or this is a fact'),
    unit: unit.nullable().describe('Of a figure; null: a fact'),
    grade: grade.nullable().describe('Of a figure; null: a fact'),
    line: z.int().min(1).nullable().describe('Line of the page, from 1; null: not given'),
    section: word.nullable().describe('Heading above it; null: not given'),
    quote,
    cell: cellOrNull,
  })
  .describe('A figure or fact that the release cites from the page')

const NOT_CITED =
  'No sealed release of this hash cites the document. Leave release_sha256 out for the newest that does.'

type Asked = { readonly sha256: string; readonly n: string; readonly releaseSha256: string | null }

type Found = {
  readonly ok: true
  readonly source: Source
  readonly page: number
  readonly cited: readonly Cited[]
} & NonNullable<Awaited<ReturnType<typeof findSealedDocument>>>
type Codes = 'SOURCE_NOT_FOUND' | 'API_SCOPE_DENIED' | 'VERIFIED_RUNTIME_UNAVAILABLE'

/** The page of a document cited by some sealed release: the newest one, or the one named. */
async function findPage(
  services: Services,
  { sha256, n, releaseSha256 }: Asked,
  key: ApiKey,
  requestId: string,
): Promise<Found | Refused<Codes>> {
  const notFound = refuse('SOURCE_NOT_FOUND', { source_id: null, sha256, row_sha256: null })
  if (!SHA256.test(sha256)) return notFound
  const read = await readEvidence(services, requestId, (pool) => findSealedDocument(pool, sha256, releaseSha256))
  if (!read.ok) return read
  const source = read.value?.record.sources.find((each) => each.sha256 === sha256)
  if (read.value === null && releaseSha256 !== null) {
    const other = await findPage(services, { sha256, n, releaseSha256: null }, key, requestId)
    return other.ok ? { ...notFound, message: NOT_CITED } : other
  }
  if (read.value === null || source === undefined) return notFound
  const { record } = read.value
  if (!mayUseState(key, record.state_code)) return refuseState(record.state_code)
  const page = PAGE.test(n) ? Number(n) : 0
  if (page === 0 || page > source.page_count)
    return { ...notFound, message: `The document has ${counted(source.page_count, 'page')}. Ask for one of them.` }
  return { ok: true as const, source, ...read.value, page, cited: citedOn(record, source.source_id, page) }
}

/** GET /documents/<sha256>/pages/<n>: the figures that releases take from a page (docs/design/contract.md#pages). */
export const documentPage = defineRoute({
  method: 'GET',
  path: '/v1/documents/:sha256/pages/:n',
  operationId: 'getDocumentPage',
  tag: 'Evidence',
  summary: 'The cited lines of a page of a document',
  description:
    'The figures and facts that a release cites from the page, each with quote, line and cell. The whole text of the page only if the source allows that. Available for every document cited by any sealed release.',
  scope: 'sources:read',
  query: z.strictObject({
    release_sha256: sha256Parameter
      .describe('Use this sealed release. Default: the newest that cites the document')
      .optional(),
  }),
  params,
  response: enveloped(
    z
      .object({
        document: sourceSchema,
        page: pageNumber,
        text_sha256: hash.describe('Hash of the text of the page, as in the release'),
        republish: z
          .object({
            allowed: z.enum(['quotes', 'pages']).describe('Cited lines only, or whole pages'),
            reason: word.nullable().describe('The reason; null: the source does not say, so only quotes are allowed'),
          })
          .describe('What may be shown of the source'),
        text: z.string().nullable().describe('Text of the whole page; null: the source allows only quotes'),
        cited: z.array(cited).describe('In the order of the record'),
        releases: sealedReleases,
      })
      .describe('The page'),
    z
      .object({ count: count.describe('Items in `data.cited`'), release_sha256: hash })
      .describe('Document and release of the page'),
  ),
  codes: ['SOURCE_NOT_FOUND'],
  conditional: true,
  async handle(services, { params: { sha256, n }, query: { release_sha256: release = null }, key, requestId }) {
    const found = await findPage(services, { sha256, n, releaseSha256: release }, key, requestId)
    if (!found.ok) return found
    const { source, record, of, releases, page } = found
    const republish = republishOf(source)
    const read = await readEvidence(services, requestId, async (pool) => ({
      boxes: await boxesOn(pool, found.cited),
      text: republish.allowed === 'pages' ? await pageText(pool, source, page) : null,
      ingested: await readProvenance(pool),
    }))
    if (!read.ok) return read
    const { boxes, text, ingested } = read.value
    const document = sourceRecords(record, ingested).find(({ source_id }) => source_id === source.source_id)
    const text_sha256 = source.page_sha256[page - 1]
    if (document === undefined || text_sha256 === undefined)
      return refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'evidence' })
    return {
      ok: true,
      of: [of.release_sha256, JSON.stringify(releases), `${sha256}.${page}`],
      members: () => ({
        data: {
          document,
          page,
          text_sha256,
          republish,
          text,
          cited: found.cited.map(({ path, row_sha256, figure: { locator, quote, own } }) => ({
            path,
            row_sha256,
            value: own?.value ?? null,
            unit: own?.unit ?? null,
            grade: own?.grade ?? null,
            line: locator.line,
            section: locator.section,
            quote,
            cell: own === null ? null : cellOf(own, boxes.get(path) ?? null),
          })),
          releases,
        },
        meta: { count: found.cited.length, release_sha256: of.release_sha256 },
      }),
    }
  },
})
