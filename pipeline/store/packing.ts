import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'

/**
 * Bytes as stored. `encoding` is the name of a content coding (RFC 9110 8.4.1); `size_bytes` is the size of the
 * content.
 */
export type StoredBytes = { readonly encoding: string; readonly size_bytes: number; readonly bytes: Buffer }

/** Smaller content fits into one or two pages of the database. */
const PACKED_FROM_BYTES = 8 * 1024
/** No document may be larger (`source add`), and records are far smaller. */
const PACKED_UP_TO_BYTES = 64 * 1024 * 1024
/** Content that compresses less than this is already compressed, such as a PDF. */
const WORTH_IT = 0.5
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

const compress = promisify(zstdCompress)

/** The stored form of bytes: compressed (zstd, RFC 8878) if that is worth it, otherwise unchanged. */
export async function pack(content: Uint8Array): Promise<StoredBytes> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const plain = { encoding: 'identity', size_bytes: bytes.length, bytes }
  if (bytes.length < PACKED_FROM_BYTES || bytes.length > PACKED_UP_TO_BYTES) return plain
  const packed = await compress(bytes, CHECKED)
  return packed.length > bytes.length * WORTH_IT ? plain : { ...plain, encoding: 'zstd', bytes: packed }
}

/**
 * The content of stored bytes, or null if they are damaged: not exactly the stored size. The caller must hash the
 * result.
 */
export function unpack({ encoding, size_bytes: size, bytes }: StoredBytes): Buffer | null {
  if (encoding === 'identity') return bytes
  if (encoding !== 'zstd' || size > PACKED_UP_TO_BYTES) return null
  try {
    // In one piece: the usual small chunks take twice as long.
    const content = zstdDecompressSync(bytes, {
      chunkSize: Math.max(size, constants.Z_MIN_CHUNK),
      maxOutputLength: size,
    })
    return content.length === size ? content : null
  } catch {
    return null
  }
}
