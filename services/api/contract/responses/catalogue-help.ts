import { z } from 'zod'
import { named } from './registry.ts'
import { financialYear, licenseeCode, stateCode, tier, word } from './scalars.ts'

/** What STATE_NOT_RELEASED says of a state that has no catalogue here and can be calculated all the same (contract 2.6). */
const help = named(
  'CatalogueHelp',
  'The state has no catalogue in this build, and POST /v1/calculate answers for it: what that needs',
  z.object({
    state_code: stateCode,
    verification_tier: tier,
    calculable: z.literal(true),
    licensees: z.array(licenseeCode),
    subcategory_codes: z.array(word),
    required_calculation_inputs: z
      .record(z.string(), z.array(word))
      .describe('By subcategory code: inputs besides state_code, subcategory_code and energy_units'),
  }),
)

export const notReleased = z.union([
  help,
  z.object({ state_code: stateCode, financial_year: financialYear.optional() }),
])
