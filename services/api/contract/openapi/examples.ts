import { readdirSync, readFileSync } from 'node:fs'
import type { ErrorCode } from '../../../platform/errors.ts'
import type { Json, JsonObject } from './types.ts'

/** Where recorded exchanges lie: one file each, `<operation>.<name>.json`. */
export const EXAMPLES = new URL('../examples/', import.meta.url)

/**
 * A recorded exchange. `request` and `given` are written by hand; `response` is what a running server answered, written by
 * scripts/generate-openapi-examples.ts, and test/contract/examples.contract.test.ts sends each again.
 */
export type Example = {
  readonly operation: string
  readonly summary: string
  /** The circumstances: which key, or what is wrong with the service. */
  readonly given: string
  readonly request: {
    readonly method: string
    readonly path: string
    /** The path with `{row:ID}` and `{release:STATE}` where their hashes stand in `path`. */
    readonly template?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: Json
  }
  readonly response: { readonly status: number; readonly body: Json }
  /** `excerpt`: the answer has more members than are shown. */
  readonly shown?: 'excerpt'
}

/** Every recorded exchange by name, in order of name. */
export function readExamples(): ReadonlyMap<string, Example> {
  const names = readdirSync(EXAMPLES)
    .filter((file) => file.endsWith('.json'))
    .sort()
  return new Map(
    names.map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(new URL(file, EXAMPLES), 'utf8')) as Example,
    ]),
  )
}

/** The code an exchange was refused with; null: it was not. */
export function codeOf({ response: { body } }: Example): ErrorCode | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const { error } = body
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return null
  return error['code'] as ErrorCode
}

/** `components.examples`. */
export function exampleComponents(examples: ReadonlyMap<string, Example>): JsonObject {
  return Object.fromEntries(
    [...examples].map(([name, { summary, request, response }]) => [
      name,
      { summary, description: `${request.method} ${request.path}`, value: response.body },
    ]),
  )
}

/** References to examples by name. */
export function exampleRefs(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]))
}

/** An exchange as a command line. The address and the key are the caller's. */
export function curl({ request: { method, path, headers = {}, body } }: Example, keyed: boolean): string {
  const parts = [`curl -sS "$PRAMAAN_URL${path.replaceAll(/(["`$\\])/g, '\\$1')}"`]
  if (method !== 'GET' && body === undefined) parts.push(`-X ${method}`)
  if (keyed) parts.push('-H "X-API-Key: $PRAMAAN_KEY"')
  for (const [name, value] of Object.entries(headers)) parts.push(`-H '${name}: ${value}'`)
  if (body !== undefined) {
    parts.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`)
  }
  return parts.join(' \\\n  ')
}
