import { describe, expect, test } from 'vitest'
import type { Json } from '../../../support/api-call.ts'
import { CONTRACT, SERVED } from '../../../support/openapi.ts'

/** The published document is equivalent to the full one: when expanded, the two are equal. */

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
const added = Object.keys(SERVED.components.schemas).filter((name) => !(name in CONTRACT.components.schemas))

function target(document: Json, pointer: string): Json {
  return pointer
    .slice(2)
    .split('/')
    .reduce((at, name) => at[name], document)
}

/** A schema with its extensions and the short document's own names expanded. */
function writtenOut(value: Json): Json {
  if (Array.isArray(value)) return value.map(writtenOut)
  if (!isObject(value)) return value
  const name = String(value.$ref ?? '').replace('#/components/schemas/', '')
  if (added.includes(name)) {
    const { $ref: _, ...beside } = value
    return { ...writtenOut(SERVED.components.schemas[name]), ...beside }
  }
  if (String(value.$ref ?? '').startsWith('#/components/parameters/')) return target(SERVED, value.$ref)
  const { allOf, ...own } = value
  const rest = Object.fromEntries(Object.entries(own).map(([key, inner]) => [key, writtenOut(inner)]))
  if (allOf === undefined) return rest
  const [base] = writtenOut(allOf)
  const properties = { ...base.properties }
  for (const [key, one] of Object.entries<Json>(rest.properties)) properties[key] = { ...properties[key], ...one }
  return { type: base.type, ...rest, properties, required: [...base.required, ...(rest.required ?? [])] }
}

/** A common form of both: null as `anyOf`, no minimum length of text, lists of names in order. */
function plain(value: Json, key = ''): Json {
  if (Array.isArray(value)) {
    const items = value.map((one) => plain(one))
    return key === 'required' || key === 'parameters' ? items.map((one) => JSON.stringify(one)).sort() : items
  }
  if (!isObject(value)) return value
  if (String(value.$ref ?? '').startsWith('#/components/parameters/')) return plain(target(SERVED, value.$ref))
  const { minLength, ...text } = value
  const stated = minLength === 1 ? text : value
  const { required, ...optional } = stated
  const kept = required === false ? optional : stated
  const { type, description, ...keywords } = kept
  const nullable = Array.isArray(type)
    ? {
        ...(description === undefined ? {} : { description }),
        anyOf: [{ type: type[0], ...keywords }, { type: 'null' }],
      }
    : kept
  return Object.fromEntries(
    Object.keys(nullable)
      .sort()
      .map((name) => [name, plain(nullable[name], name)]),
  )
}

describe('the document that is served', () => {
  test.each(Object.keys(CONTRACT.components.schemas))('says of %s what the full one says', (name) => {
    expect(plain(writtenOut(SERVED.components.schemas[name]))).toEqual(plain(CONTRACT.components.schemas[name]))
  })

  test('says of operations and responses what the full one says', () => {
    for (const part of ['paths', 'info', 'tags', 'servers'])
      expect(plain(writtenOut(SERVED[part]))).toEqual(plain(writtenOut(CONTRACT[part])))
    expect(plain(writtenOut(SERVED.components.responses))).toEqual(plain(CONTRACT.components.responses))
  })

  test('has no name for what is in one place only', () => {
    const text = JSON.stringify(SERVED)
    const times = (name: string): number => text.split(`"#/components/schemas/${name}"`).length - 1
    expect(added.length).toBeGreaterThan(20)
    expect(added.filter((name) => times(name) < 2)).toEqual([])
  })
})
