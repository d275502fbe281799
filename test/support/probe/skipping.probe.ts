import { beforeEach, describe, expect, test } from 'vitest'
import { skipReason } from '../skip.ts'

// Not a test of the project: skip-notes.int.test.ts runs it to check the report about skipped tests.

test('is skipped by its context', (context) => {
  context.skip(true, 'first reason')
})

test('is skipped without a context', () => {
  skipReason(true, 'second reason')
})

describe('a block', () => {
  beforeEach(() => skipReason(true, 'third reason'))

  test('is skipped whole', () => {
    expect.unreachable()
  })
})

test.skip('is skipped and does not say why', () => {})
