import { ServerResponse } from 'node:http'
import { pipeline, type Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { limitAnonymous } from '../checks/limits.ts'
import { takesGzip } from '../reply/accept-encoding.ts'
import { matches, tagOf } from '../reply/conditional.ts'
import { JSON_TYPE, OK, sendError, sendJson } from '../reply/envelope.ts'
import type { ApiReply } from '../reply/exchange.ts'
import { gzipSuffix, plainSuffix, sendSuffix } from '../reply/response-suffix.ts'
import { sendStatic } from '../reply/static-answer.ts'
import type { AnyAsked, AnyMembers, AnyOutcome, Route, Streamed } from '../route.ts'
import type { Answering } from '../services.ts'

const textOf = (value: object | string): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Text after the request id in a 200 answer (spec: Response envelope). */
const suffixOf = ({ data, meta, more = '' }: AnyMembers): string =>
  `",${more}"data":${textOf(data)},"meta":${textOf(meta)}}`

export function sendOutcome(
  services: Answering,
  route: Route,
  reply: ApiReply,
  asked: AnyAsked,
  outcome: AnyOutcome,
): ApiReply {
  if (!outcome.ok) {
    // An unknown file is an unknown path, and limited like one.
    if (outcome.code === 'ROUTE_NOT_FOUND' && limitAnonymous(services, reply)) return reply
    services.metrics.refused.inc({ code: outcome.code })
    if (outcome.headers !== undefined) reply.headers(outcome.headers)
    return sendError(reply, outcome.code, outcome.details, outcome.message)
  }
  if ('file' in outcome) return sendStatic(reply, outcome.file)
  if ('members' in outcome)
    return sendCached(services, reply, tagOf(outcome.of, asked.query, route.path), outcome.members)
  if ('parts' in outcome) return sendParts(services, route, reply, outcome)
  if (route.cacheControl !== undefined) reply.header('cache-control', route.cacheControl)
  if ('data' in outcome && outcome.headers !== undefined) reply.headers(outcome.headers)
  if ('data' in outcome) return sendJson(reply, OK + reply.request.id + suffixOf(outcome))
  if ('value' in outcome) return sendJson(reply, textOf(outcome.value))
  return sendJson(reply.code(503).header('retry-after', '1'), textOf(outcome.unavailable))
}

/** Sends an answer while it is made. If the client disconnects, making it stops. */
function sendParts({ log }: Answering, route: Route, reply: ApiReply, { parts, headers }: Streamed): ApiReply {
  const isGzip = takesGzip(reply.request)
  reply
    .headers(headers)
    .header('cache-control', route.cacheControl ?? 'no-store')
    .type(JSON_TYPE)
  if (isGzip) reply.header('content-encoding', 'gzip')
  const { raw } = reply.hijack()
  if (!(raw instanceof ServerResponse)) throw new TypeError('a streamed answer needs a connection')
  raw.writeHead(200, reply.getHeaders())
  const gzip = isGzip ? createGzip() : null
  if (gzip !== null) pipeline(gzip, raw, () => {})
  const body = gzip ?? raw
  body.write(OK + reply.request.id)
  writeParts(parts, body, raw).catch((error: Error) => {
    log.error({ err: error }, 'an answer could not be made to its end')
    raw.destroy()
  })
  return reply
}

/** Writes each part after the bytes of the one before are used, because the next part overwrites them. */
async function writeParts(parts: Streamed['parts'], body: Writable, connection: ServerResponse): Promise<void> {
  for await (const part of parts) if (connection.destroyed || !(await isWritten(part, body, connection))) return
  body.end()
}

/** False if the connection is closed before; a write that still waits for its turn is then not called back. */
function isWritten(bytes: Uint8Array, body: Writable, connection: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const closed = (): void => resolve(false)
    connection.once('close', closed)
    body.write(bytes, (error) => {
      connection.off('close', closed)
      resolve(error == null)
    })
  })
}

/**
 * Answers requests that depend only on releases and the query: 304 if the caller has it, else 200 with its tag. The
 * content never changes, so it is serialised once and compressed once for clients that accept gzip; answers of a
 * release that leaves service are simply no longer requested.
 */
function sendCached({ responseCache }: Answering, reply: ApiReply, etag: string, members: () => AnyMembers): ApiReply {
  const { request } = reply
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const gzip = takesGzip(request)
  const name = gzip ? `${etag} gzip` : etag
  const cached = responseCache.get(name)
  if (cached !== undefined) return sendSuffix(reply, cached)
  const text = suffixOf(members())
  const suffix = gzip ? gzipSuffix(text) : plainSuffix(text)
  responseCache.set(name, suffix)
  return sendSuffix(reply, suffix)
}
