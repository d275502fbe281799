import fc, { type Arbitrary } from 'fast-check'
import type { Json } from '../../support/api-call.ts'
import { resolve } from '../../support/openapi.ts'

/** Values generated from a JSON Schema of the document: valid ones, those at its limits, and invalid ones. */

/** Texts that have harmed other services. Here they must only be refused or not found. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\r\nSet-Cookie: a=b',
  "' OR 1=1 --",
  '"; DROP TABLE events; --',
  '../../../../etc/passwd',
  '%2e%2e%2f',
  '{{7*7}}',
  '$'.concat('{jndi:ldap://x/y}'),
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x1F',
  '१२३',
  '２００',
  'ＢＲ',
  'br',
  'BR\u200b',
  '\ufeffBR',
  '\u202eRB',
  'A'.repeat(5_000),
  '𝟙'.repeat(60),
  'null',
  '[]',
  '*',
]

const EDGES = [
  0,
  -0,
  1,
  -1,
  0.001,
  0.0001,
  0.0005,
  9_999_999.999,
  10_000_000,
  10_000_000.001,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
]

/** Cached, because generating from a pattern is slow, and the document has a dozen of them. */
const byPattern = new Map<string, Arbitrary<string>>()

function stringOf({ pattern, minLength = 0, maxLength = 100 }: Json): Arbitrary<string> {
  if (pattern === undefined) return fc.string({ minLength, maxLength: Math.min(maxLength, 60) })
  const made = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  byPattern.set(pattern, made)
  return made
}

/** Valid values of the schema. */
export function validOf(reference: Json): Arbitrary<unknown> {
  const schema = resolve(reference)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(validOf))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return stringOf(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1000, -1000),
        max: Math.min(schema.maximum ?? 1000, 100_000),
      })
    case 'number':
      return fc.integer({ min: 0, max: 10_000_000_000 }).map((milli) => milli / 1000)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(validOf(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      })
    default:
      return objectOf(schema)
  }
}

function objectOf({ properties = {}, required = [] }: Json): Arbitrary<object> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, validOf(schema)]))
  return fc.record(members, { requiredKeys: required })
}

/** Values at the limits of the schema, on both sides. */
export function boundaryOf(reference: Json): Arbitrary<unknown> {
  const schema = resolve(reference)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(boundaryOf))
  if (schema.type === 'string') {
    const { minLength = 0, maxLength = 100 } = schema
    const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0)
    return fc
      .constantFrom(...lengths)
      .chain((length) => fc.constantFrom('A', '1', 'é', '𝟙').map((one) => one.repeat(length)))
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const own = [schema.minimum, schema.maximum].filter((bound) => bound !== undefined)
    return fc.constantFrom(...EDGES, ...own.flatMap((bound) => [bound - 1, bound, bound + 1]))
  }
  if (schema.type === 'array') {
    const lengths = [0, schema.maxItems ?? 12, (schema.maxItems ?? 12) + 1]
    return fc
      .constantFrom(...lengths)
      .chain((length) => fc.array(validOf(schema.items), { minLength: length, maxLength: length }))
  }
  return invalidOf()
}

/** Values of any other type, and hostile texts. */
export function invalidOf(): Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(null, true, false, [], {}, [[]], { a: 1 }, '', 0, -1, 1.5, [null], { __proto__x: 1 }),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.constantFrom(...EDGES.map(String), '1.2345', '01', '1.', '.5', '+1', '1,000', ' 1', '1 '),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )
}
