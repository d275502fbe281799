import { afterEach, expect, test, vi } from 'vitest'
import { printFailure, printResult } from '../../../services/cli/output.ts'
import { OperationRefusal } from '../../../services/operations/refusal.ts'
import { ERRORS } from '../../../services/platform/errors.ts'
import { StartRefusal } from '../../../services/platform/start.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

function printedFor(error: Error): string {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  printFailure(error, false)
  return written.join('')
}
const printed = (...refusal: ConstructorParameters<typeof OperationRefusal>): string =>
  printedFor(new OperationRefusal(...refusal))

test('an empty list in the details of a refusal is said to be empty', () => {
  expect(printed('COMPONENT_NOT_FOUND', 'there is no rows/X', { held: [], nearest: null, others: ['a'] })).toBe(
    'COMPONENT_NOT_FOUND: there is no rows/X\n  held: none\n  others:\n    a\n',
  )
})

test('a refusal that does not say what to do is followed by the remedy of its code', () => {
  expect(printed('SCOPE_NOT_OF_STATE', 'ZZ is not a scope of this release', { scopes: ['BR'] })).toBe(
    `SCOPE_NOT_OF_STATE: ZZ is not a scope of this release\n  scopes:\n    BR\n${ERRORS.SCOPE_NOT_OF_STATE.remedy}\n`,
  )
  expect(printed('WITNESSES_MISSING', '0 of 1 witnesses cosigned')).toMatch(
    /cosigned\nGet a file .* or ask for fewer\.\n$/,
  )
  expect(printed('RECORD_HASH_MISMATCH', 'other bytes')).toMatch(/other bytes\nGet the file again /)
})

test('a refusal that says what to do does not say it twice', () => {
  expect(printed('NOT_RUNNING', 'start it with `npm start`')).toBe('NOT_RUNNING: start it with `npm start`\n')
})

test('the code of a refused start is printed once', () => {
  expect(printedFor(new StartRefusal('TRUST_MISSING', 'TRUST_MISSING: no trust file'))).toBe(
    'TRUST_MISSING: no trust file\n',
  )
})

/** A document could rewrite the lines above it, copy to the clipboard, or hide the verdict about itself. */
const HOSTILE = 'a\u001b[2K\u001b[1A\u001b]52;c;eA==\u0007\u009b8m\rb\u202e\tc\nd'
const SHOWN = 'a\\u001b[2K\\u001b[1A\\u001b]52;c;eA==\\u0007\\u009b8m\\u000db\\u202e\tc\nd'

test('what a terminal obeys is shown and not sent to it, except line ends and our own colours', () => {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  printResult({ data: {}, text: `${HOSTILE} \u001b[31mNOT FOUND\u001b[39m` }, false)
  printResult({ data: { quote: HOSTILE }, text: '' }, true)
  expect(written[0]).toBe(`${SHOWN} \u001b[31mNOT FOUND\u001b[39m\n`)
  expect(JSON.parse(written[1] ?? '')).toEqual({ quote: HOSTILE })
  expect(written[1]).not.toMatch(/(?!\n)\p{Cc}|\u202e/u)
  expect(printed('SOURCE_REFUSED', HOSTILE, { names: [HOSTILE] })).toBe(
    `SOURCE_REFUSED: ${SHOWN}\n  names:\n    ${SHOWN}\n`,
  )
})
