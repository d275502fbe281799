import { expect, test } from 'vitest'
import { contextProblems, resolverBody } from '../../../../releases/engine/resolver/body.ts'
import { bodyFields, validatorOf } from '../../../../services/api/checks/validation.ts'

/** What is said of each field of a body that the resolver refuses, as the API says it. */
function said(body: object): string[] {
  const validate = validatorOf(resolverBody)
  expect(validate(body)).toBe(false)
  return bodyFields(validate.errors ?? [], contextProblems(body)).map(({ field, message }) => `${field}: ${message}`)
}

test('a name that stands in the context or beside it by mistake is told its place', () => {
  const context = { purpose: 'domestic', licensee_code: 'GJ_PGVCL' }
  expect(said({ state_code: 'GJ', context })).toEqual([
    '/context/licensee_code: licensee_code belongs beside context, not in it',
  ])
  expect(said({ state_code: 'GJ', area_type: 'urban', context: {} })).toEqual([
    '/area_type: area_type belongs in context',
  ])
})

test.each([
  [
    { state_code: 'GJ', context: { toString: 1 } },
    '/context/toString: context/toString is not a field of this request',
  ],
  [{ state_code: 'GJ', pupose: 'x', context: {} }, '/pupose: pupose is not a field of this request'],
  [{ state_code: 'GJ', context: ['purpose'] }, '/context: context must be an object'],
  [{ state_code: 'GJ', context: null }, '/context: context must be an object'],
])('other faults are told as before: %j', (body, message) => {
  expect(said(body)).toEqual([message])
})
