import type { ApiReply, ApiRequest } from './exchange.ts'

/** A reply written to `raw` in one piece, without the framework. */
export class DirectReply implements ApiReply {
  readonly request: ApiRequest
  readonly raw: ApiReply['raw']
  statusCode = 200
  readonly #headers: Record<string, string>

  /** `headers`: in lower case; this object now owns them. */
  constructor(request: ApiRequest, raw: ApiReply['raw'], headers: Record<string, string>) {
    this.request = request
    this.raw = raw
    this.#headers = headers
  }

  header(name: string, value: string): this {
    this.#headers[name] = value
    return this
  }

  headers(values: Readonly<Record<string, string>>): this {
    for (const name in values) this.#headers[name] = values[name] ?? ''
    return this
  }

  hasHeader(name: string): boolean {
    return this.#headers[name] !== undefined
  }

  getHeaders(): Record<string, string> {
    return this.#headers
  }

  code(status: number): this {
    this.statusCode = status
    return this
  }

  type(mediaType: string): this {
    this.#headers['content-type'] = mediaType
    return this
  }

  hijack(): this {
    return this
  }

  /** Text or bytes, or nothing if the status has no body. */
  send(payload?: string | Buffer): this {
    if (payload === undefined) {
      this.raw.writeHead(this.statusCode, this.#headers)
      this.raw.end()
      return this
    }
    this.#headers['content-length'] = String(Buffer.byteLength(payload))
    this.raw.writeHead(this.statusCode, this.#headers)
    this.raw.end(payload)
    return this
  }
}
