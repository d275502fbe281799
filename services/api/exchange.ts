import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { ApiKey } from '../keys/key.ts'

/**
 * A request as the checks and the handlers see it, and the reply they write to: the framework's own, or those of a request that
 * is answered without it (direct.ts). What both give is all that a check may look at.
 */
export type ApiRequest = {
  readonly id: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly raw: Pick<IncomingMessage, 'destroyed' | 'httpVersion' | 'rawHeaders' | 'url'>
  /** Of the client: behind a trusted proxy, as that proxy saw it. */
  readonly ip: string
  readonly protocol: string
  readonly query: unknown
  readonly body?: unknown
  readonly params: unknown
  /** The route it is for, where there is one. */
  readonly routeOptions: { readonly config: { readonly route?: { readonly method: string; readonly path: string } } }
  /** Set once the key is known. */
  apiKey: ApiKey | null
  startedAtMs: number
  /** It names brotli and wants nothing more than that (accept-encoding.ts). */
  takesBrotli: boolean
}

export type ApiReply = {
  readonly request: ApiRequest
  readonly statusCode: number
  /** Where an answer is written by hand. */
  readonly raw: {
    writeHead(status: number, headers: OutgoingHttpHeaders): unknown
    write(bytes: Buffer): unknown
    end(last?: string | Buffer): unknown
  }
  header(name: string, value: string): ApiReply
  headers(values: Readonly<Record<string, string>>): ApiReply
  hasHeader(name: string): boolean
  getHeaders(): Record<string, number | string | string[] | undefined>
  code(status: number): ApiReply
  type(mediaType: string): ApiReply
  send(payload?: string | Buffer | Readable): ApiReply
  /** The following is written by hand. */
  hijack(): ApiReply
}
