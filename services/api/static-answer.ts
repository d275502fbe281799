import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { matches } from './conditional.ts'

/** Bytes that are the same for everybody, compressed once. */
export type StaticAnswer = {
  readonly type: string
  readonly bytes: Buffer
  readonly gzip: Buffer
  readonly etag: string
}

const compressed = promisify(gzip)

/** Prepares an answer; compression runs beside the event loop. */
export async function staticAnswer(type: string, content: string | Uint8Array): Promise<StaticAnswer> {
  const bytes = Buffer.from(content)
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return { type, bytes, gzip: await compressed(bytes, { level: 9 }), etag: `W/"${digest}"` }
}

const GZIP = /(^|,)\s*(gzip|\*)\s*(;\s*q=(?!0(\.0{0,3})?\s*(,|$))[\d.]+\s*)?(?=,|$)/i

/** Sends them: 304 to who has them, gzip to who takes it (RFC 9110 12.5.3), as they are to anybody else. */
export function sendStatic(reply: FastifyReply, { type, bytes, gzip, etag }: StaticAnswer): FastifyReply {
  const { headers } = reply.request
  reply.header('etag', etag).header('cache-control', 'public, max-age=300')
  if (matches(headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(type)
  if (!GZIP.test(headers['accept-encoding'] ?? '')) return reply.send(bytes)
  return reply.header('content-encoding', 'gzip').send(gzip)
}
