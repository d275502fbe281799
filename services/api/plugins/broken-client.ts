import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '../../platform/errors.ts'
import type { Logger } from '../../platform/logger.ts'
import { newRequestId } from '../app.ts'
import { errorBody, JSON_TYPE } from '../envelope.ts'
import { URL_LIMIT } from './http-limits.ts'

type Broken = NodeJS.ErrnoException & { readonly rawPacket?: unknown }

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** A request line that fills what there is room for: the address is what is too long. */
function isLongAddress({ rawPacket }: Broken): boolean {
  if (!(rawPacket instanceof Buffer) || !/^[A-Z]+ /.test(rawPacket.subarray(0, 16).toString('latin1'))) return false
  const end = rawPacket.indexOf('\r\n')
  return end < 0 || end > URL_LIMIT
}

function codeOf(error: Broken): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW' && isLongAddress(error)) return 'URI_TOO_LONG'
  return CODES[error.code ?? ''] ?? 'BAD_REQUEST'
}

/** Whether an answer is on its way on the connection: what is written then is taken for a part of it. */
function isAnswering(socket: Socket): boolean {
  // Node has it nowhere else, and asks here itself before it writes an answer of its own (lib/_http_server.js).
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse | null }
  return current?.headersSent === true
}

/**
 * Answers what never became a request: the envelope all the same, then the connection ends. In the middle of another
 * answer it ends at once, so that the client sees that one cut off. `headers` are those of every answer.
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
