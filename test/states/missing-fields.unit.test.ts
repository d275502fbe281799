import { expect, test } from 'vitest'
import { missingFields } from '../../releases/engine/request/missing-fields.ts'
import { ask, type Body, SERVING } from './ask.ts'
import { EXAMPLES } from './examples.ts'

const missing = (body: Body): string[] => missingFields(SERVING[body.state_code], body).map(({ field }) => field)

test('Gujarat says in one round all that it needs', () => {
  const body = { state_code: 'GJ' } as const
  expect(missing(body)).toEqual([
    '/subcategory_code',
    '/energy_units',
    '/connected_load',
    '/load_unit',
    '/billing_date',
    '/meter_mode',
  ])
  expect(missing({ ...body, subcategory_code: 'DOMESTIC_URBAN', energy_units: 200 })).toEqual([
    '/connected_load',
    '/load_unit',
    '/billing_date',
    '/meter_mode',
    '/licensee_code',
  ])
})

test('a district stands for the licensee where the state routes by it', () => {
  const { licensee_code: _named, ...body } = EXAMPLES.JH
  expect(missing(body)).toContain('/licensee_code')
  expect(missing({ ...body, district: 'Ranchi' })).not.toContain('/licensee_code')
})

test.each(Object.values(EXAMPLES))('what is answered lacks nothing: $state_code', (example) => {
  expect(missing(example)).toEqual([])
})

test.each(Object.values(EXAMPLES))(
  'what is named as missing is refused when it alone is left out: $state_code',
  (example) => {
    for (const name of Object.keys(example)) {
      const { [name]: _left, ...body } = example as Record<string, unknown>
      if (name === 'state_code' || name === 'subcategory_code' || name === 'energy_units') continue
      if (missing(body as Body).includes(`/${name}`)) expect([name, ask(body as Body).code]).not.toEqual([name, null])
    }
  },
)
