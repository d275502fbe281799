import { expect, test } from 'vitest'
import { CONTRACT, OPERATIONS } from '../support/openapi.ts'
import { HEADERS } from '../support/validate-response.ts'

/** docs/headers.md and the contract list the same headers. Every answer in the tests is checked for others. */

const promised = new Set(
  OPERATIONS.flatMap(({ object }) => Object.values(object.responses))
    .flatMap((response) => Object.keys((response as { headers?: object }).headers ?? {}))
    .map((name) => name.toLowerCase()),
)

test('every header that the contract promises is explained', () => {
  expect(promised.size).toBeGreaterThan(10)
  expect([...promised].filter((name) => !HEADERS.has(name))).toEqual([])
})

test('every header of limits, refusals and caching that is explained is promised by the contract', () => {
  const ours = [...HEADERS].filter((name) => /^(x-|ratelimit|retry|etag|vary|cache|www|allow)/.test(name))
  expect(ours.filter((name) => !promised.has(name) && name !== 'x-content-type-options')).toEqual([])
})

test('a header documented as not sent is in no table', () => {
  for (const name of ['x-frame-options', 'server', 'x-powered-by', 'ratelimit-limit'])
    expect(HEADERS).not.toContain(name)
})

test('a header is described once in the contract, with a schema', () => {
  for (const [name, header] of Object.entries(CONTRACT.components.headers)) {
    const { description, schema } = header as { description: string; schema: object }
    expect([name, description.length > 10, Object.keys(schema).length > 0]).toEqual([name, true, true])
  }
})
