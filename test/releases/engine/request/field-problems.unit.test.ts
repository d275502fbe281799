import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { calculateBody } from '../../../../releases/engine/request/body.ts'
import { problemText } from '../../../../releases/engine/request/field-problems.ts'
import { solarBody } from '../../../../releases/engine/solar/body.ts'
import { bodyFields, queryMessage, validatorOf } from '../../../../services/api/checks/validation.ts'
import { licensee, limit, state } from '../../../../services/api/contract/parameters.ts'
import { ROUTES } from '../../../../services/api/routes/index.ts'

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
    'energy_units must be a number, or decimal text such as "200" or "0.75" (no unit, comma, space, exponent or extra zero in front), with at most 3 decimals, from 0 to 10,000,000',
  ],
  [
    { selectors: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`s${index}`, 'x'])) },
    'selectors may have at most 16 members',
  ],
  [{ selectors: {} }, 'selectors must have at least 1 member'],
  [
    { selectors: { Scheme: 'x' } },
    'selectors/Scheme must be a name: a small letter, then small letters, digits and underscores, at most 40',
  ],
  [
    { power_factor: 85 },
    'power_factor must be a number, or decimal text such as "200" or "0.75" (no unit, comma, space, exponent or extra zero in front), with at most 3 decimals, from 0 to 1',
  ],
])('%j: %s', (fields, message) => {
  expect(messageOf(fields)).toBe(message)
})

/** Every `pattern` in a schema, without those of quantities: a union has a message of its own. */
function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || 'anyOf' in schema) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  )
}

test('no field and no parameter of any route is refused with a regular expression', () => {
  const schemas = ROUTES.flatMap(({ query, body }) => [query, body]).filter((schema) => schema instanceof z.ZodType)
  const patterns = new Set(schemas.flatMap((schema) => patternsIn(z.toJSONSchema(schema, { io: 'input' }))))
  expect(patterns.size).toBeGreaterThan(8)
  for (const pattern of patterns) {
    const params = { pattern }
    const said = problemText({ keyword: 'pattern', params, instancePath: '' })
    expect([pattern, said]).toEqual([pattern, expect.not.stringContaining(pattern)])
  }
})

test('a member with a wrong name is named, once', () => {
  const validate = validatorOf(calculateBody)
  validate({ ...GOOD, selectors: { Scheme: 'x' } })
  expect(bodyFields(validate.errors ?? []).map(({ field, rule }) => [field, rule])).toEqual([
    ['/selectors/Scheme', 'pattern'],
  ])
})

test('a field with an empty name is not taken for the body', () => {
  expect(messageOf({ '': 1 })).toBe('"" is not a field of this request')
  expect(messageOf({ bill_period: { from: '2026-06-01', to: '2026-06-30', '': 1 } })).toBe(
    'bill_period/"" is not a field of this request',
  )
  const validate = validatorOf(calculateBody)
  validate([])
  expect(bodyFields(validate.errors ?? []).map(({ message }) => message)).toEqual(['the body must be an object'])
})

test('a list and an object with too many or too few members break the same rule', () => {
  const rulesOf = (schema: z.ZodType, body: object) => {
    const validate = validatorOf(schema)
    validate(body)
    return bodyFields(validate.errors ?? []).map(({ field, rule }) => [field, rule])
  }
  const solar = { state_code: 'BR', subcategory_code: 'DS-II', arrangement: 'net_metering' }
  const month = { month: '2026-04', consumption_units: 1, generation_units: 0 }
  expect(rulesOf(solarBody, { ...solar, periods: [] })).toEqual([['/periods', 'min_items']])
  expect(rulesOf(solarBody, { ...solar, periods: Array(13).fill(month) })).toEqual([['/periods', 'max_items']])
  expect(rulesOf(calculateBody, { ...GOOD, selectors: {} })).toEqual([['/selectors', 'min_items']])
})

describe('a query parameter', () => {
  const query = z.strictObject({ state_code: state.optional(), licensee_code: licensee.optional(), limit })
  test('that is unknown: the message names it and lists those of the route', () => {
    expect(queryMessage({ query }, 'stat', 'unknown', null)).toMatch(
      / This route takes state_code, licensee_code, limit, and not stat\.$/,
    )
    expect(queryMessage({ query: null }, 'stat', 'unknown', null)).toMatch(/ This route takes no parameters\.$/)
  })
  test('that is repeated: the message names it', () => {
    expect(queryMessage({ query }, 'limit', 'repeated', null)).toMatch(/ Send limit once\.$/)
  })
  test('that is malformed: the message names it and says its form', () => {
    expect(queryMessage({ query }, 'limit', 'malformed', 'must be a whole number from 1 to 100')).toMatch(
      / limit must be a whole number from 1 to 100\.$/,
    )
  })
})
