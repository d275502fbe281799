import * as z from 'zod'
import { DEFAULT_STATE, date, licensee, stateOrDefault } from '../contract/parameters.ts'
import { catalogueMeta } from '../contract/responses/scalars.ts'
import { jsonList } from '../reply/json-text.ts'
import { defineRoute, enveloped } from '../route.ts'
import { categorySchema } from '../snapshot/category-record.ts'
import { catalogueRelease } from '../snapshot/release-selection.ts'
import { identityOfRelease } from '../snapshot/serving-release.ts'

/** GET /categories: verified categories and the inputs they need (spec: Category record). */
export const categories = defineRoute({
  method: 'GET',
  path: '/v1/categories',
  operationId: 'listCategories',
  tag: 'Catalogue',
  summary: 'Categories and the inputs they need',
  description:
    'Read this before POST /v1/calculate: `required_calculation_inputs` names what a category needs. A state without a catalogue answers 404 with the inputs it requires.',
  scope: 'categories:read',
  query: z.strictObject({
    state_code: stateOrDefault,
    effective_on: date.optional(),
    licensee_code: licensee.optional(),
    financial_year: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe('Financial year, as in 2026-27')
      .optional(),
  }),
  defaultState: DEFAULT_STATE,
  response: enveloped(z.array(categorySchema).describe('In the order of the schedule'), catalogueMeta),
  codes: ['STATE_NOT_RELEASED', 'LICENSEE_REQUIRED', 'LICENSEE_NOT_SUPPORTED', 'INVALID_EFFECTIVE_DATE'],
  conditional: true,
  tool: {
    name: 'categories',
    title: 'Tariff categories and their inputs',
    gives:
      'Categories of a state with the inputs that calculate requires for each; state_subcategory_code is what calculate takes as subcategory_code.',
    cautions: [
      'Choose a category by the known facts of the connection, and ask for unknown ones: no category is chosen for you, and there is no fallback to another state or licensee.',
      'supported false: a figure is held; calculate refuses, or answers null amounts with COMPONENT_HELD. specimen true: some figure is a placeholder.',
    ],
  },
  handle({ snapshot }, { query }) {
    const { state_code: state = DEFAULT_STATE, licensee_code: asked, effective_on, financial_year: year } = query
    const found = catalogueRelease(snapshot(), { state, licensee: asked, date: effective_on, year })
    if (!found.ok) return found
    const { release, effectiveOn } = found
    return {
      ok: true,
      of: [identityOfRelease(release)],
      members: () => {
        const shown = release.catalogue.categories.filter(({ licensee }) => asked === undefined || licensee === asked)
        return {
          data: jsonList(shown.map(({ text }) => text)),
          meta: { state_code: release.record.state_code, count: shown.length, effective_on: effectiveOn },
        }
      },
    }
  },
})
