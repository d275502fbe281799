import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { CACHED_COMPRESSED_FROM_BYTES, takesGzip } from './accept-encoding.ts'
import { matches } from './conditional.ts'
import type { ApiReply } from './exchange.ts'

/** Bytes that are the same for everyone who may have them. */
export type StaticAnswer = {
  readonly type: string
  readonly bytes: Buffer
  /** Compressed once; null: too small to benefit, or compressed while sending. */
  readonly gzip: Buffer | null
  /** The same for brotli; null: too small to benefit. */
  readonly brotli: Buffer | null
  readonly etag: string
  readonly cacheControl: string
  readonly headers?: Readonly<Record<string, string>>
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)
/**
 * The best quality, 11, would take two and a half times as long for a fiftieth of the size; for a larger answer even this one
 * takes too long.
 */
const qualityFor = ({ length }: Buffer): number => (length <= 512 * 1024 ? 10 : 9)

/** Cache-Control of bytes that never change at their address. */
export const FOREVER = 'public, max-age=31536000, immutable'

type How = Partial<Pick<StaticAnswer, 'cacheControl' | 'headers'>> & { readonly brotli?: boolean }

/**
 * Prepares an answer; compression runs outside the event loop. `brotli`: also with brotli, which is slow and only
 * worthwhile for an answer that is made once per process.
 */
export async function staticAnswer(
  type: string,
  content: string | Uint8Array,
  { brotli = false, cacheControl = 'public, max-age=300', headers = {} }: How = {},
): Promise<StaticAnswer> {
  const bytes = Buffer.from(content)
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  const isSmall = bytes.length < CACHED_COMPRESSED_FROM_BYTES
  const params = { [constants.BROTLI_PARAM_QUALITY]: qualityFor(bytes) }
  const [small, smaller] = await Promise.all([
    isSmall ? null : gzipped(bytes, { level: 9 }),
    isSmall || !brotli ? null : brotlied(bytes, { params }),
  ])
  return { type, bytes, gzip: small, brotli: smaller, etag: `W/"${digest}"`, cacheControl, headers }
}

/** Sends the answer: 304 if the client has it, otherwise brotli or gzip if accepted, otherwise uncompressed. */
export function sendStatic(reply: ApiReply, answer: StaticAnswer): ApiReply {
  const { type, bytes, gzip, brotli, etag, cacheControl, headers = {} } = answer
  reply.headers({ ...headers, etag, 'cache-control': cacheControl })
  if (matches(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(type)
  if (brotli !== null && reply.request.takesBrotli) return reply.header('content-encoding', 'br').send(brotli)
  if (gzip === null || !takesGzip(reply.request)) return reply.send(bytes)
  return reply.header('content-encoding', 'gzip').send(gzip)
}
