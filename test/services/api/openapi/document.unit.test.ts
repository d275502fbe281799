import { describe, expect, test } from 'vitest'
import { ROUTES } from '../../../../services/api/routes/index.ts'
import { SCOPES } from '../../../../services/keys/key.ts'
import { ERRORS, type ErrorCode } from '../../../../services/platform/errors.ts'
import type { Json } from '../../../support/api-call.ts'
import { CONTRACT, OPERATIONS, resolve } from '../../../support/openapi.ts'

/**
 * Required content of the OpenAPI document (spec: Endpoints, Versioning; docs/design/contract.md#addresses,
 * docs/design/contract.md#refusals).
 */

const operation = (operationId: string): Json => OPERATIONS.find((each) => each.operationId === operationId)!.object
const parameter = (operationId: string, name: string): Json =>
  operation(operationId)
    .parameters.map(resolve)
    .find((each: Json) => each.name === name)

test('is OpenAPI 3.1.0 of the contract version the specification names', () => {
  expect([CONTRACT.openapi, CONTRACT.info.version]).toEqual(['3.1.0', '1.2.0-solar-candidate'])
})

test('has every route of the API and no other', () => {
  const said = OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort()
  const served = ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort()
  expect(said).toEqual(served)
})

test('names no operation twice, and files each under a tag that is explained', () => {
  const ids = OPERATIONS.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const tags = new Set(CONTRACT.tags.map(({ name }: Json) => name))
  for (const { object } of OPERATIONS) for (const tag of object.tags) expect(tags).toContain(tag)
})

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(CONTRACT).matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer]) => pointer!)
  expect(references.length).toBeGreaterThan(100)
  for (const pointer of new Set(references)) expect(resolve({ $ref: pointer }), pointer).toBeDefined()
})

describe('keys', () => {
  test('go in one of two headers', () => {
    expect(CONTRACT.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    })
  })

  test.each(ROUTES.map((spec) => [`${spec.method} ${spec.path}`, spec] as const))(
    '%s says its scope, or that it needs none',
    (_name, spec) => {
      const path = spec.path.replaceAll(/:(\w+)/g, '{$1}')
      const { security } = CONTRACT.paths[path][spec.method.toLowerCase()]
      expect(security).toEqual(spec.scope === null ? [] : [{ apiKey: [spec.scope] }])
      if (spec.scope !== null) expect(SCOPES).toContain(spec.scope)
    },
  )
})

describe('errors', () => {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].http !== null)
  const schemas: [string, Json][] = Object.entries(CONTRACT.components.schemas)

  test.each(codes)('%s stands under its status, with what happened, why and what to do', (code) => {
    const { http, message, why, remedy } = ERRORS[code]
    const [name, schema] = schemas.find(([, { properties }]) => properties?.code?.const === code)!
    expect(schema.description).toBe(`HTTP ${http}. ${message} ${why} ${remedy}`)
    const said = OPERATIONS.flatMap(({ object }) => [object.responses[String(http)], object.responses.default]).filter(
      (response) => response?.description.includes(`\`${code}\``),
    )
    expect(said.length).toBeGreaterThan(0)
    for (const { content } of said) {
      const { schema } = content['application/json']
      expect(JSON.stringify(schema)).toContain(`"#/components/schemas/${name}"`)
    }
  })

  test('every operation refers to its refusals: each stands once', () => {
    const references = Object.values<Json>(CONTRACT.paths)
      .flatMap((path) => Object.values<Json>(path))
      .flatMap(({ responses }) => Object.entries<Json>(responses).filter(([status]) => !(Number(status) < 400)))
    expect(references.length).toBeGreaterThan(150)
    expect(references.filter(([, { $ref }]) => $ref === undefined)).toEqual([])
    const texts = Object.values(CONTRACT.components.responses).map((each) => JSON.stringify(each))
    expect(new Set(texts).size).toBe(texts.length)
  })

  test.each([
    [
      '429',
      [
        'X-Request-ID',
        'Retry-After',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'RateLimit',
        'RateLimit-Policy',
      ],
    ],
    ['401', ['X-Request-ID', 'WWW-Authenticate']],
    ['503', ['X-Request-ID', 'Retry-After']],
    ['422', ['X-Request-ID']],
  ])('%s promises its headers', (status, names) => {
    const { headers } = operation('calculate').responses[status]
    for (const name of names) expect(resolve(headers[name]).required, name).toBe(true)
  })

  test('what any request may meet stands once, under default, with Allow where it is 405', () => {
    const { headers } = operation('calculate').responses.default
    expect(Object.keys(headers)).toEqual(['X-Request-ID', 'Allow'])
    expect(resolve(headers.Allow).required).toBeUndefined()
    for (const { responses } of Object.values<Json>(CONTRACT.paths).flatMap((path) => Object.values<Json>(path)))
      expect(responses.default).toEqual({ $ref: '#/components/responses/StatusDefault' })
  })
})

test.each(['listTariffs', 'listCategories', 'listSources', 'getHealth', 'calculate'])(
  'answers of %s promise their id, and a tag where they can be asked for again',
  (id) => {
    const { headers } = operation(id).responses['200']
    expect(resolve(headers['X-Request-ID']).required).toBe(true)
    expect(headers.ETag === undefined).toBe(['getHealth', 'calculate'].includes(id))
  },
)

describe('parameters and bodies are what the validator checks:', () => {
  test.each([
    ['listTariffs', 'state_code', 2],
    ['listTariffs', 'subcategory_code', 100],
    ['listTariffs', 'supply_type', 50],
    ['listTariffs', 'area_type', 50],
    ['listTariffs', 'category_id', 64],
    ['listTariffs', 'effective_on', 10],
    ['getCapabilities', 'state_code', 2],
  ])('%s %s has at most %i characters', (id, name, most) => {
    expect(parameter(id, name)).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'string', maxLength: most },
    })
  })

  test.each(['getCapabilities', 'listCategories', 'listTariffs'])('%s asks for Bihar by default', (id) => {
    expect(parameter(id, 'state_code').schema.default).toBe('BR')
  })

  test.each(ROUTES.filter(({ query }) => query !== null).map(({ path, query }) => [path, query] as const))(
    '%s',
    (path, query) => {
      const names = Object.keys((query as unknown as { shape: object }).shape).sort()
      const { parameters = [] } = CONTRACT.paths[path.replaceAll(/:(\w+)/g, '{$1}')].get
      const inQuery = parameters.map(resolve).filter((each: Json) => each.in === 'query')
      expect(inQuery.map(({ name }: Json) => name).sort()).toEqual(names)
      for (const { description } of inQuery) expect(description).toMatch(/\S{3}/)
    },
  )

  test('a body takes no field that is not named', () => {
    for (const name of ['CalculateRequest', 'SolarSavingsRequest', 'CategoryResolverRequest']) {
      expect(CONTRACT.components.schemas[name].additionalProperties).toBe(false)
    }
  })
})
