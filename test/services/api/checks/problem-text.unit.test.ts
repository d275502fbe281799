import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { calculateBody } from '../../../../releases/engine/request/body.ts'
import { bodyFields, queryMessage } from '../../../../services/api/checks/validation.ts'
import { validatorOf } from '../../../../services/api/checks/validator.ts'
import { licensee, limit, state } from '../../../../services/api/contract/parameters.ts'

/** A refusal says what the field must be in words that its sender can act on. */

const GOOD = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200 }

function messageOf(fields: object): string {
  const validate = validatorOf(calculateBody)
  expect(validate({ ...GOOD, ...fields })).toBe(false)
  return bodyFields(validate.errors ?? [])
    .map(({ message }) => message)
    .join('; ')
}

test.each([
  [{ state_code: 'Bihar' }, 'state_code must be two capital letters, such as BR'],
  [{ state_code: 10 }, 'state_code must be text, in quotes'],
  [
    { licensee_code: 'sbpdcl' },
    'licensee_code must be a code such as GJ_DGVCL: the state, an underscore, and capital letters or digits',
  ],
  [{ billing_month: 'June 2026' }, 'billing_month must be a month written YYYY-MM, such as 2026-06'],
  [{ bill_period: 'June' }, 'bill_period must be an object'],
  [{ explain: 'true' }, 'explain must be true or false, not in quotes'],
  [{ billing_days: '30' }, 'billing_days must be a whole number, not in quotes'],
  [{ phase: 'Single' }, 'phase takes one of: single, three'],
  [{ subcategory_code: '' }, 'subcategory_code may not be empty'],
  [{ subcategory_code: 'x'.repeat(101) }, 'subcategory_code may have at most 100 characters'],
  [{ actual_bill: { energy_charge_paise: -1 } }, 'actual_bill/energy_charge_paise must be at least 0'],
  [
    { energy_units: '200 kWh' },
    'energy_units must be a number, or decimal text without unit or commas, with at most 3 decimals, from 0 to 10,000,000',
  ],
  [
    { power_factor: 85 },
    'power_factor must be a number, or decimal text without unit or commas, with at most 3 decimals, from 0 to 1',
  ],
])('%j: %s', (fields, message) => {
  expect(messageOf(fields)).toBe(message)
})

test('no field of a calculation is refused with a regular expression', () => {
  const wrong = { state_code: '?', licensee_code: '?', billing_month: '?', energy_units: '?' }
  expect(messageOf(wrong)).not.toMatch(/[\^$\\]/)
})

describe('a query parameter', () => {
  const query = z.strictObject({ state_code: state.optional(), licensee_code: licensee.optional(), limit })
  test('that is unknown: the message lists those of the route', () => {
    expect(queryMessage({ query }, 'unknown', null)).toMatch(/ This route takes state_code, licensee_code, limit\.$/)
    expect(queryMessage({ query: null }, 'unknown', null)).toMatch(/ This route takes no parameters\.$/)
  })
  test('that is malformed: the message says its form', () => {
    expect(queryMessage({ query }, 'malformed', 'must be a whole number from 1 to 100')).toMatch(
      / The parameter must be a whole number from 1 to 100\.$/,
    )
  })
})
