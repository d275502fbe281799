/** The parts of vitest's JSON report that are used here. */
export type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: 'passed' | 'failed'
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      /** Milliseconds; missing if it did not run. */
      readonly duration?: number
      readonly meta: { readonly skipReason?: string } & Readonly<Record<string, unknown>>
    }[]
  }[]
}

export type Tally = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Lines to print before the counts: why tests were skipped, and failures that no single test shows. */
  readonly notes: readonly string[]
}

const RAN = new Set(['passed', 'failed'])

/**
 * Counts of a vitest run. Failed are: failed tests; files that failed outside any test (they could not be loaded, or a
 * hook of theirs failed); tests skipped without a reason; and, as one, a run that failed for no reason seen in the
 * report, or wrote none (`report` null). `exitCode` is vitest's.
 */
export function tallyOf(report: VitestReport | null, exitCode: number): Tally {
  if (report === null) return { passed: 0, failed: 1, skipped: 0, notes: ['failed: vitest wrote no report'] }
  const files = report.testResults
  const broken = files.filter((f) => f.status === 'failed' && !f.assertionResults.some((t) => t.status === 'failed'))
  const skipped = files.flatMap((file) => file.assertionResults.filter((test) => !RAN.has(test.status)))
  const unexplained = skipped.filter((test) => !test.meta.skipReason)
  const seen = report.numFailedTests + broken.length + unexplained.length
  const unseen = seen === 0 && exitCode !== 0
  return {
    passed: report.numPassedTests,
    failed: seen + (unseen ? 1 : 0),
    skipped: skipped.length - unexplained.length,
    notes: [
      ...skipped
        .filter((test) => test.meta.skipReason)
        .map((test) => `skipped: ${test.fullName}: ${test.meta.skipReason}`),
      ...unexplained.map((test) => `failed: ${test.fullName}: skipped without a reason`),
      ...broken.map((file) => `failed: ${file.name}: ${file.message}`),
      ...(unseen ? [`failed: vitest ended with code ${exitCode}, and no test tells why`] : []),
    ],
  }
}
