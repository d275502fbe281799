import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '../../platform/errors.ts'
import type { Logger } from '../../platform/logger.ts'
import { errorBody, JSON_TYPE, newRequestId, sendError } from '../reply/envelope.ts'
import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import type { Services } from '../services.ts'
import { limitAnonymous } from './limits.ts'

/** Maximum length of an address. No route needs a tenth of it. */
export const URL_LIMIT = 8 * 1024

/** Maximum time for a request to arrive. A connection without traffic is closed after twice that. */
export const REQUEST_TIMEOUT_MS = 10_000

/**
 * Settings that make the HTTP server pass its own refusals to our code, which sends them in the envelope. Otherwise
 * Node itself would answer a missing Host, and would check for late requests only every 30 seconds, when their
 * connections are already closed. Node uses the longer of the two timeouts for the whole request.
 */
export function serverSettings(requestTimeoutMs: number) {
  return {
    requireHostHeader: false,
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 10),
  }
}

/**
 * Number of header lines with one of these names. If a line is repeated, the parsed headers contain only the first, or
 * all joined, and a proxy may have used another.
 */
export function linesNamed(names: ReadonlySet<string>, { rawHeaders }: Pick<ApiRequest['raw'], 'rawHeaders'>): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (names.has(rawHeaders[index]?.toLowerCase() ?? '')) count += 1
  return count
}

const HOST = new Set(['host'])

/**
 * Refuses, as early as possible, an address that is too long (414) and a request without Host or with two (RFC 9112
 * 3.2: 400). True: the request may go on.
 */
export function checkHttpLimits(services: Services, request: ApiRequest, reply: ApiReply): boolean {
  const { url = '', httpVersion } = request.raw
  const hosts = linesNamed(HOST, request.raw)
  if (url.length > URL_LIMIT) return refuse(services, reply, 'URI_TOO_LONG')
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1') || refuse(services, reply, 'BAD_REQUEST')
}

function refuse(services: Services, reply: ApiReply, code: 'URI_TOO_LONG' | 'BAD_REQUEST'): false {
  if (!limitAnonymous(services, reply)) sendError(reply, code)
  return false
}

type Broken = NodeJS.ErrnoException & { readonly rawPacket?: unknown }

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** A request line that fills the available room: the URL is too long. */
function isLongAddress({ rawPacket }: Broken): boolean {
  if (!(rawPacket instanceof Buffer) || !/^[A-Z]+ /.test(rawPacket.subarray(0, 16).toString('latin1'))) return false
  const end = rawPacket.indexOf('\r\n')
  return end < 0 || end > URL_LIMIT
}

function codeOf(error: Broken): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW' && isLongAddress(error)) return 'URI_TOO_LONG'
  return CODES[error.code ?? ''] ?? 'BAD_REQUEST'
}

/** Whether an answer is being sent on the connection: anything written then would become part of it. */
function isAnswering(socket: Socket): boolean {
  // Node exposes it nowhere else, and checks it here itself before writing an answer of its own (lib/_http_server.js).
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse | null }
  return current?.headersSent === true
}

/**
 * Answers input that never became a request, also in the envelope, then closes the connection. In the middle of another
 * answer it closes immediately, so that the client notices the truncation. `headers`: those of every answer.
 */
export function answerBrokenClient(
  log: Logger,
  error: Broken,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const code = codeOf(error)
  const id = newRequestId()
  const body = errorBody(id, code, null)
  log.info({ request_id: id, code, err: error.code }, 'request could not be read')
  const own = { 'content-type': JSON_TYPE, 'x-request-id': id, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ ...headers, ...own, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${ERRORS[code].http} ${code}`, ...lines, '', body].join('\r\n'))
}
