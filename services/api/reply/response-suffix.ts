import { LRUCache } from 'lru-cache'
import { CACHED_COMPRESSED_FROM_BYTES } from './accept-encoding.ts'
import { JSON_TYPE, OK } from './envelope.ts'
import type { ApiReply } from './exchange.ts'
import { type CompressedEnd, compressEnd, gzipOf } from './spliced-gzip.ts'

/** The part of a 200 answer after the request id, made once. `bytes`: its memory. */
type ResponseSuffix = { readonly bytes: number } & (
  | { readonly plain: string | Buffer }
  | { readonly gzip: CompressedEnd }
)

/** Long ones are bytes, which are sent unchanged: text would be encoded again for each answer. */
const BYTES_FROM = 8_192

export function plainSuffix(text: string): ResponseSuffix {
  if (text.length < BYTES_FROM) return { plain: text, bytes: 2 * text.length }
  const plain = Buffer.from(text)
  return { plain, bytes: plain.length }
}

/** For clients that accept gzip: compressed, if that is worth it. */
export function gzipSuffix(text: string): ResponseSuffix {
  const end = Buffer.from(text)
  if (end.length < CACHED_COMPRESSED_FROM_BYTES) return plainSuffix(text)
  const gzip = compressEnd(end)
  return { gzip, bytes: gzip.deflated.length }
}

/** Answers 200 with a prepared suffix (spec: Response envelope). */
export function sendSuffix(reply: ApiReply, suffix: ResponseSuffix): ApiReply {
  const head = `${OK}${reply.request.id}`
  reply.type(JSON_TYPE)
  if ('gzip' in suffix)
    return sendParts(reply.header('content-encoding', 'gzip'), gzipOf(Buffer.from(head), suffix.gzip))
  const { plain } = suffix
  return typeof plain === 'string' ? reply.send(head + plain) : sendParts(reply, [Buffer.from(head), plain])
}

/** Sends a body in parts. The framework accepts only a single piece, and joining the parts would copy them. */
function sendParts(reply: ApiReply, parts: readonly Buffer[]): ApiReply {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const { raw } = reply.header('content-length', String(length)).hijack()
  raw.writeHead(200, reply.getHeaders())
  for (const part of parts) raw.write(part)
  raw.end()
  return reply
}

const RESPONSE_CACHE_BYTES = 8 * 1024 * 1024
/** Maximum memory of an entry other than its suffix: its name and the objects around it. */
const ENTRY_BYTES = 1_024

/** Cached response suffixes by name, with limited memory, so that rare requests do not accumulate. */
export type ResponseCache = LRUCache<string, ResponseSuffix>

export function createResponseCache(mostBytes = RESPONSE_CACHE_BYTES): ResponseCache {
  return new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => ENTRY_BYTES + bytes })
}
