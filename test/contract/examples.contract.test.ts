import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compactJson } from '../../scripts/markdown.ts'
import { EXAMPLES, type Example, readExamples } from '../../services/api/openapi/examples.ts'
import type { Json } from '../support/api-call.ts'
import type { Received } from '../support/validate-response.ts'
import { type ExampleStage, exampleStage, sentPath, shownPath } from './support/example-stage.ts'

/** Set by scripts/generate-openapi-examples.ts: answers are written into the examples instead of compared with them. */
const WRITING = process.env['PRAMAAN_WRITE_EXAMPLES'] === '1'

/** Members that differ between answers, runs or deployments: ids, times, log positions, keys, signatures. */
const VARIES = new Set([
  // The order of signing depends on timing.
  'changes',
  'request_id',
  'code_version',
  'ingested_at',
  'log_position',
  'next_since',
  'origin',
  'position',
  'reset_epoch',
  'retry_after_seconds',
])
const PROOF = new Set(['checkpoint', 'keys', 'leaf_index', 'tree_size', 'hashes', 'log_entry', 'payload', 'signatures'])
const SHORT = 64

/** The body with variable members reduced to their type for the comparison. */
function settled(value: Json): Json {
  if (Array.isArray(value)) return value.map(settled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      VARIES.has(name) || PROOF.has(name) ? typeof each : settled(each as Json),
    ]),
  )
}

/** The part of an answer that a shortened example shows: some members, and the beginnings of long texts. */
function excerpt(shown: Json, body: Json): Json {
  if (typeof body === 'string') return body.slice(0, SHORT)
  if (Array.isArray(body)) return body.map((each, index) => excerpt(shown?.[index], each))
  if (typeof body !== 'object' || body === null) return body
  const names = typeof shown === 'object' && shown !== null ? Object.keys(shown) : Object.keys(body)
  return Object.fromEntries(names.map((name) => [name, excerpt(shown?.[name], body[name])]))
}

const LONG = 4_096

/** A body in which each long text, such as a whole sealed record, is replaced by its hash. */
function hashed(body: Json): Json {
  if (typeof body === 'string')
    return body.length <= LONG ? body : `sha256:${createHash('sha256').update(body).digest('hex')}`
  if (Array.isArray(body)) return body.map(hashed)
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([name, each]) => [name, hashed(each as Json)]))
}

/** A response in the form of an example file: whole if the document shows it. */
function recorded({ shown, response }: Example, { status, text }: Received): Json {
  const body = text.startsWith('{') ? JSON.parse(text) : text
  if (shown === 'request') return { status, body: hashed(body) }
  return { status, body: shown === 'excerpt' ? excerpt(response.body, body) : body }
}

/** Example and response, in forms that are equal if the example is still correct. */
function compare(example: Example, received: Received): { said: Json; came: Json } {
  return { said: settled(example.response), came: settled(recorded(example, received)) }
}

/** Writes a response into an example's file. */
function writeExample(name: string, example: Example, path: string, received: Received): void {
  const request = { ...example.request, path }
  const text = compactJson({ ...example, request, response: recorded(example, received) })
  writeFileSync(new URL(`${name}.json`, EXAMPLES), `${text}\n`)
}

/**
 * Sends every exchange shown in the OpenAPI document to a running server in its stated circumstances, with all seven
 * states in service. After a change of figures or answers, run scripts/generate-openapi-examples.ts and read the diff.
 */

let stage: ExampleStage
beforeAll(async () => {
  stage = await exampleStage()
})
afterAll(() => stage.close())

const examples = readExamples()

test.each([...examples])('%s is answered as shown in the document', async (name, example) => {
  const received = await stage.play(example)
  const path = shownPath(example.request.template ?? example.request.path, await sentPath(stage, example))
  const { said, came } = compare(example, received)
  const same = JSON.stringify(said) === JSON.stringify(came) && path === example.request.path
  if (WRITING) {
    if (!same) writeExample(name, example, path, received)
    return
  }
  expect(path, 'hashes have changed: run scripts/generate-openapi-examples.ts').toBe(example.request.path)
  expect(came, 'an answer has changed: run scripts/generate-openapi-examples.ts').toEqual(said)
})
