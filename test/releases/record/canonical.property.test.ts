import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalText } from '../../../releases/record/canonical.ts'

const text = fc.string({ unit: 'binary' }).map((any) => any.toWellFormed())
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('__proto__', '10', '9', 'a', '\u{1f600}', '￿')), tie('any')),
  ),
})).any

test('any value has the form that the library by the author of RFC 8785 gives', () => {
  fc.assert(
    fc.property(value, (any) => {
      expect(canonicalText(any)).toBe(canonicalize(any))
    }),
  )
})

test('members that are undefined are left out, and what says its own JSON is trusted', () => {
  const day = new Date('2026-04-01T00:00:00.000Z')
  expect(canonicalText({ b: undefined, a: day })).toBe('{"a":"2026-04-01T00:00:00.000Z"}')
})

test.each([
  ['half a character', '\ud800'],
  ['half a character in a name', { '\udc00': 1 }],
  ['not a number', [Number.NaN]],
  ['infinity', { a: Number.POSITIVE_INFINITY }],
  ['undefined', undefined],
  ['undefined in a list', [undefined]],
  ['a function', () => 1],
  ['a bigint', 1n],
])('%s has no form', (_name, wrong) => {
  expect(() => canonicalText(wrong)).toThrow(TypeError)
})
