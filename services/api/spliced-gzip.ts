import { crc32, deflateRawSync } from 'node:zlib'

/** The end of a text, compressed once. Any beginning can be put before it: answers differ in their request's id alone. */
export type PackedEnd = {
  readonly deflated: Buffer
  readonly length: number
  readonly crcAfter: (crc: number) => number
}

/** RFC 1952 2.3: deflate, no name, no time, an unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** RFC 1951 3.2.4: a block that is stored, and not the last; then its length, and that length's complement. */
const STORED = 0
const LONGEST_STORED = 0xffff

export function packEnd(end: Buffer): PackedEnd {
  return { deflated: deflateRawSync(end), length: end.length, crcAfter: crcThrough(end) }
}

/**
 * What the checksum becomes through these bytes, whatever it was before. It is linear over bits: knowing what becomes of
 * each bit of it, it need not pass through the bytes again.
 */
function crcThrough(bytes: Buffer): (before: number) => number {
  const ofNone = crc32(bytes, 0)
  const ofBit = Array.from({ length: 32 }, (_, bit) => crc32(bytes, (1 << bit) >>> 0) ^ ofNone)
  return (before) =>
    ofBit.reduce((crc, change, bit) => (((before >>> bit) & 1) === 1 ? crc ^ change : crc), ofNone) >>> 0
}

/** A gzip member, in parts, whose content is `start` and then that end. `start` is at most 65,535 bytes. */
export function gzipOf(start: Buffer, { deflated, length, crcAfter }: PackedEnd): Buffer[] {
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
