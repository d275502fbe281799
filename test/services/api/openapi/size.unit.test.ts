import { expect, test } from 'vitest'
import { staticAnswer } from '../../../../services/api/reply/static-answer.ts'
import type { Json } from '../../../support/api-call.ts'
import { CONTRACT, resolve, SERVED } from '../../../support/openapi.ts'

/** The document is short enough for programs and agents, and every property in it is described. */

const text = JSON.stringify(SERVED)

test('is sent in 30 KB at most, with brotli, and is 200 KB at most', async () => {
  const { brotli } = await staticAnswer('application/json', text, { brotli: true })
  expect(brotli?.length).toBeLessThanOrEqual(30 * 1024)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200 * 1024)
})

/** Properties of a schema and of all in it, with the path of each. */
function propertiesIn(schema: Json, at: string): [string, Json][] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, one]): [string, Json][] => [
    [`${at}.${name}`, one],
    ...propertiesIn(one, `${at}.${name}`),
  ])
  const parts = [schema.items, schema.additionalProperties, ...(schema.prefixItems ?? [])]
  const several = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [...own, ...[...parts, ...several].flatMap((one) => propertiesIn(one, at))]
}

const described = (one: Json): boolean => /\S{3}/.test(one.description ?? resolve(one).description ?? '')
const schemas = Object.entries<Json>(CONTRACT.components.schemas)
const properties = [
  ...schemas.flatMap(([name, schema]) => propertiesIn(schema, name)),
  ...Object.entries<Json>(CONTRACT.components.responses).flatMap(([name, { content = {} }]) =>
    Object.values<Json>(content).flatMap(({ schema }) => propertiesIn(schema, name)),
  ),
]

test('every property is described', () => {
  expect(properties.length).toBeGreaterThan(1_100)
  expect(properties.filter(([, one]) => !described(one)).map(([path]) => path)).toEqual([])
})

test('days, moments and whole numbers say their format', () => {
  const { Day, Instant, Paise } = CONTRACT.components.schemas
  expect([Day.format, Instant.format, Paise.format]).toEqual(['date', 'date-time', 'int64'])
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
})
