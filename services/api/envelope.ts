import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { ERRORS, type ErrorCode, errorMessage } from '../platform/errors.ts'
import { withoutKeys } from '../platform/without-keys.ts'
import { KEPT_COMPRESSED_FROM_BYTES, takesGzip } from './accept-encoding.ts'
import { gzipOf, type PackedEnd, packEnd } from './spliced-gzip.ts'

export const API_VERSION = 'Pramaan Verified Tariff API V1.2.0'
const JSON_TYPE = 'application/json; charset=utf-8'
const RETRY_SECONDS = 2

const OK = `{"status":"ok","api_version":${JSON.stringify(API_VERSION)},"request_id":"`
const ERROR = `{"status":"error","api_version":${JSON.stringify(API_VERSION)},"request_id":"`

/** Answers 200 with already serialised `data` and `meta` (spec: Response envelope). `extra` members are JSON text. */
export function sendOk(reply: FastifyReply, data: string, meta: string, extra = ''): FastifyReply {
  return reply.type(JSON_TYPE).send(`${OK}${reply.request.id}",${extra}"data":${data},"meta":${meta}}`)
}

/** What follows the request's id in an answer of 200, made once. `packed`: null where it is too short to gain by it. */
export type OkTail = { readonly plain: string | Buffer; readonly packed: PackedEnd | null }

/** Long ones are bytes: copying them costs less than encoding text. */
const BYTES_FROM = 8_192

export function okTail(data: string, meta: string): OkTail {
  const text = `","data":${data},"meta":${meta}}`
  const bytes = Buffer.from(text)
  return {
    plain: bytes.length < BYTES_FROM ? text : bytes,
    packed: bytes.length < KEPT_COMPRESSED_FROM_BYTES ? null : packEnd(bytes),
  }
}

/** Answers 200 with a tail that was made before, compressed to who takes it. */
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

/** The error body of the envelope. Details name what was wrong in a request, and must not repeat a credential with it. */
export function errorBody(
  requestId: string,
  code: ErrorCode,
  details: object | null,
  message = errorMessage(code),
): string {
  const error = details === null ? { code, message } : { code, message, details }
  return `${ERROR}${requestId}","error":${withoutKeys(JSON.stringify(error))}}`
}

/** Answers with a code of the catalogue. 429 and 503 carry Retry-After (contract 2.1). */
export function sendError(
  reply: FastifyReply,
  code: ErrorCode,
  details: object | null = null,
  message?: string,
): FastifyReply {
  const status = ERRORS[code].http ?? 500
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', String(RETRY_SECONDS))
  reply.header('cache-control', 'no-store')
  return reply
    .code(status)
    .type(JSON_TYPE)
    .send(errorBody(reply.request.id, code, details, message))
}
