import { crc32, deflateRawSync } from 'node:zlib'

/**
 * The end of a text, compressed once. Any beginning can be put before it, because answers differ only in their request
 * id.
 */
export type CompressedEnd = {
  readonly deflated: Buffer
  readonly length: number
  readonly crcAfter: (crc: number) => number
}

/** RFC 1952 2.3: deflate, no name, no time, an unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** RFC 1951 3.2.4: a stored block that is not the last; then its length, and the length's complement. */
const STORED = 0
const LONGEST_STORED = 0xffff

export function compressEnd(end: Buffer): CompressedEnd {
  const crc = crc32(end)
  const shift = shiftBy(end.length)
  return { deflated: alone(deflateRawSync(end)), length: end.length, crcAfter: (before) => (shift(before) ^ crc) >>> 0 }
}

/** Copied, because the compressor returns part of a larger buffer, which would stay in memory as a whole. */
function alone(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** A linear map of checksums, by its effect on each of their 32 bits. */
type Linear = readonly number[]

const BITS = Array.from({ length: 32 }, (_, bit) => (1 << bit) >>> 0)
const apply = (map: Linear, crc: number): number =>
  map.reduce((sum, image, bit) => (((crc >>> bit) & 1) === 1 ? sum ^ image : sum), 0)
const after = (first: Linear, then: Linear): Linear => first.map((image) => apply(then, image))

/** Effect of one more byte on a checksum, apart from the byte's own value. */
const ZERO = Buffer.alloc(1)
const BY_ONE: Linear = BITS.map((bit) => crc32(ZERO, bit) ^ crc32(ZERO))

/**
 * Effect of further bytes on a checksum, apart from their values. It depends only on their number, and the map for
 * twice as many is the map applied twice.
 */
function shiftBy(length: number): (crc: number) => number {
  let whole: Linear = BITS
  let power = BY_ONE
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) whole = after(whole, power)
    power = after(power, power)
  }
  return (crc) => apply(whole, crc)
}

/**
 * A gzip member, in parts, whose content is `start` followed by that end. Throws RangeError if `start` is over 65,535
 * bytes.
 */
export function gzipOf(start: Buffer, { deflated, length, crcAfter }: CompressedEnd): Buffer[] {
  if (start.length > LONGEST_STORED) throw new RangeError(`${start.length} bytes do not fit a stored block`)
  const block = Buffer.alloc(5)
  block.writeUInt8(STORED, 0)
  block.writeUInt16LE(start.length, 1)
  block.writeUInt16LE(start.length ^ LONGEST_STORED, 3)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crcAfter(crc32(start)), 0)
  trailer.writeUInt32LE((start.length + length) % 2 ** 32, 4)
  return [Buffer.concat([GZIP_HEADER, block, start]), deflated, trailer]
}
