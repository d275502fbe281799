import { z } from 'zod'
import { named } from './registry.ts'
import { count, date, financialYear, never, stateCode, tier, unavailableStates, word } from './scalars.ts'

/** GET /states (spec: State record; contract 2.6). */

export const statesData = z.array(
  named(
    'State',
    'A released state of tier verified_strict. That a state is listed does not make its amounts payable.',
    z.object({
      state_code: stateCode,
      state_name: word,
      financial_year: financialYear,
      effective_from: date,
      verification_tier: tier,
      release_status: z.literal('released'),
      supported_subcategories: count,
      schedule_rows: count,
      production_payable: never('No amount of it may be presented as payable'),
    }),
  ),
)

export const statesMeta = named(
  'StatesMeta',
  'How many states `data` has, and which it lacks',
  z.object({ count, unavailable_states: unavailableStates.optional() }),
)
