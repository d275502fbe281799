import { expect, test } from 'vitest'
import { nonBlank } from '../../../services/cli/arguments.ts'

test.each(['', '  ', '\u200b', ' \u2060\ufeff ', '\u3164', '\u00ad', '\u2800', '\u0007'])(
  'a reason in which nobody sees anything is none: %j',
  (text) => {
    expect(() => nonBlank(text)).toThrow('must not be empty')
  },
)

test.each([' a mistake ', 'a\u200bb', '\u0926\u0930', '.'])('%j is one', (text) => {
  expect(nonBlank(text)).toBe(text.trim())
})

test.each(['\u001b[31mred', 'a\u0007', 'a\u009b31m', 'a\u007f'])('a terminal is not told what to do by %j', (text) => {
  expect(() => nonBlank(text)).toThrow('must not have control characters')
})

test('a text has the length of one at the desk at most', () => {
  expect(nonBlank('a\n\tb'.padEnd(2_000, '.'))).toHaveLength(2_000)
  expect(() => nonBlank('.'.repeat(2_001))).toThrow('at most 2,000 characters')
})
