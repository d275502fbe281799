import type { Reporter, TestCase } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test was skipped; printed at the end of `npm test`. */
    skipReason?: string
  }
}

/** Carries the reason given to `context.skip` into vitest's JSON report, which has a place for it only in `meta`. */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export
export default class SkipNotesReporter implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const result = testCase.result()
    if (result.state === 'skipped' && result.note) testCase.meta().skipReason = result.note
  }
}
