import { sendCatalogue } from '../catalogue-answer.ts'
import { type TariffsQuery, tariffsQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import type { RowPart } from '../snapshot/catalogue.ts'
import { identityOfRelease } from '../snapshot/serving-release.ts'
import { catalogueRelease, DEFAULT_STATE } from './catalogue-release.ts'

/** Case-insensitive exact match; a filter that is not given lets everything through (spec: GET /tariffs). */
function accepts(query: TariffsQuery, row: RowPart): boolean {
  const same = (asked: string | undefined, has: string): boolean => asked === undefined || asked.toLowerCase() === has
  return (
    same(query.subcategory_code, row.subcategory) &&
    same(query.supply_type, row.supplyType) &&
    same(query.area_type, row.areaType) &&
    (query.licensee_code === undefined || row.licensee === query.licensee_code) &&
    (query.category_id === undefined || row.categoryId === query.category_id)
  )
}

/** GET /tariffs: schedule rows with their slabs, evidence and hashes (spec: Tariff row; contract 2.6). */
export const tariffs: RouteSpec = {
  method: 'GET',
  path: '/v1/tariffs',
  scope: 'tariffs:read',
  query: tariffsQuery,
  body: null,
  defaultState: DEFAULT_STATE,
  handle: (services, request, reply) => {
    const query = request.query as TariffsQuery
    const found = catalogueRelease(services, reply, query)
    if (found === null) return reply
    const { release, effectiveOn } = found
    const needsCategory = release.record.rows.some(({ category_id }) => category_id !== null)
    if (needsCategory && query.category_id === undefined) {
      return sendError(reply, 'INVALID_QUERY_PARAMETER', { parameter: 'category_id', rule: 'required' })
    }
    const subject = { releases: [identityOfRelease(release)], query, about: 'tariffs' }
    return sendCatalogue(reply, subject, () => {
      const rows = release.catalogue.rows.filter((row) => accepts(query, row))
      const meta = { state_code: release.record.state_code, count: rows.length, effective_on: effectiveOn }
      return { data: `[${rows.map(({ text }) => text).join(',')}]`, meta: JSON.stringify(meta) }
    })
  },
}
