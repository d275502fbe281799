import { describe, expect, it } from 'vitest'
import { parseDocument } from './support/markdown.ts'
import { matchesText, missingFrom } from './support/match.ts'

describe('the output in a guide is compared with a command’s output', () => {
  it('accepts the mark for anything within a line, and alone on a line for any number of lines', () => {
    expect(matchesText('a … c\n…\nend', 'a b c\nx\ny\nend\n')).toBe(true)
    expect(matchesText('a\n…\nend', 'a\nend')).toBe(true)
    expect(matchesText('a (b) [c]', 'a (b) [c]')).toBe(true)
  })

  it('accepts columns of any width, but not one column for two', () => {
    expect(matchesText('a   b', 'a      b')).toBe(true)
    expect(matchesText('a   b', 'a b')).toBe(false)
    expect(matchesText('a   b', 'ab')).toBe(false)
  })

  it('refuses a line more, a line less, and another word', () => {
    expect(matchesText('a\nend', 'a\nb\nend')).toBe(false)
    expect(matchesText('a\nb\nend', 'a\nend')).toBe(false)
    expect(matchesText('a …', 'b c')).toBe(false)
    expect(matchesText('a', 'a b')).toBe(false)
    expect(matchesText('a…', 'a\nb')).toBe(false)
  })

  it('allows more fields than shown in an object, but not more items in a list', () => {
    expect(missingFrom({ a: 1, b: { c: 'x…' } }, { a: 1, b: { c: 'xyz', d: 2 }, e: 3 })).toEqual([])
    expect(missingFrom([{ a: 1 }], [{ a: 1, b: 2 }])).toEqual([])
    expect(missingFrom([1], [1, 2])).toEqual([': 2 elements, 1 are shown'])
  })

  it('names each value that differs or is missing', () => {
    const shown = { a: 1, b: null, c: 'x', d: [true] }
    expect(missingFrom(shown, { a: '1', c: 'y', d: [false] })).toEqual([
      '/a: "1", shown is 1',
      '/b: undefined, shown is null',
      '/c: "y", shown is "x"',
      '/d/0: false, shown is true',
    ])
  })

  it('finds blocks with their marks, and keeps the lines of the prose', () => {
    const { blocks, prose } = parseDocument('x.md', 'one\n```sh run exit=1\nfalse\n```\nfive')
    expect(blocks).toEqual([{ file: 'x.md', line: 2, language: 'sh', marks: ['run', 'exit=1'], text: 'false' }])
    expect(prose).toEqual(['one', '', '', '', 'five'])
    expect(() => parseDocument('x.md', '```sh\nnever')).toThrow('x.md:1')
  })
})
