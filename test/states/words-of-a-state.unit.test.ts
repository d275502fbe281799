import { expect, test } from 'vitest'
import type { FieldProblem } from '../../releases/engine/refuse.ts'
import { ask } from '../../releases/published/ask.ts'
import { type Body, SERVING } from './ask.ts'

/** What is said of one field of a request that is refused for its fields. */
function saidOf(field: string, body: Body): string | undefined {
  const asked = ask(SERVING[body.state_code], body, 'derived')
  if (asked.ok) throw new Error('it is answered')
  expect(asked.code).toBe('INVALID_REQUEST_FIELD')
  const fields = asked.details['fields'] as readonly FieldProblem[]
  return fields.find((one) => one.field === field)?.message
}

const GJ = { state_code: 'GJ', subcategory_code: 'DOMESTIC_URBAN', energy_units: 200 } as const
const BR = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 } as const

test.each([
  [{ ...GJ, load_unit: 'kva' }, 'load_unit takes one of: kw'],
  [{ ...GJ, subcategory_code: 'NOBODY', load_unit: 'kva' }, 'load_unit takes one of: kw'],
  [{ ...BR, load_unit: 'kva' }, 'load_unit takes one of: kw'],
  [{ ...BR, subcategory_code: 'IAS-I-UM', load_unit: 'kva' }, 'load_unit takes one of: hp'],
  [{ ...BR, subcategory_code: 'NOBODY', load_unit: 'kva' }, 'load_unit takes one of: hp, kw'],
])('a unit of load that nobody takes: %j is told %s', (body, said) => {
  expect(saidOf('/load_unit', body)).toBe(said)
})

test('a word of another kind is told those that work in the state, or to leave it out', () => {
  expect(saidOf('/meter_mode', { ...GJ, meter_mode: 'smart' })).toBe('meter_mode takes one of: postpaid')
  expect(saidOf('/meter_mode', { ...BR, meter_mode: 'smart' })).toBe('BR does not use meter_mode; leave it out')
  expect(saidOf('/metering', { ...BR, metering: 'both' })).toBe('BR does not use metering; leave it out')
})

test('a word of an input that the category does not use is told to be left out', () => {
  expect(saidOf('/area_type', { ...BR, area_type: 'Urban' })).toBe('DS-II does not use area_type; leave it out')
  const used = { ...BR, subcategory_code: 'KJ', area_type: 'Urban' }
  expect(saidOf('/area_type', used)).toBe('area_type takes one of: rural, urban')
})

test('a state that is not in service is told the words of the schema', () => {
  expect(ask([], { ...GJ, load_unit: 'kva' }, 'derived')).toMatchObject({
    details: { fields: [{ message: 'load_unit takes one of: kw, hp' }] },
  })
})
