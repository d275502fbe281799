import * as z from 'zod'
import { checkLicensee } from '../../../releases/engine/request/routing.ts'
import { contextProblems, contextSchema, inexactContext, resolverBody } from '../../../releases/engine/resolver/body.ts'
import { resolveCategory } from '../../../releases/engine/resolver/resolve-category.ts'
import { refuse } from '../contract/responses/error-details.ts'
import {
  financialYear,
  hash,
  licenseeCode,
  named,
  releaseId,
  stateCode,
  subcategoryCode,
  tier,
  word,
} from '../contract/responses/scalars.ts'
import { defineRoute, enveloped } from '../route.ts'
import { newestOf, notServed } from '../snapshot/release-selection.ts'

const missing = z.object({
  fact: word.describe('Name in `context`'),
  askable: z.boolean().describe('False: no public source states the distinction, so it is not requested'),
  unit: word.optional().describe('The unit needed'),
})
const candidate = named(
  'CategoryCandidate',
  'A category that the given facts do not exclude',
  z.object({
    subcategory_code: subcategoryCode,
    satisfied: z.array(word).describe('Facts that fit it'),
    missing: z.array(missing).describe('Missing facts'),
  }),
)
const rejected = named(
  'CategoryRejection',
  'A category that the given facts exclude, with these facts',
  z.object({ subcategory_code: subcategoryCode, because: z.array(word).min(1).describe('Facts that exclude it') }),
)

const resolution = named(
  'CategoryResolution',
  'The category for the given facts: resolved only if exactly one fits and no fact is missing',
  z.object({
    state_code: stateCode,
    licensee_code: licenseeCode.nullable().describe('As given; null: not given'),
    financial_year: financialYear,
    verification_tier: tier,
    context: contextSchema,
    resolution: z.enum(['resolved', 'ambiguous', 'unresolved']).describe('Whether one fits, several or none'),
    subcategory_code: subcategoryCode.nullable().describe('The one that fits; null: not resolved'),
    candidates: z.array(candidate).describe('Categories that are not excluded'),
    rejected: z.array(rejected).describe('Categories that are'),
    needs: z.array(word).describe('Facts needed for a resolution'),
    release: z.object({ release_id: releaseId, release_sha256: hash }).describe('The release used'),
  }),
)

const meta = named(
  'CategoryResolverMeta',
  'Basis of the resolution',
  z.object({ rule: z.literal('declared_context_only').describe('Only given facts are used') }),
)

/**
 * POST /category-resolver: the category of a declared context, if exactly one matches (spec: POST /category-resolver;
 * docs/design/contract.md#category-resolver).
 */
export const categoryResolver = defineRoute({
  method: 'POST',
  path: '/v1/category-resolver',
  operationId: 'resolveCategory',
  tag: 'Calculation',
  summary: 'The category for given facts',
  description:
    'Resolved only if exactly one category fits and no fact is missing; otherwise the answer lists the missing facts. It never guesses.',
  scope: 'calculate:write',
  query: null,
  body: resolverBody,
  bodyName: 'CategoryResolverRequest',
  bodyProblems: contextProblems,
  response: enveloped(resolution, meta),
  cacheControl: 'private, no-store',
  codes: ['STATE_NOT_RELEASED', 'LICENSEE_NOT_SUPPORTED'],
  handle({ snapshot }, { body }) {
    const { state_code: state, licensee_code: asked, context } = body
    const licensee = asked ?? null
    const inexact = inexactContext(body)
    if (inexact.length > 0) return refuse('INVALID_REQUEST_FIELD', { fields: inexact })
    const current = snapshot()
    const release = newestOf(current, state, asked)
    if (release === null) return notServed(current, state, { licensee: asked })
    const { record, pointer } = release
    const refused = licensee === null ? null : checkLicensee(record, licensee)
    if (refused !== null) return { ...refused, code: 'LICENSEE_NOT_SUPPORTED' }
    return {
      ok: true,
      data: {
        state_code: state,
        licensee_code: licensee,
        financial_year: record.financial_year,
        verification_tier: record.tier,
        context,
        ...resolveCategory(record, licensee, context),
        release: { release_id: record.release_id, release_sha256: pointer.release_sha256 },
      },
      meta: { rule: 'declared_context_only' } as const,
    }
  },
})
