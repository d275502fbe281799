import type { ApiRequest } from './exchange.ts'

/** Of answers that are compressed once and sent many times, a smaller one gains nothing by it. */
export const CACHED_COMPRESSED_FROM_BYTES = 2_048
/**
 * Of answers that are made for one request, a smaller one is sent as it is: to compress a calculation takes longer than to
 * make and send it, and saves two packets.
 */
export const COMPRESSED_FROM_BYTES = 8_192

/** RFC 9110 12.4.2 */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** How much a client wants each coding that it names (RFC 9110 12.5.3); one with a weight that is none is not wanted. */
function weightsOf(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : WEIGHT.test(weight) ? Number(weight) : 0)
  }
  return weights
}

/** Accepts gzip, by one of its names or by `*` (RFC 9110 8.4.1.3). */
const gzipWeight = (weights: ReadonlyMap<string, number>): number =>
  weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0

/** Settles the coding of the answer in the request itself, so that all code that compresses uses the same one. */
export function settleEncoding(request: ApiRequest): void {
  const { headers } = request
  const asked = headers['accept-encoding']
  if (asked === undefined) return
  const weights = weightsOf(String(asked))
  const gzip = gzipWeight(weights)
  const identity = weights.get('identity') ?? 0
  const brotli = weights.get('br') ?? 0
  request.takesBrotli = brotli > 0 && brotli >= gzip && brotli >= identity
  headers['accept-encoding'] = gzip > 0 && gzip >= identity ? 'gzip' : 'identity'
}

/**
 * Whether the answer may be gzip, once determined. Brotli is for files that are compressed only once
 * (static-answer.ts).
 */
export function takesGzip({ headers }: ApiRequest): boolean {
  return headers['accept-encoding'] === 'gzip'
}
