import type { FastifyInstance } from 'fastify'
import { sendError } from '../reply/envelope.ts'
import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import { parseStrictJson } from './strict-json.ts'

/** Maximum size of a body (docs/design/contract.md#checks rule 7). */
export const BODY_LIMIT = 64 * 1024
const NO_CODING = 'The body has a Content-Encoding. Send the body uncompressed.'
const NO_CHARSET = 'The Content-Type says another charset than UTF-8. Send the body in UTF-8, as application/json.'
const JSON_TYPE = /^application\/json\s*(?:;|$)/i
const OTHER_CHARSET = /;\s*charset\s*=(?!"?utf-8"?\s*(?:;|$))/i

/** JSON has no parameters (RFC 8259 section 11), so those of a type are ignored, unless they say another encoding. */
const isJson = (type: string): boolean => JSON_TYPE.test(type) && !OTHER_CHARSET.test(type)

/** JSON is parsed more strictly than the framework does; other types have no parser. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (_request, body, done) => {
    const parsed = parseStrictJson(body as Buffer)
    if (parsed.ok) done(null, parsed.value)
    else done(Object.assign(new Error(parsed.reason), { code: 'PRAMAAN_MALFORMED_JSON', statusCode: 400 }))
  })
}

/** Names the limit of the route. */
export function sendTooLarge(reply: ApiReply, largest = BODY_LIMIT): ApiReply {
  return sendError(reply, 'PAYLOAD_TOO_LARGE', null, `The body is too large. Send at most ${largest} bytes.`)
}

/**
 * Checks of a body by headers alone: its size first, then its type and content coding, of which none is accepted
 * (docs/design/contract.md#checks rule 7; RFC 9110 8.4). The framework checks the type first, and treats a body without
 * a type as no body. True: the body may be read.
 */
export function checkBodyHeaders(request: ApiRequest, reply: ApiReply, largest = BODY_LIMIT): boolean {
  const { 'content-length': length, 'content-type': type, 'content-encoding': coding = 'identity' } = request.headers
  if (Number(length) > largest) {
    // The rest of the body is not read.
    sendTooLarge(reply.header('connection', 'close'), largest)
    return false
  }
  const plain = coding.trim().toLowerCase() === 'identity'
  if (plain && type !== undefined && isJson(type)) return true
  const said = type !== undefined && JSON_TYPE.test(type) ? NO_CHARSET : undefined
  sendError(reply, 'UNSUPPORTED_MEDIA_TYPE', null, plain ? said : NO_CODING)
  return false
}
