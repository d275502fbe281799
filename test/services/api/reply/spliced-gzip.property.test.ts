import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compressEnd, gzipOf } from '../../../../services/api/reply/spliced-gzip.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 3_000 }),
  fc.string({ maxLength: 500, unit: 'grapheme' }).map((text) => new TextEncoder().encode(text.repeat(20))),
)

test('any beginning followed by any compressed end decompresses to both in order', () => {
  forEvery(
    { numRuns: runsOf({ normal: 200, nightly: 5_000 }) },
    bytes,
    fc.array(bytes, { minLength: 1, maxLength: 4 }),
    (end, starts) => {
      const packed = compressEnd(Buffer.from(end))
      for (const start of starts) {
        const whole = Buffer.concat(gzipOf(Buffer.from(start), packed))
        expect(gunzipSync(whole).equals(Buffer.concat([start, end]))).toBe(true)
      }
    },
  )
})

test.each([0, 1, 65_535])('a beginning of %i bytes', async (length) => {
  const whole = Buffer.concat(gzipOf(Buffer.alloc(length, 'a'), compressEnd(Buffer.from('and so on'))))
  // A second decompressor: that of browsers.
  const stream = new Blob([whole]).stream().pipeThrough(new DecompressionStream('gzip'))
  expect(await new Response(stream).text()).toBe(`${'a'.repeat(length)}and so on`)
})

test('a longer beginning does not fit, and is not cut', () => {
  expect(() => gzipOf(Buffer.alloc(65_536), compressEnd(Buffer.alloc(0)))).toThrow(RangeError)
})
