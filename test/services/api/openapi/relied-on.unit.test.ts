import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/api-call.ts'
import { CONTRACT } from '../../../support/openapi.ts'

/**
 * What clients rely on in the contract, one line each: operations, their parameters, required and optional inputs,
 * allowed words, and every member of an answer with its type. Not included: what may be added at any time (a code, a
 * word in an answer). A named text, number or flag is listed by its name and by its type: clients rely on the type, so
 * naming it breaks nothing. Source: docs/versioning.md#what-the-numbers-mean.
 */
function outlineOf(contract: Json): string[] {
  const lines = new Set<string>()
  const requests = new Set<string>()
  const plain = plainTypes(contract.components.schemas)
  for (const [path, item] of Object.entries<Json>(contract.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const name = `${method.toUpperCase()} ${path}`
      lines.add(name)
      for (const { name: parameter, required } of (operation.parameters ?? []).map((one: Json) =>
        resolved(contract, one),
      ))
        lines.add(`${name} takes ${parameter}${required === true ? '' : ', not needed'}`)
      const body = operation.requestBody?.content?.['application/json']?.schema
      if (body !== undefined) {
        lines.add(`${name} takes ${typeOf(body)}`)
        requests.add(typeOf(body))
      }
      for (const [type, { schema }] of Object.entries<Json>(operation.responses['200']?.content ?? {}))
        addMembers(lines, plain, `${name} ${type}`, schema, false)
    }
  }
  for (const [name, schema] of Object.entries<Json>(contract.components.schemas))
    addMembers(lines, plain, name, schema, requests.has(name))
  return [...lines].sort()
}

function resolved(contract: Json, { $ref, ...own }: Json): Json {
  if ($ref === undefined) return own
  return ($ref as string)
    .slice(2)
    .split('/')
    .reduce((at: Json, key) => at[key], contract)
}

/** Types of the named schemas that are neither objects nor lists. */
function plainTypes(schemas: Json): ReadonlyMap<string, string> {
  const named = Object.entries<Json>(schemas).map(([name, schema]) => [name, typeOf(schema)] as const)
  return new Map(named.filter(([, type]) => /^(string|number|integer|boolean)$/.test(type)))
}

function typeOf({ $ref, type, anyOf, oneOf, items, const: only }: Json, plain?: ReadonlyMap<string, string>): string {
  if ($ref !== undefined) {
    const name = ($ref as string).replace(/^.*\//, '')
    return plain?.get(name) ?? name
  }
  const several = anyOf ?? oneOf
  if (several !== undefined)
    return [...new Set((several as Json[]).map((one) => typeOf(one, plain)))].sort().join(' or ')
  if (type === 'array') return `list of ${typeOf(items ?? {}, plain)}`
  if (Array.isArray(type)) return [...type].sort().join(' or ')
  return String(type ?? (only === undefined ? 'anything' : typeof only))
}

function addMembers(
  lines: Set<string>,
  plain: ReadonlyMap<string, string>,
  at: string,
  schema: Json,
  isRequest: boolean,
): void {
  const { properties, required = [], anyOf, oneOf, items, enum: words } = schema
  if (isRequest) for (const word of words ?? []) lines.add(`${at} may be ${word}`)
  for (const [name, one] of Object.entries<Json>(properties ?? {})) {
    const needed = isRequest && !required.includes(name) ? ', not needed' : ''
    for (const type of [typeOf(one), typeOf(one, plain)]) lines.add(`${at}.${name}: ${type}${needed}`)
    addMembers(lines, plain, `${at}.${name}`, one, isRequest)
  }
  for (const one of anyOf ?? oneOf ?? []) if (one.$ref === undefined) addMembers(lines, plain, at, one, isRequest)
  if (items !== undefined && items.$ref === undefined) addMembers(lines, plain, `${at}[]`, items, isRequest)
}

/**
 * Parts of the contract that clients rely on are never removed (docs/versioning.md#what-the-numbers-mean):
 * relied-on.txt may only grow.
 */

const FILE = new URL('./relied-on.txt', import.meta.url)
const relied = readFileSync(FILE, 'utf8').trimEnd().split('\n')
const now = outlineOf(CONTRACT)

describe('the contract', () => {
  it('has all that clients rely on, under its name and of its type, and asks for nothing more', () => {
    const has = new Set(now)
    expect(relied.filter((line) => !has.has(line))).toEqual([])
  })

  it('has nothing that they may not rely on: what is added is written down (PRAMAAN_WRITE_EXAMPLES=1 writes it)', () => {
    const all = [...new Set([...relied, ...now])].sort()
    if (process.env['PRAMAAN_WRITE_EXAMPLES'] === '1') writeFileSync(FILE, `${all.join('\n')}\n`)
    else expect(relied).toEqual(all)
  })
})

describe('the outline finds', () => {
  const changed = (change: (contract: Json) => void): string[] => {
    const contract = structuredClone(CONTRACT)
    change(contract)
    const has = new Set(outlineOf(contract))
    return now.filter((line) => !has.has(line))
  }
  const { schemas } = CONTRACT.components

  it.each<[string, (contract: Json) => void, string]>([
    [
      'a member that is gone',
      ({ components }) => delete components.schemas.BillVerification.properties.verdict,
      'BillVerification.verdict: string',
    ],
    [
      'a member of another type',
      ({ components }) => {
        components.schemas.BillVerification.properties.verdict = { type: 'integer' }
      },
      'BillVerification.verdict: string',
    ],
    [
      'an input that is suddenly needed',
      ({ components }) => components.schemas.CalculateRequest.required.push('phase'),
      'CalculateRequest.phase: string, not needed',
    ],
    [
      'a word that is not taken any more',
      ({ components }) => components.schemas.CalculateRequest.properties.phase.enum.pop(),
      'CalculateRequest.phase may be three',
    ],
    ['a route that is gone', ({ paths }) => delete paths['/v1/rows/{row_sha256}'], 'GET /v1/rows/{row_sha256}'],
  ])('%s', (_what, change, line) => {
    expect(schemas.CalculateRequest).toBeDefined()
    expect(changed(change)).toContain(line)
  })
})
