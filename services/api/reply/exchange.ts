import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { ApiKey } from '../../keys/key.ts'

/**
 * A request as checks and handlers see it, and the reply they write to: the framework's own, or those of a request
 * answered without it (direct.ts). Checks may only use what both provide.
 */
export type ApiRequest = {
  readonly id: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly raw: Pick<IncomingMessage, 'destroyed' | 'httpVersion' | 'rawHeaders' | 'url'>
  /** The client's address: behind a trusted proxy, as seen by that proxy. */
  readonly ip: string
  readonly protocol: string
  readonly query: unknown
  readonly body?: unknown
  readonly params: unknown
  /** The route of the request, if there is one. */
  readonly routeOptions: {
    readonly config: {
      readonly route?: { readonly method: string; readonly path: string; readonly bodyLimit?: number }
    }
  }
  /** Set once the key is known. */
  apiKey: ApiKey | null
  startedAtMs: number
  /** The client names brotli and prefers nothing to it (accept-encoding.ts). */
  takesBrotli: boolean
}

export type ApiReply = {
  readonly request: ApiRequest
  readonly statusCode: number
  /** The raw response, for answers written by hand; for a tool of an agent only these methods. */
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
  send(payload?: string | Buffer): ApiReply
  /** Tells the framework that the answer is written by hand. */
  hijack(): ApiReply
}
