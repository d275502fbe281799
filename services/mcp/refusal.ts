/** JSON-RPC 2.0 section 5.1, and the range it leaves to implementations. */
const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
const INTERNAL_ERROR = -32603
const REFUSED = -32000

/** A JSON-RPC error message. If it belongs to no request its id is null. */
export function rpcError(id: string | number | null, code: number, message: string, data?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } })
}

function codeOf(code: string, status: number): number {
  if (code === 'MALFORMED_JSON') return PARSE_ERROR
  return status >= 500 ? INTERNAL_ERROR : REFUSED
}

/**
 * A refusal from before the protocol was reached (key, limit, origin, framing), converted from the envelope of /v1 to
 * the form of /mcp: a JSON-RPC error whose `data` is the error object with the request id. Other bodies are unchanged.
 */
export function asRpcError(body: string, status: number): string {
  const {
    status: said,
    error,
    request_id,
  } = JSON.parse(body) as {
    status?: string
    error: { code: string; message: string; details?: object }
    request_id?: string
  }
  if (said !== 'error') return body
  return rpcError(null, codeOf(error.code, status), error.message, { ...error, request_id })
}
