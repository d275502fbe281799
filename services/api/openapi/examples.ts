import { readdirSync, readFileSync } from 'node:fs'
import type { ErrorCode } from '../../platform/errors.ts'
import type { Json, JsonObject } from './types.ts'

/** Folder of recorded exchanges: one file each, `<operation>.<name>.json`. */
export const EXAMPLES = new URL('./examples/', import.meta.url)

/**
 * A recorded exchange. `request` and `given` are written by hand; `response` is what a running server answered, written by
 * scripts/generate-openapi-examples.ts, and test/contract/examples.contract.test.ts sends each again.
 */
export type Example = {
  readonly operation: string
  readonly summary: string
  /** Circumstances: the key used, or a fault of the service. */
  readonly given: string
  readonly request: {
    readonly method: string
    readonly path: string
    /** The path with `{row:ID}` and `{release:STATE}` in place of their hashes in `path`. */
    readonly template?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: Json
  }
  readonly response: { readonly status: number; readonly body: Json }
  /**
   * The document, which must stay short, shows only the request. `excerpt`: the answer is recorded in part, as the
   * document itself is.
   */
  readonly shown?: 'excerpt' | 'request'
}

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

/** The code with which an exchange was refused; null: it was not refused. */
export function codeOf({ response: { body } }: Example): ErrorCode | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const { error } = body
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return null
  return error['code'] as ErrorCode
}

/** Whether the document shows the answer with its operation. A refusal is shown with the schema of its code. */
export function showsAnswer(example: Example): boolean {
  return example.shown === undefined && codeOf(example) === null
}

/** Key for examples that use placeholders, which ordinary keys may not use. */
const LOWEST_FLOOR = 'specimen'

/** Answered examples of an operation in document order: readers send the first one with their own key. */
export function answeredInOrder(
  examples: readonly (readonly [name: string, example: Example])[],
): readonly (readonly [name: string, example: Example])[] {
  return examples.filter(([, { response }]) => response.status === 200).sort(([, a], [, b]) => rank(a) - rank(b))
}

/** Answers that any key gets come first, and among them the main example's. */
function rank(example: Example): number {
  return Number(example.given === LOWEST_FLOOR) * 2 + Number(!showsAnswer(example))
}

export function exampleComponents(examples: ReadonlyMap<string, Example>): JsonObject {
  return Object.fromEntries(
    [...examples]
      .filter(([, example]) => showsAnswer(example))
      .map(([name, { summary, response }]) => [name, { summary, value: response.body }]),
  )
}

/** The first recorded details of a code; null: it has none. */
export function errorExample(examples: ReadonlyMap<string, Example>, code: ErrorCode): Json | null {
  const errors = [...examples.values()]
    .filter((example) => codeOf(example) === code)
    .map(({ response: { body } }) => (body as { error: JsonObject }).error)
  return errors.find((error) => error['details'] !== undefined)?.['details'] ?? null
}

export function exampleRefs(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]))
}
