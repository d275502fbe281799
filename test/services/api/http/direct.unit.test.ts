import { expect, test } from 'vitest'
import { handlingOf } from '../../../../services/api/http/direct.ts'

const STATES = { method: 'GET', url: '/v1/states', httpVersion: '1.1', headers: {} }
const BILL = {
  ...STATES,
  method: 'POST',
  url: '/v1/calculate',
  headers: { 'content-type': 'application/json', 'content-length': '80' },
}

test('ordinary requests of keyed routes at a fixed address are answered without the framework', () => {
  expect(handlingOf(STATES)?.route.path).toBe('/v1/states')
  expect(handlingOf({ ...STATES, url: '/v1/tariffs?state_code=BR' })?.route.path).toBe('/v1/tariffs')
  expect(handlingOf(BILL)?.route.path).toBe('/v1/calculate')
})

test.each([
  ['another method', { ...STATES, method: 'HEAD' }],
  ['an unknown address', { ...STATES, url: '/v1/nothing' }],
  ['an address written in another way', { ...STATES, url: '/v1/%73tates' }],
  ['a part of the path that varies', { ...STATES, url: `/v1/rows/${'a'.repeat(64)}` }],
  ['no key needed', { ...STATES, url: '/v1/openapi.json' }],
  ['an older protocol', { ...STATES, httpVersion: '1.0' }],
  ["a browser's page", { ...STATES, headers: { origin: 'https://example.org' } }],
  ['an expectation', { ...BILL, headers: { ...BILL.headers, expect: '100-continue' } }],
  ['a body where none is read', { ...STATES, headers: { 'content-length': '2' } }],
  ['a body without a length', { ...BILL, headers: { 'content-type': 'application/json' } }],
  ['a body in chunks', { ...BILL, headers: { ...BILL.headers, 'transfer-encoding': 'chunked' } }],
  ['a body that is coded', { ...BILL, headers: { ...BILL.headers, 'content-encoding': 'gzip' } }],
  ['a body of another type', { ...BILL, headers: { ...BILL.headers, 'content-type': 'text/plain' } }],
  ['a body that is too large', { ...BILL, headers: { ...BILL.headers, 'content-length': '65537' } }],
  ['a batch, which is written while it is made', { ...BILL, url: '/v1/calculations' }],
])('%s is left to the framework', (_what, asked) => {
  expect(handlingOf(asked)).toBeNull()
})
