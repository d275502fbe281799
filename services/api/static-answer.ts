import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { CACHED_COMPRESSED_FROM_BYTES, takesGzip } from './accept-encoding.ts'
import { matches } from './conditional.ts'

/** Bytes that are the same for everybody who may have them. */
export type StaticAnswer = {
  readonly type: string
  readonly bytes: Buffer
  /** Compressed once; null: too small to gain by it, or compressed as it is sent. */
  readonly gzip: Buffer | null
  readonly etag: string
  readonly cacheControl: string
  readonly headers?: Readonly<Record<string, string>>
}

const compressed = promisify(gzip)

/** Prepares an answer; compression runs beside the event loop. */
export async function staticAnswer(
  type: string,
  content: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<StaticAnswer> {
  const bytes = Buffer.from(content)
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return {
    type,
    bytes,
    gzip: bytes.length < CACHED_COMPRESSED_FROM_BYTES ? null : await compressed(bytes, { level: 9 }),
    etag: `W/"${digest}"`,
    cacheControl: 'public, max-age=300',
    headers,
  }
}

/** Sends them: 304 to who has them, gzip to who takes it, as they are to anybody else. */
export function sendStatic(reply: FastifyReply, answer: StaticAnswer): FastifyReply {
  const { type, bytes, gzip, etag, cacheControl, headers = {} } = answer
  reply.headers({ ...headers, etag, 'cache-control': cacheControl })
  if (matches(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(type)
  if (gzip === null || !takesGzip(reply.request)) return reply.send(bytes)
  return reply.header('content-encoding', 'gzip').send(gzip)
}
