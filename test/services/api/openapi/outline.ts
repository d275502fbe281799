import type { Json } from '../../../support/api-call.ts'

/**
 * What clients rely on in a contract, a line each: operations, their parameters, what requests take and need not say, the
 * words they may say, and every member of an answer with its type. What may be added at any time (a code, a word of an answer)
 * is not in it. Source: docs/versioning.md#what-the-numbers-mean.
 */
export function outlineOf(contract: Json): string[] {
  const lines = new Set<string>()
  const requests = new Set<string>()
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
        addMembers(lines, `${name} ${type}`, schema, false)
    }
  }
  for (const [name, schema] of Object.entries<Json>(contract.components.schemas))
    addMembers(lines, name, schema, requests.has(name))
  return [...lines].sort()
}

function resolved(contract: Json, { $ref, ...own }: Json): Json {
  if ($ref === undefined) return own
  return ($ref as string)
    .slice(2)
    .split('/')
    .reduce((at: Json, key) => at[key], contract)
}

function typeOf({ $ref, type, anyOf, oneOf, items, const: only }: Json): string {
  if ($ref !== undefined) return ($ref as string).replace(/^.*\//, '')
  const several = anyOf ?? oneOf
  if (several !== undefined) return [...new Set((several as Json[]).map(typeOf))].sort().join(' or ')
  if (type === 'array') return `list of ${typeOf(items ?? {})}`
  return String(type ?? (only === undefined ? 'anything' : typeof only))
}

function addMembers(lines: Set<string>, at: string, schema: Json, isRequest: boolean): void {
  const { properties, required = [], anyOf, oneOf, items, enum: words } = schema
  if (isRequest) for (const word of words ?? []) lines.add(`${at} may be ${word}`)
  for (const [name, one] of Object.entries<Json>(properties ?? {})) {
    lines.add(`${at}.${name}: ${typeOf(one)}${isRequest && !required.includes(name) ? ', not needed' : ''}`)
    addMembers(lines, `${at}.${name}`, one, isRequest)
  }
  for (const one of anyOf ?? oneOf ?? []) if (one.$ref === undefined) addMembers(lines, at, one, isRequest)
  if (items !== undefined && items.$ref === undefined) addMembers(lines, `${at}[]`, items, isRequest)
}
