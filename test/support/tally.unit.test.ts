import { expect, test } from 'vitest'
import { tallyOf, type VitestReport } from './tally.ts'

type Test = VitestReport['testResults'][number]['assertionResults'][number]

const passed: Test = { fullName: 'adds', status: 'passed', meta: {} }
const failed: Test = { fullName: 'subtracts', status: 'failed', meta: {} }
const explained: Test = { fullName: 'reads the order', status: 'skipped', meta: { skipReason: 'the PDF is not here' } }
const unexplained: Test = { fullName: 'divides', status: 'skipped', meta: {} }

function reportOf(tests: Test[], file: { status: 'passed' | 'failed'; message: string }): VitestReport {
  return {
    numPassedTests: tests.filter((t) => t.status === 'passed').length,
    numFailedTests: tests.filter((t) => t.status === 'failed').length,
    testResults: [{ name: 'some.unit.test.ts', assertionResults: tests, ...file }],
  }
}

const good = { status: 'passed', message: '' } as const

test('passed, failed and skipped tests are counted apart, and a skipped one says why', () => {
  const report = reportOf([passed, passed, failed, explained], { status: 'failed', message: '' })

  expect(tallyOf(report, 1)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    notes: ['skipped: reads the order: the PDF is not here'],
  })
})

test('a test skipped without a reason, or left to do, is a failure', () => {
  const report = reportOf([passed, unexplained, { ...unexplained, status: 'todo' }], good)

  expect(tallyOf(report, 0)).toMatchObject({ passed: 1, failed: 2, skipped: 0 })
})

test('a file that could not be loaded is a failure, though none of its tests failed', () => {
  const report = reportOf([], { status: 'failed', message: 'Cannot find module' })

  expect(tallyOf(report, 1)).toMatchObject({
    failed: 1,
    notes: ['failed: some.unit.test.ts: Cannot find module'],
  })
})

test('a run that failed for a reason outside all tests is a failure', () => {
  expect(tallyOf(reportOf([passed], good), 1)).toMatchObject({ passed: 1, failed: 1 })
})

test('a run without a report is a failure, whatever its exit code', () => {
  expect(tallyOf(null, 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('a run in which all passed has no failure and no notes', () => {
  expect(tallyOf(reportOf([passed], good), 0)).toEqual({ passed: 1, failed: 0, skipped: 0, notes: [] })
})
