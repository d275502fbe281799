import { sendCatalogue } from '../catalogue-answer.ts'
import { type CategoriesQuery, categoriesQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { identityOfRelease } from '../snapshot/serving-release.ts'
import { catalogueRelease, DEFAULT_STATE } from './catalogue-release.ts'

/** GET /categories: verified categories and the inputs they need (spec: Category record). */
export const categories: RouteSpec = {
  method: 'GET',
  path: '/v1/categories',
  scope: 'categories:read',
  query: categoriesQuery,
  body: null,
  defaultState: DEFAULT_STATE,
  handle: (services, request, reply) => {
    const query = request.query as CategoriesQuery
    const found = catalogueRelease(services, reply, query)
    if (found === null) return reply
    const { release, effectiveOn } = found
    const subject = { releases: [identityOfRelease(release)], query, about: 'categories' }
    return sendCatalogue(reply, subject, () => {
      const shown = release.catalogue.categories.filter(
        ({ licensee }) => query.licensee_code === undefined || licensee === query.licensee_code,
      )
      const meta = { state_code: release.record.state_code, count: shown.length, effective_on: effectiveOn }
      return { data: `[${shown.map(({ text }) => text).join(',')}]`, meta: JSON.stringify(meta) }
    })
  },
}
