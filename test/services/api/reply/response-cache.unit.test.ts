import { expect, test } from 'vitest'
import { createResponseCache } from '../../../../services/api/reply/response-suffix.ts'

const MOST = 100_000
const suffix = (bytes: number) => ({ plain: '', bytes })

test('a cached entry is returned, the same object', () => {
  const cache = createResponseCache(MOST)
  const cached = suffix(10)
  cache.set('a', cached)
  expect([cache.get('a'), cache.get('b')]).toEqual([cached, undefined])
  expect(cache.get('a')).toBe(cached)
})

test.each([0, 1, 500, 40_000])(
  'never more than the bound, with suffixes of %i bytes: the oldest leave, the newest stay',
  (bytes) => {
    const cache = createResponseCache(MOST)
    for (let index = 0; index < 2_000; index += 1) {
      cache.set(`answer ${index}`, suffix(bytes))
      expect(cache.calculatedSize).toBeLessThanOrEqual(MOST)
    }
    const left = Array.from({ length: 2_000 }, (_, index) => cache.get(`answer ${index}`) !== undefined)
    const from = left.indexOf(true)
    expect(left.slice(from).every(Boolean)).toBe(true)
    // The memory of an entry without its suffix also counts: empty answers are not cached without limit.
    expect(2_000 - from).toBe(Math.floor(MOST / (1_024 + bytes)))
  },
)

test('what is asked for again stays longer than what is not', () => {
  const cache = createResponseCache(3 * (1_024 + 10))
  for (const name of ['a', 'b', 'c']) cache.set(name, suffix(10))
  cache.get('a')
  cache.set('d', suffix(10))
  expect(['a', 'b', 'c', 'd'].filter((name) => cache.has(name))).toEqual(['a', 'c', 'd'])
})

test('an answer too large to be cached is not, and the others stay', () => {
  const cache = createResponseCache(MOST)
  cache.set('small', suffix(1))
  cache.set('large', suffix(MOST))
  expect([cache.has('small'), cache.has('large'), cache.calculatedSize]).toEqual([true, false, 1_025])
})
