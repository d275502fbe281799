import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { CACHED_COMPRESSED_FROM_BYTES, takesGzip } from './accept-encoding.ts'
import { matches } from './conditional.ts'
import type { ApiReply } from './exchange.ts'

/** Bytes that are the same for everybody who may have them. */
export type StaticAnswer = {
  readonly type: string
  readonly bytes: Buffer
  /** Compressed once; null: too small to gain by it, or compressed as it is sent. */
  readonly gzip: Buffer | null
  /** The same for brotli; null: not worth it either. */
  readonly brotli: Buffer | null
  readonly etag: string
  readonly cacheControl: string
  readonly headers?: Readonly<Record<string, string>>
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)
/** The best takes half a second for 250 KB: of larger ones a little is given away. */
const BEST_UP_TO_BYTES = 512 * 1024
const qualityFor = ({ length }: Buffer): number => (length <= BEST_UP_TO_BYTES ? constants.BROTLI_MAX_QUALITY : 9)

/**
 * Prepares an answer; compression runs beside the event loop. `brotli`: with that too, which takes long and pays where an answer
 * is made once in the life of a process.
 */
export async function staticAnswer(
  type: string,
  content: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
  { brotli = false }: { readonly brotli?: boolean } = {},
): Promise<StaticAnswer> {
  const bytes = Buffer.from(content)
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  const isSmall = bytes.length < CACHED_COMPRESSED_FROM_BYTES
  const params = { [constants.BROTLI_PARAM_QUALITY]: qualityFor(bytes) }
  const [small, smaller] = await Promise.all([
    isSmall ? null : gzipped(bytes, { level: 9 }),
    isSmall || !brotli ? null : brotlied(bytes, { params }),
  ])
  return {
    type,
    bytes,
    gzip: small,
    brotli: smaller,
    etag: `W/"${digest}"`,
    cacheControl: 'public, max-age=300',
    headers,
  }
}

/** Sends them: 304 to who has them, brotli or gzip to who takes it, as they are to anybody else. */
export function sendStatic(reply: ApiReply, answer: StaticAnswer): ApiReply {
  const { type, bytes, gzip, brotli, etag, cacheControl, headers = {} } = answer
  reply.headers({ ...headers, etag, 'cache-control': cacheControl })
  if (matches(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(type)
  if (brotli !== null && reply.request.takesBrotli) return reply.header('content-encoding', 'br').send(brotli)
  if (gzip === null || !takesGzip(reply.request)) return reply.send(bytes)
  return reply.header('content-encoding', 'gzip').send(gzip)
}
