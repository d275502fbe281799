import { checkLicensee } from '../../../releases/engine/request/routing.ts'
import { inexactContext, type ResolverBody, resolverBody } from '../../../releases/engine/resolver/body.ts'
import { resolveCategory } from '../../../releases/engine/resolver/resolve-category.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError, sendOk } from '../envelope.ts'
import { newestOf } from '../snapshot/reach.ts'
import { sendNotServed } from './catalogue-release.ts'

/** POST /category-resolver: the category a declared context belongs to, where exactly one fits (spec; contract 2.9). */
export const categoryResolver: RouteSpec = {
  method: 'POST',
  path: '/v1/category-resolver',
  scope: 'calculate:write',
  query: null,
  body: resolverBody,
  bodyProblems: inexactContext,
  defaultState: null,
  handle: (services, request, reply) => {
    const { state_code: state, licensee_code: asked, context } = request.body as ResolverBody
    const licensee = asked ?? null
    const inexact = inexactContext(request.body)
    if (inexact.length > 0) return sendError(reply, 'INVALID_REQUEST_FIELD', { fields: inexact })
    const release = newestOf(services.snapshot(), state, asked)
    if (release === null) return sendNotServed(services, reply, state, { licensee: asked })
    const { record, pointer } = release
    const refused = licensee === null ? null : checkLicensee(record, licensee)
    if (refused !== null) return sendError(reply, refused.code, refused.details)
    const data = {
      state_code: state,
      licensee_code: licensee,
      financial_year: record.financial_year,
      verification_tier: record.tier,
      context,
      ...resolveCategory(record, licensee, context),
      release: { release_id: record.release_id, release_sha256: pointer.release_sha256 },
    }
    return sendOk(
      reply.header('cache-control', 'private, no-store'),
      JSON.stringify(data),
      JSON.stringify({ rule: 'declared_context_only' }),
    )
  },
}
