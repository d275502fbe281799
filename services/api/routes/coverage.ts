import * as z from 'zod'
import { chooseByDate } from '../../../releases/engine/request/choose-release.ts'
import { mayUseState } from '../../keys/key.ts'
import { errorMessage } from '../../platform/errors.ts'
import { ANY_CASE, date, licensee, state, subcategory } from '../contract/parameters.ts'
import { coverageMeta, coverageSchema } from '../contract/responses/coverage.ts'
import { refuse } from '../contract/responses/error-details.ts'
import { defineRoute, enveloped } from '../route.ts'
import { coverageOf, filterRefusal } from '../snapshot/coverage.ts'
import { isUnavailable, lacking, notServed, ofDay, statesUnavailableTo } from '../snapshot/release-selection.ts'
import type { ServingRelease } from '../snapshot/serving-release.ts'

const STATE_NEEDED = `${errorMessage('INVALID_QUERY_PARAMETER')} Send state_code too: licensee_code and subcategory_code mean something only within a state.`

type Asked = { readonly date: string | undefined; readonly licensee: string | undefined }

/** Whether a release may answer for a day and a licensee: one that is in service for a licensee answers only for it. */
const mayAnswer =
  ({ date: day, licensee }: Asked) =>
  ({ record, pointer: { scope } }: ServingRelease): boolean =>
    (day === undefined || (record.effective_from <= day && day <= record.effective_to)) &&
    (licensee === undefined || scope === record.state_code || scope === licensee)

/** One release of each period, so that a refusal lists no period for each state. */
function onePerPeriod(serving: readonly ServingRelease[]): ServingRelease[] {
  return [...new Map(serving.map((one) => [`${one.record.effective_from} ${one.record.effective_to}`, one])).values()]
}

/**
 * GET /coverage: the requests that are possible, in the same form for every state (docs/design/contract.md#coverage).
 */
export const coverage = defineRoute({
  method: 'GET',
  path: '/v1/coverage',
  operationId: 'getCoverage',
  tag: 'Catalogue',
  summary: 'Supported states, releases, licensees, categories and their inputs',
  description:
    'The same form for all states and financial years. `inputs` of a category are its fields of POST /v1/calculate, so that a form can be built for any category.',
  scope: 'categories:read',
  query: z.strictObject({
    state_code: state.describe('Two-letter state code. Default: every state that the key may use').optional(),
    on: date.describe('Day, YYYY-MM-DD: only releases that serve it. Default: all').optional(),
    licensee_code: licensee.describe('Only this licensee of state_code').optional(),
    subcategory_code: subcategory.describe(`Only this category of state_code; ${ANY_CASE}`).optional(),
  }),
  response: enveloped(coverageSchema, coverageMeta),
  codes: ['STATE_NOT_RELEASED', 'INVALID_EFFECTIVE_DATE', 'LICENSEE_NOT_SUPPORTED'],
  conditional: true,
  tool: {
    name: 'coverage',
    title: 'Possible requests',
    gives:
      'Releases in service, licensees and categories of a state, and for each category the fields of calculate. Give state_code, and a licensee or category if known: answers are long.',
    cautions: [
      'supported false: some figure is held; calculate refuses, or answers null amounts with COMPONENT_HELD. evidence_grade specimen: an unpublished placeholder.',
    ],
  },
  handle({ snapshot }, { query: { state_code: asked, on, ...filter }, key }) {
    const current = snapshot()
    const { licensee_code: licensee, subcategory_code: category } = filter
    // Codes mean something only within a state.
    if (asked === undefined && (licensee ?? category) !== undefined)
      return refuse('INVALID_QUERY_PARAMETER', { parameter: 'state_code', rule: 'required_together' }, STATE_NEEDED)
    const question = { date: on, licensee }
    if (asked !== undefined && (!current.byState.has(asked) || isUnavailable(current, asked, question)))
      return notServed(current, asked, question)
    const missing = asked === undefined ? statesUnavailableTo(key, current) : []
    const states = [...current.byState.keys()].filter((one) => (asked ?? one) === one && mayUseState(key, one)).sort()
    const serving = states.map((one) => current.byState.get(one) ?? [])
    if (!current.loaded || (states.length === 0 && missing.length > 0))
      return refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', states: missing })
    if (on !== undefined && states.length > 0) {
      const chosen = chooseByDate(onePerPeriod(serving.flat()), on, 'on')
      if (!chosen.ok) return ofDay(chosen, on)
    }
    const shown = serving.map((releases) => releases.filter(mayAnswer(question))).filter(({ length }) => length > 0)
    if (asked !== undefined && shown.length === 0) return notServed(current, asked, question)
    const refused = filterRefusal(shown.flat(), filter)
    if (refused !== null) return refused
    return {
      ok: true,
      of: [...shown.flat().map(({ pointer }) => JSON.stringify(pointer)), ...missing],
      members: () => ({
        data: { states: shown.map((releases) => coverageOf(releases, filter)) },
        meta: { count: shown.length, ...lacking(missing) },
      }),
    }
  },
})
