import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { KEPT_COMPRESSED_FROM_BYTES, takesGzip } from './accept-encoding.ts'
import { JSON_TYPE, OK } from './envelope.ts'
import { gzipOf, type PackedEnd, packEnd } from './spliced-gzip.ts'

/** What follows the request's id in an answer of 200, made once. `packed`: null where it is too short to gain by it. */
export type OkTail = { readonly plain: string | Buffer; readonly packed: PackedEnd | null }

/** Long ones are bytes, which are sent as they lie: text would be encoded again for each answer. */
const BYTES_FROM = 8_192

export function okTail(data: string, meta: string): OkTail {
  const text = `","data":${data},"meta":${meta}}`
  const bytes = Buffer.from(text)
  return {
    plain: bytes.length < BYTES_FROM ? text : bytes,
    packed: bytes.length < KEPT_COMPRESSED_FROM_BYTES ? null : packEnd(bytes),
  }
}

/** Answers 200 with a tail that was made before, compressed to who takes it (spec: Response envelope). */
export function sendTail(reply: FastifyReply, { plain, packed }: OkTail): FastifyReply {
  const head = `${OK}${reply.request.id}`
  reply.type(JSON_TYPE)
  if (packed !== null && takesGzip(reply.request.headers['accept-encoding']))
    return sendParts(reply.header('content-encoding', 'gzip'), gzipOf(Buffer.from(head), packed))
  return typeof plain === 'string' ? reply.send(head + plain) : sendParts(reply, [Buffer.from(head), plain])
}

/** Sends a body that lies in parts. The framework takes it in one piece alone, and to join them is to copy them. */
function sendParts(reply: FastifyReply, parts: readonly Buffer[]): FastifyReply {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const { raw } = reply.header('content-length', String(length)).hijack()
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  for (const part of parts) raw.write(part)
  raw.end()
  return reply
}
