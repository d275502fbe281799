import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answeredInOrder, type Example, readExamples } from '../../services/api/openapi/examples.ts'
import { type TestApi, type TestInstance, testApi } from '../support/api.ts'
import { everyStateDatabase } from '../support/api-release.ts'
import { OPERATIONS } from '../support/openapi.ts'
import { callFromPerl, PERL_CLIENT_ABSENT, PERL_CLIENT_REASON } from './support/perl-client.ts'
import { type Sdk, sdkClient } from './support/sdk-client.ts'

/**
 * Clients generated from the document by other tools, with their defaults, call every operation of a listening server.
 * One is in TypeScript, one in Perl.
 */

let api: TestApi
let server: TestInstance
let made: Awaited<ReturnType<typeof sdkClient>>
let sdk: Sdk
let key: string
beforeAll(async () => {
  made = await sdkClient()
  sdk = made.sdk
  api = await testApi({}, await everyStateDatabase())
  server = await api.start()
  key = await api.key()
  sdk.client.setConfig({ baseUrl: server.origin, auth: key })
})
afterAll(async () => {
  made?.close()
  await api?.close()
})

test('its types fit a program, and catch misuse', () => {
  expect(made.typeErrors).toBe('')
})

/** The first example of an operation in the document, which readers send first. */
function firstOf(operationId: string): Example {
  const [first] = answeredInOrder([...readExamples()].filter(([, { operation }]) => operation === operationId))
  if (first === undefined) throw new Error(`${operationId} has no example`)
  return first[1]
}

/** Path, query and body of the first example of an operation. */
function askedBy(operationId: string, template: string) {
  const { request } = firstOf(operationId)
  const [path = '', query] = request.path.split('?', 2)
  const places = template.split('/')
  const inPath = path.split('/').flatMap((part, at): [string, string][] => {
    const name = /^\{(\w+)\}$/.exec(places[at] ?? '')?.[1]
    return name === undefined ? [] : [[name, part]]
  })
  return {
    path: Object.fromEntries(inPath),
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(request.body === undefined ? {} : { body: request.body as object }),
  }
}

describe('the first example of the document works with an ordinary key:', () => {
  test.each(OPERATIONS.map(({ operationId, path }) => [operationId, path] as const))('%s', async (id, template) => {
    const { error, response } = await sdk[id]!(askedBy(id, template))
    expect([response.status, error]).toEqual([200, undefined])
  })

  test('every operation, from Perl', async (context) => {
    context.skip(PERL_CLIENT_ABSENT, PERL_CLIENT_REASON)
    const calls = OPERATIONS.map(({ operationId, path: template }) => {
      const { path, query, ...body } = askedBy(operationId, template)
      return { operation: operationId, parameters: { ...path, ...query }, ...body }
    })
    const refused = { state_code: 'BR', subcategory_code: 'NOPE', energy_units: 200 }
    const answers = await callFromPerl(server.origin, key, [
      ...calls,
      { operation: 'calculate', parameters: {}, body: refused },
    ])
    const said = answers.map(({ operation, status, error }) => [operation, status, error?.code])
    expect(said).toEqual([
      ...calls.map(({ operation }) => [operation, 200, undefined]),
      ['calculate', 422, 'SUBCATEGORY_NOT_FOUND'],
    ])
  })
})

test('a refusal is a value, by its code', async () => {
  const { error, response } = await sdk['calculate']!({
    body: { state_code: 'BR', subcategory_code: 'NOPE', energy_units: 200 },
  })
  expect([response.status, (error as { error: { code: string } }).error.code]).toEqual([422, 'SUBCATEGORY_NOT_FOUND'])
})
