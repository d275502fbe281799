import { afterAll, beforeAll, expect, test } from 'vitest'
import { readExamples } from '../../services/api/openapi/examples.ts'
import { compare, WRITING, writeExample } from './support/example-files.ts'
import { type ExampleStage, exampleStage, sentPath, shownPath } from './support/example-stage.ts'

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
