import * as z from 'zod'
import type { FieldProblem } from '../../releases/engine/refuse.ts'
import type { ApiKey, Scope } from '../keys/key.ts'
import type { ErrorCode } from '../platform/errors.ts'
import type { Refused } from './contract/responses/error-details.ts'
import { apiVersion, okStatus, requestId } from './contract/responses/scalars.ts'
import type { ApiRequest } from './reply/exchange.ts'
import type { JsonText, SentBy } from './reply/json-text.ts'
import type { StaticAnswer } from './reply/static-answer.ts'
import type { Services } from './services.ts'
import type { Snapshot } from './snapshot/serving-release.ts'

type Json<Schema> = Schema extends z.ZodType ? SentBy<Schema> | JsonText<SentBy<Schema>> : never

/** Content of a route's 200 answer in the contract. `schema` is that of the whole body. */
type Answered = {
  readonly schema: z.ZodType
  readonly mediaTypes: readonly string[]
  readonly description: string
}

/** The envelope around `data` and `meta`; `more` are members at its top level (spec: Response envelope). */
export function enveloped<Data extends z.ZodType, Meta extends z.ZodType>(
  data: Data,
  meta: Meta,
  more: z.ZodRawShape = {},
) {
  const head = { status: okStatus, api_version: apiVersion, request_id: requestId }
  const schema = z.object({ ...head, ...more, data, meta })
  return { data, meta, schema, mediaTypes: ['application/json'], description: 'The answer' } as const
}

/** A body without the envelope (docs/design/contract.md#envelope). */
export function bare<Value extends z.ZodType>(
  value: Value,
  mediaTypes: readonly string[] = ['application/json'],
  description = 'The answer',
) {
  return { value, schema: value, mediaTypes, description } as const
}

/** An answer of `data` and `meta`. `more`: further members, as JSON text with a comma after each. */
type Members<Data, Meta> = {
  readonly data: Data
  readonly meta: Meta
  readonly more?: string
  readonly headers?: Readonly<Record<string, string>>
}
export type AnyMembers = Members<object | string, object | string>

/**
 * A streamed answer: `parts` are JSON text in chunks of bytes, from after the request id of a 200 answer. A chunk is
 * overwritten by the next one, so the whole answer is never in memory.
 */
export type Streamed = {
  readonly ok: true
  readonly parts: AsyncIterable<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
}

/** Codes that any key, query or body may cause; a route lists its own codes. */
type Standing =
  | 'INVALID_QUERY_PARAMETER'
  | 'INVALID_REQUEST_FIELD'
  | 'API_SCOPE_DENIED'
  | 'VERIFIED_RUNTIME_UNAVAILABLE'

/**
 * An answer in the envelope. `of` lists what it depends on besides the query, above all hashes of releases: it has an
 * ETag, and its members are serialised once (response-cache.ts).
 */
type InEnvelope<Data, Meta> =
  | ({ readonly ok: true } & Members<Data, Meta>)
  | { readonly ok: true; readonly of: readonly string[]; readonly members: () => Members<Data, Meta> }
  | Streamed

/** An answer without it. A file is sent as unchanged bytes. */
type Bare<Value, Unready> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: true; readonly unavailable: Unready }
  | { readonly ok: true; readonly file: StaticAnswer }

type Outcome<Response, Code extends ErrorCode, Unready> =
  | (Response extends { readonly data: infer Data; readonly meta: infer Meta }
      ? InEnvelope<Json<Data>, Json<Meta>>
      : Response extends { readonly value: infer Value }
        ? Bare<Json<Value>, Json<Unready>>
        : never)
  | Refused<Code | Standing>

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : null

/** Input of a handler: validated fields and the key, which is null for routes without a key. */
export type Asked<Query, Body, Params, Needed> = {
  readonly query: Parsed<Query>
  readonly body: Parsed<Body>
  readonly params: Parsed<Params>
  readonly key: Needed extends null ? null : ApiKey
  readonly requestId: string
}

/** The description for agents of a route that is also a tool (docs/design/contract.md#agent-endpoint). */
type Tool = {
  readonly name: string
  readonly title: string
  readonly gives: string
  /** It returns amounts, to which more rules apply. */
  readonly amounts?: true
  /** Wrong conclusions to avoid. */
  readonly cautions: readonly string[]
}

type Definition<Query, Body, Params, Needed, Response, Code extends ErrorCode, Unready> = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly operationId: string
  readonly tag: 'Release' | 'Catalogue' | 'Evidence' | 'Calculation' | 'Service'
  readonly summary: string
  readonly description: string
  /** Null: no key is needed. */
  readonly scope: Needed
  /** Needs no key but queries Postgres: counted against the client's address like a request without a key. */
  readonly counted?: true
  /** Null if not checked; `noQuery` allows no parameter. */
  readonly query: Query
  readonly body?: Body
  readonly bodyName?: string
  /** Checks of a body that a schema cannot express; reported together with the schema's errors. */
  readonly bodyProblems?: (body: unknown, snapshot: Snapshot) => readonly FieldProblem[]
  /** Maximum body size in bytes; default BODY_LIMIT. */
  readonly bodyLimit?: number
  /** Some or all of its requests count against the key's bills per minute; headers say so. */
  readonly takesBills?: 'each' | 'some'
  /** Parts of the path. They are described here and checked by the handler. */
  readonly params?: Params
  readonly response: Response
  /** An answer of 503 outside the envelope and the catalogue of codes (readiness). */
  readonly unavailable?: { readonly description: string; readonly schema: Unready }
  /** Codes of its own, in documentation order. */
  readonly codes?: readonly Code[]
  /** It has an ETag and answers If-None-Match with 304. */
  readonly conditional?: boolean
  /** For answers made for one request; default: they must not be stored. */
  readonly cacheControl?: string
  /** Default state of a request; absent: no default, the answer is filtered. */
  readonly defaultState?: string
  readonly tool?: Tool
  /** Work that an instance does soon after it starts listening, so that few requests wait for it. */
  readonly prepare?: () => Promise<unknown>
  // A method, so that routes of all types are assignable to Route: the framework passes in only what the route's own
  // schemas have accepted.
  handle(
    services: Services,
    asked: Asked<Query, Body, Params, Needed>,
  ): Outcome<Response, NoInfer<Code>, Unready> | Promise<Outcome<Response, NoInfer<Code>, Unready>>
}

export type AnyOutcome = InEnvelope<object | string, object | string> | Bare<object | string, object | string> | Refused

/** One route, of any types; registration, documentation and agent tools are derived from it. */
export type Route = Omit<
  Definition<z.ZodType | null, z.ZodType, z.ZodObject, Scope | null, Answered, ErrorCode, z.ZodType>,
  'handle'
> & {
  handle(services: Services, asked: AnyAsked): AnyOutcome | Promise<AnyOutcome>
}
export type AnyAsked = {
  readonly query: unknown
  readonly body: unknown
  readonly params: unknown
  readonly key: ApiKey | null
  readonly requestId: string
}

/**
 * Defines a route in one place: `handle` receives the validated input, and its result must match `response` and
 * `codes`. The compiler checks that (test/services/api/route.unit.test.ts); it is not checked again at run time. Extra
 * members are found by the types, and by tests that check answers against closed schemas.
 */
export function defineRoute<
  const Query extends z.ZodType | null,
  const Needed extends Scope | null,
  const Response extends Answered,
  const Code extends ErrorCode = never,
  const Body extends z.ZodType = never,
  const Params extends z.ZodObject = never,
  const Unready extends z.ZodType = never,
>(definition: Definition<Query, Body, Params, Needed, Response, Code, Unready>): typeof definition {
  return definition
}

/** For routes without parameters: any parameter is unknown. */
export const noQuery = z.strictObject({})

declare module 'fastify' {
  interface FastifyRequest extends Pick<ApiRequest, 'apiKey' | 'startedAtMs' | 'takesBrotli'> {}
  interface FastifyContextConfig {
    route?: Pick<Route, 'method' | 'path'>
  }
}
