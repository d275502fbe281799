import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { noQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import { limitAnonymous } from '../plugins/limits.ts'
import type { Services } from '../services.ts'
import { type StaticAnswer, sendStatic, staticAnswer } from '../static-answer.ts'

const PAGE = new URL('../docs-page/', import.meta.url)
const SWAGGER_UI = new URL('./', import.meta.resolve('swagger-ui-dist/package.json'))

/** What the page is made of: our own files, and those of Swagger UI it needs. Nothing else of either folder is served. */
const FILES: ReadonlyMap<string, readonly [URL, string]> = new Map([
  ['index.html', [new URL('index.html', PAGE), 'text/html; charset=utf-8']],
  ['page.css', [new URL('page.css', PAGE), 'text/css; charset=utf-8']],
  ['page.js', [new URL('page.js', PAGE), 'text/javascript; charset=utf-8']],
  ['swagger-ui.css', [new URL('swagger-ui.css', SWAGGER_UI), 'text/css; charset=utf-8']],
  ['swagger-ui-bundle.js', [new URL('swagger-ui-bundle.js', SWAGGER_UI), 'text/javascript; charset=utf-8']],
  ['favicon-32x32.png', [new URL('favicon-32x32.png', SWAGGER_UI), 'image/png']],
])

/**
 * Everything comes from this origin and requests go nowhere else; neither script nor style stands in the page itself.
 * Swagger UI has its icons in data: addresses, so images of that kind are let in.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const prepared = new Map<string, Promise<StaticAnswer>>()

/** A file of the page, read and compressed when first asked for. Any other name is an unknown path, and limited as one. */
async function sendFile(services: Services, reply: FastifyReply, name: string): Promise<FastifyReply> {
  const file = FILES.get(name)
  if (file === undefined) return limitAnonymous(services, reply) ? reply : sendError(reply, 'ROUTE_NOT_FOUND')
  const [url, type] = file
  const answer = prepared.get(name) ?? readFile(url).then((bytes) => staticAnswer(type, bytes))
  prepared.set(name, answer)
  return sendStatic(reply.header('content-security-policy', POLICY), await answer)
}

const OPEN = { method: 'GET', scope: null, query: noQuery, body: null, defaultState: null } as const

/** GET /v1/docs: the contract as a page with a console to try it. Needs no key (contract 2.1). */
export const docs: RouteSpec = {
  ...OPEN,
  path: '/v1/docs',
  handle: (services, _request, reply) => sendFile(services, reply, 'index.html'),
}

/** GET /v1/docs/<file>: what the page is made of. */
export const docsFile: RouteSpec = {
  ...OPEN,
  path: '/v1/docs/:file',
  handle: (services, request, reply) => sendFile(services, reply, (request.params as { file: string }).file),
}
