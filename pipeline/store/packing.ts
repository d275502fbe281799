import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'

/** Bytes as the store has them. `encoding` is a content coding's name (RFC 9110 8.4.1); `size_bytes` is that of the content. */
export type StoredBytes = { readonly encoding: string; readonly size_bytes: number; readonly bytes: Buffer }

/** Smaller ones fit a page of the database or two as they are. */
const PACKED_FROM_BYTES = 8 * 1024
/** No document may be larger (`source add`), and a record is not either by far. */
const PACKED_UP_TO_BYTES = 64 * 1024 * 1024
/** Content that compresses less than this is already compressed, such as a PDF. */
const WORTH_IT = 0.5
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

const compress = promisify(zstdCompress)

/** The form in which bytes are stored: compressed (zstd, RFC 8878) where that is worth it, and as they are elsewhere. */
export async function pack(content: Uint8Array): Promise<StoredBytes> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const plain = { encoding: 'identity', size_bytes: bytes.length, bytes }
  if (bytes.length < PACKED_FROM_BYTES || bytes.length > PACKED_UP_TO_BYTES) return plain
  const packed = await compress(bytes, CHECKED)
  return packed.length > bytes.length * WORTH_IT ? plain : { ...plain, encoding: 'zstd', bytes: packed }
}

/**
 * The content of stored bytes, or null if they are damaged: neither more nor less than the size they are stored under.
 * It is for the caller to hash what comes back.
 */
export function unpack({ encoding, size_bytes: size, bytes }: StoredBytes): Buffer | null {
  if (encoding === 'identity') return bytes
  if (encoding !== 'zstd' || size > PACKED_UP_TO_BYTES) return null
  try {
    // In one piece: in the usual small ones it takes twice as long.
    const content = zstdDecompressSync(bytes, {
      chunkSize: Math.max(size, constants.Z_MIN_CHUNK),
      maxOutputLength: size,
    })
    return content.length === size ? content : null
  } catch {
    return null
  }
}
