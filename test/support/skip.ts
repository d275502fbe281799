import { TestRunner } from 'vitest'

/**
 * Skips the running test if `condition` is true; `npm test` prints `reason` at its end, and counts a test skipped
 * without a reason as failed. Call it in a test, or in a `beforeEach` for all tests of a block. The same as vitest's
 * `context.skip(condition, reason)`, for tests without a context parameter.
 */
export function skipReason(condition: boolean, reason: string): void {
  const test = TestRunner.getCurrentTest()
  if (!test) throw new Error('skipReason is for use in a test or in beforeEach')
  test.context.skip(condition, reason)
}
