import { afterEach, expect, test, vi } from 'vitest'
import { printFailure } from '../../../services/cli/output.ts'
import { OperationRefusal } from '../../../services/operations/refusal.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test('an empty list in the details of a refusal is said to be empty', () => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  printFailure(
    new OperationRefusal('COMPONENT_NOT_HELD', 'rows/X is not held', { held: [], nearest: null, others: ['a'] }),
    false,
  )
  expect(written.join('')).toContain(': rows/X is not held\n  held: none\n  others:\n    a\n')
})
