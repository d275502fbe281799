import fc, { type Arbitrary } from 'fast-check'
import { readExamples } from '../../../services/api/openapi/examples.ts'
import type { Json } from '../../support/api-call.ts'
import { OPERATIONS, type Operation, resolve } from '../../support/openapi.ts'
import { boundaryOf, HOSTILE_TEXTS, invalidOf, validOf } from './values.ts'

/** Requests generated from the OpenAPI document, for each operation and kind. */

export const KINDS = ['valid', 'boundary', 'invalid', 'hostile'] as const
export type Kind = (typeof KINDS)[number]

export type FuzzRequest = {
  readonly operation: Operation
  readonly kind: Kind
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** The text of the body; null: none. */
  readonly body: string | null
  /** The key to send. */
  readonly as: 'full' | 'bare' | 'none' | 'wrong'
  /** A text that no answer may repeat. */
  readonly secret: string | null
}

type Members = Readonly<Record<string, unknown>>

/** Members from recorded requests of an operation, which pass the first checks. */
const RECORDED = [...readExamples().values()].filter(({ request }) => typeof request.body === 'object')
const bodiesOf = ({ operationId }: Operation): Members[] =>
  RECORDED.filter(({ operation }) => operation === operationId).map(({ request }) => request.body as Members)
const PATHS = [...readExamples().values()].filter(({ response }) => response.status === 200)
const queriesOf = ({ operationId }: Operation): Members[] =>
  PATHS.filter(({ operation }) => operation === operationId).map(({ request }) =>
    Object.fromEntries(new URL(request.path, 'http://x').searchParams),
  )
/** Every recorded value of a member with that name. */
const WORDS = new Map<string, unknown[]>()
for (const members of [...RECORDED.map(({ request }) => request.body as Members), ...OPERATIONS.flatMap(queriesOf)]) {
  for (const [name, value] of Object.entries(members)) WORDS.set(name, [...(WORDS.get(name) ?? []), value])
}

function replacementOf(kind: Kind, name: string, schema: Json): Arbitrary<unknown> {
  if (kind === 'boundary') return boundaryOf(schema)
  if (kind !== 'valid') return invalidOf()
  const known = WORDS.get(name) ?? []
  return known.length === 0 ? validOf(schema) : fc.oneof(validOf(schema), fc.constantFrom(...known))
}

/** Recorded members with some replaced, left out or added, depending on the kind. */
function membersOf(
  kind: Kind,
  recorded: readonly Members[],
  properties: Readonly<Record<string, Json>>,
): Arbitrary<Members> {
  const names = Object.keys(properties)
  const base = fc.constantFrom<Members>(...(recorded.length === 0 ? [{}] : recorded))
  if (names.length === 0) return base
  const change = fc.constantFrom(...names).chain((name) =>
    fc.oneof(
      { weight: 5, arbitrary: replacementOf(kind, name, properties[name]).map((value) => ({ [name]: value })) },
      { weight: kind === 'valid' ? 0 : 1, arbitrary: fc.constant({ [name]: undefined }) },
      {
        weight: kind === 'invalid' ? 2 : 0,
        arbitrary: fc.constantFrom(...HOSTILE_TEXTS, 'extra').map((word) => ({ [word]: 1 })),
      },
    ),
  )
  const changes = fc.array(change, { minLength: kind === 'valid' ? 0 : 1, maxLength: 3 })
  return fc.tuple(base, changes).map(([members, each]) => Object.assign({}, members, ...each))
}

function bodySchema({ object }: Operation): Json | null {
  const body = object.requestBody?.content['application/json'].schema
  return body === undefined ? null : resolve(body)
}

function queryText(members: Members): string {
  const pairs = Object.entries(members).filter(([, value]) => value !== undefined)
  const text = pairs.map(
    ([name, value]) => `${percent(name)}=${percent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return text.length === 0 ? '' : `?${text.join('&')}`
}
/** encodeURIComponent rejects unpaired surrogates, but a client may send them. */
function percent(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function pathOf({ path, object }: Operation, kind: Kind): Arbitrary<string> {
  const parameters: Json[] = (object.parameters ?? []).map(resolve).filter((each: Json) => each.in === 'path')
  return parameters.reduce<Arbitrary<string>>(
    (made, { name, schema, example }) =>
      fc
        .tuple(
          made,
          kind === 'valid'
            ? fc.oneof(validOf(schema), fc.constant(example))
            : fc.oneof(boundaryOf(schema), invalidOf()),
        )
        .map(([text, value]) => text.replace(`{${name}}`, percent(String(value ?? 'x')).slice(0, 6_000) || 'x')),
    fc.constant(path),
  )
}

/** A request of an operation whose parameters and body are of this kind. */
export function requestOf(operation: Operation, kind: Kind): Arbitrary<FuzzRequest> {
  const query = (operation.object.parameters ?? []).map(resolve).filter((each: Json) => each.in === 'query')
  const parameters = Object.fromEntries(query.map(({ name, schema }: Json) => [name, schema]))
  const schema = bodySchema(operation)
  const body = schema === null ? fc.constant(null) : membersOf(kind, bodiesOf(operation), schema.properties)
  return fc
    .record({ path: pathOf(operation, kind), query: membersOf(kind, queriesOf(operation), parameters), body })
    .map(({ path, query: members, body: own }) => ({
      operation,
      kind,
      method: operation.method,
      path: `${path}${queryText(members)}`,
      headers: own === null ? {} : { 'content-type': 'application/json' },
      body: own === null ? null : JSON.stringify(own),
      as: 'full' as const,
      secret: null,
    }))
}
