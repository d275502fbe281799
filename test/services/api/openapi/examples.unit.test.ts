import { describe, expect, test } from 'vitest'
import { HTTP_CODES } from '../../../../services/api/contract/responses/errors.ts'
import { codeOf, readExamples } from '../../../../services/api/openapi/examples.ts'
import { OPERATIONS } from '../../../support/openapi.ts'

/** There must be enough examples; test/contract/examples.contract.test.ts checks that they are correct. */

const examples = readExamples()

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
