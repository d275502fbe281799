import { expect, test } from 'vitest'
import { calculateBody } from '../../../releases/engine/request/body.ts'
import { ask } from '../../../releases/published/ask.ts'
import { bodyFields } from '../../../services/api/checks/validation.ts'
import { validatorOf } from '../../../services/api/checks/validator.ts'

test('an unknown or missing field is named with its rule, as the API does; a wrong one in words', () => {
  expect(ask([], { state_code: 'BR', units: 1, '': 1, energy_units: '1,000' }, 'derived')).toMatchObject({
    code: 'INVALID_REQUEST_FIELD',
    details: {
      fields: expect.arrayContaining([
        { field: '/units', rule: 'unknown', message: 'units is not a field of this request' },
        { field: '/', rule: 'unknown', message: '"" is not a field of this request' },
        { field: '/subcategory_code', rule: 'required', message: 'subcategory_code is required' },
        expect.objectContaining({ field: '/energy_units', rule: 'quantity' }),
      ]),
    },
  })
})

const GOOD = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200 }

test.each([
  { energy_units: '1,000' },
  { energy_units: -1 },
  { energy_units: null },
  { state_code: 'Bihar' },
  { state_code: 10 },
  { subcategory_code: '' },
  { subcategory_code: 'X'.repeat(1_000) },
  { billing_days: 1.5 },
  { load_unit: 'watt' },
  { payment: [] },
  { payment: { by_due_date: 'yes' } },
  { selectors: { bill_month: '' } },
  { energy_by_zone: { peak: 'much' } },
  { bill_period: { from: '2026-04-01' } },
  { units: 1 },
])('%o has the field and the rule that the API names', (fields) => {
  const body = { ...GOOD, ...fields }
  const validate = validatorOf(calculateBody)
  expect(validate(body)).toBe(false)
  const theirs = bodyFields(validate.errors ?? []).map(({ field, rule }) => [field, rule])
  const asked = ask([], body, 'derived')
  const ours = asked.ok ? [] : (asked.details['fields'] as { field: string; rule: string }[])
  expect(ours.map(({ field, rule }) => [field, rule])).toEqual(theirs)
})
