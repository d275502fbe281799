import { expect, test } from 'vitest'
import { ask } from '../../../releases/published/ask.ts'

test('an unknown or missing field is named with its rule, as the API does; a wrong one in words', () => {
  expect(ask([], { state_code: 'BR', units: 1, energy_units: '1,000' }, 'derived')).toMatchObject({
    code: 'INVALID_REQUEST_FIELD',
    details: {
      fields: expect.arrayContaining([
        { field: '/units', rule: 'unknown', message: 'units is not a field of this request' },
        { field: '/subcategory_code', rule: 'required', message: 'subcategory_code is required' },
        expect.objectContaining({ field: '/energy_units', rule: 'invalid' }),
      ]),
    },
  })
})
