import { TestRunner } from 'vitest'

/**
 * Skips the running test when `condition` holds; `npm test` prints `reason` at its end, and counts a test skipped
 * without one as failed. To be called in a test, or in a `beforeEach` for all tests of a block. The same as vitest's
 * `context.skip(condition, reason)`, where the test has no context parameter.
 */
export function skipReason(condition: boolean, reason: string): void {
  const test = TestRunner.getCurrentTest()
  if (!test) throw new Error('skipReason is for use in a test or in beforeEach')
  test.context.skip(condition, reason)
}
