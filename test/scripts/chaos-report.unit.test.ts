import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHAOS_PARTS, chaosReport, hasHeld } from '../../scripts/chaos-report.ts'
import { ROOT } from '../support/child.ts'
import type { VitestReport } from '../support/tally.ts'

type File = VitestReport['testResults'][number]
type Test = File['assertionResults'][number]

const WHERE = { seed: '7', conditions: 'Conditions: a test.' }
const test = (more: Partial<Test>): Test => ({
  fullName: 'killed',
  status: 'passed',
  duration: 1_500,
  meta: {},
  ...more,
})
const reportOf = (tests: readonly Test[], more: Partial<File> = {}): VitestReport => ({
  numPassedTests: 0,
  numFailedTests: 0,
  testResults: [
    { name: join(ROOT, CHAOS_PARTS[0][0]), status: 'passed', message: '', assertionResults: tests, ...more },
  ],
})

describe('the report of npm run chaos', () => {
  it('names files that are there', () => {
    for (const [file] of CHAOS_PARTS) expect(existsSync(join(ROOT, file)), file).toBe(true)
  })

  it('adds up what tests counted, and repeats what they measured', () => {
    const tests = [
      test({ meta: { counted: { killed: 2, verdicts: 29 }, measured: ['in 3 s', 'twice'] } }),
      test({ meta: { counted: { killed: 98 } } }),
      test({ fullName: 'frozen', status: 'skipped', meta: { skipReason: 'no redis-server' } }),
    ]
    const page = chaosReport(reportOf(tests), WHERE)
    expect(page).toContain('| processes ended by SIGKILL | 100 |')
    expect(page).toContain('| verdicts, each of them once in the log | 29 |')
    expect(page).toContain('| killed | held | 1.5 | in 3 s; twice |')
    expect(page).toContain('| frozen | skipped: no redis-server | 1.5 |  |')
    expect(page).toContain('| tests skipped, with a reason | 1 |')
    expect(page).toContain('Seed 7. Conditions: a test.')
    expect(page).toContain('What must hold after each of these held')
  })

  it('lists failed tests, failures outside tests, and tests that did not run', () => {
    const failed = reportOf([test({ status: 'failed' })], { status: 'failed' })
    expect(hasHeld(failed)).toBe(false)
    expect(chaosReport(failed, WHERE)).toMatch(/Something did not hold[\s\S]*\| killed \| \*\*did not hold\*\* \|/)
    const hook = reportOf([], { status: 'failed', message: 'a hook failed\nat a line' })
    expect(chaosReport(hook, WHERE)).toMatch(/failed outside its tests: a hook failed\n[\s\S]*It did not run/)
    expect(hasHeld(null)).toBe(false)
    expect(chaosReport(null, WHERE)).toContain('Something did not hold')
  })
})
