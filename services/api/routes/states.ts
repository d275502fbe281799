import * as z from 'zod'
import { mayUseState } from '../../keys/key.ts'
import { refuse } from '../contract/responses/error-details.ts'
import {
  count,
  date,
  financialYear,
  named,
  never,
  released,
  stateCode,
  tier,
  unavailableStates,
  word,
} from '../contract/responses/scalars.ts'
import { defineRoute, enveloped, noQuery } from '../route.ts'
import { lacking, listedOf, statesUnavailableTo } from '../snapshot/release-selection.ts'
import { identityOfRelease } from '../snapshot/serving-release.ts'

const stateRecord = named(
  'State',
  'A released state of tier verified_strict. Its amounts are not payable just because it is listed.',
  z.object({
    state_code: stateCode,
    state_name: word.describe('Name of the state'),
    financial_year: financialYear,
    effective_from: date,
    verification_tier: tier,
    release_status: released,
    supported_subcategories: count.describe('Categories that can be calculated'),
    schedule_rows: count.describe('Schedule rows'),
    production_payable: never('No amount of it may be presented as payable'),
  }),
)
const meta = named(
  'StatesMeta',
  'Number of states in `data`, and unavailable states',
  z.object({ count: count.describe('States in `data`'), unavailable_states: unavailableStates.optional() }),
)

/** GET /states (spec: State record; docs/design/contract.md#states). */
export const states = defineRoute({
  method: 'GET',
  path: '/v1/states',
  operationId: 'listStates',
  tag: 'Catalogue',
  summary: 'Released states',
  description:
    'States of tier verified_strict that the key may see. For other states in service see `releases` of GET /v1/health.',
  scope: 'states:read',
  query: noQuery,
  response: enveloped(z.array(stateRecord).describe('In the order of their codes'), meta),
  conditional: true,
  tool: {
    name: 'states',
    title: 'Released states',
    gives: 'Released states of tier verified_strict that this key may use. Read it first, then capabilities.',
    cautions: [
      'A listed state has passed verification, which does NOT make any amount payable: production_payable is false.',
      'Other states may be in service at lower tiers: see health.',
    ],
  },
  handle({ snapshot }, { key }) {
    const current = snapshot()
    const listed = [...current.byState.keys()].sort().flatMap((state) => listedOf(current, state) ?? [])
    const shown = listed.filter(
      ({ record }) => record.tier === 'verified_strict' && mayUseState(key, record.state_code),
    )
    const missing = statesUnavailableTo(key, current)
    if (!current.loaded || (shown.length === 0 && missing.length > 0))
      return refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', states: missing })
    return {
      ok: true,
      of: [...shown.map(identityOfRelease), ...missing],
      members: () => ({
        data: shown.map(({ record, scheduleRows, catalogue }) => ({
          state_code: record.state_code,
          state_name: record.state_name,
          financial_year: record.financial_year,
          effective_from: record.effective_from,
          verification_tier: record.tier,
          release_status: 'released',
          supported_subcategories: catalogue.supportedSubcategories,
          schedule_rows: scheduleRows,
          production_payable: false,
        })),
        meta: { count: shown.length, ...lacking(missing) },
      }),
    }
  },
})
