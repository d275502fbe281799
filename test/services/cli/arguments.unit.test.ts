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
