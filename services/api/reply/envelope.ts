import { gzipSync } from 'node:zlib'
import { ERRORS, type ErrorCode, errorMessage } from '../../platform/errors.ts'
import { randomUrlSafe } from '../../platform/random.ts'
import { withoutKeys } from '../../platform/without-keys.ts'
import { COMPRESSED_FROM_BYTES, takesGzip } from './accept-encoding.ts'
import type { ApiReply } from './exchange.ts'

export const API_VERSION = 'Pramaan Verified Tariff API V1.2.0'
export const JSON_TYPE = 'application/json; charset=utf-8'
const RETRY_SECONDS = 2

/** A 200 answer up to its request id. */
export const OK = `{"status":"ok","api_version":${JSON.stringify(API_VERSION)},"request_id":"`
const ERROR = `{"status":"error","api_version":${JSON.stringify(API_VERSION)},"request_id":"`

/**
 * `req_` + 22 url-safe characters, always generated here; a caller's X-Request-ID is only logged
 * (docs/design/contract.md#envelope).
 */
export function newRequestId(): string {
  return `req_${randomUrlSafe(16)}`
}

/** Error object of the envelope. Details name the fault in a request, and must not repeat a credential. */
export function errorText(code: ErrorCode, details: object | null, message = errorMessage(code)): string {
  return withoutKeys(JSON.stringify(details === null ? { code, message } : { code, message, details }))
}

export function errorBody(requestId: string, code: ErrorCode, details: object | null, message?: string): string {
  return `${ERROR}${requestId}","error":${errorText(code, details, message)}}`
}

/** Sends JSON that is made for one request, compressed if that is worth it and the client accepts it. */
export function sendJson(reply: ApiReply, text: string): ApiReply {
  reply.type(JSON_TYPE)
  if (!takesGzip(reply.request) || Buffer.byteLength(text) < COMPRESSED_FROM_BYTES) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(gzipSync(text))
}

/** Answers with a code of the catalogue. 429 and 503 carry Retry-After (docs/design/contract.md#envelope). */
export function sendError(reply: ApiReply, code: ErrorCode, details: object | null = null, message?: string): ApiReply {
  const status = ERRORS[code].http
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', String(RETRY_SECONDS))
  reply.header('cache-control', 'no-store')
  return sendJson(reply.code(status), errorBody(reply.request.id, code, details, message))
}
