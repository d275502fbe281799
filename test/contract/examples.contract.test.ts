import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, readExamples } from '../../services/api/contract/openapi/examples.ts'
import { HTTP_CODES } from '../../services/api/contract/responses/errors.ts'
import { compare, WRITING, writeExample } from '../support/example-files.ts'
import { type ExampleStage, exampleStage, sentPath, shownPath } from '../support/example-stage.ts'
import { OPERATIONS } from '../support/openapi.ts'

/**
 * Every exchange that the OpenAPI document shows is sent to a running server in the circumstances it names, with all seven
 * states serving. After a change of figures or of answers: scripts/generate-openapi-examples.ts, and read the diff.
 */

let stage: ExampleStage
beforeAll(async () => {
  stage = await exampleStage()
}, 240_000)
afterAll(() => stage.close())

const examples = readExamples()

test.each([...examples])('%s comes back as the document shows it', async (name, example) => {
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

describe('the document shows', () => {
  test.each(OPERATIONS.map(({ operationId }) => operationId))('%s answered', (operationId) => {
    const answered = [...examples.values()].filter(({ operation, response }) => {
      return operation === operationId && response.status === 200
    })
    expect(answered.length).toBeGreaterThan(0)
  })

  test.each(HTTP_CODES)('%s', (code) => {
    expect([...examples.values()].filter((example) => codeOf(example) === code).length).toBeGreaterThan(0)
  })

  test('no example of what does not exist', () => {
    const known = new Set(OPERATIONS.map(({ operationId }) => operationId))
    expect([...examples.values()].map(({ operation }) => operation).filter((id) => !known.has(id))).toEqual([])
  })
})
