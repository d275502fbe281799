import type { ApiRequest } from './exchange.ts'

/** Minimum size of an answer that is compressed once and sent many times; smaller ones do not benefit. */
export const CACHED_COMPRESSED_FROM_BYTES = 2_048
/**
 * Minimum size of an answer that is made and compressed for one request: compressing a calculation would take longer
 * than making and sending it, and save two packets.
 */
export const COMPRESSED_FROM_BYTES = 8_192

/** RFC 9110 12.4.2 */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** The weight of each coding that a client names (RFC 9110 12.5.3); an invalid weight counts as not accepted. */
function weightsOf(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : WEIGHT.test(weight) ? Number(weight) : 0)
  }
  return weights
}

/** Whether gzip is accepted, by one of its names or by `*` (RFC 9110 8.4.1.3). */
const gzipWeight = (weights: ReadonlyMap<string, number>): number =>
  weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0

/**
 * Determines the coding of the answer once, in the request itself, so that all code that compresses uses the same one.
 */
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
 * Whether the answer may be gzip, once determined. Brotli is only for files that are compressed once
 * (static-answer.ts).
 */
export function takesGzip({ headers }: Pick<ApiRequest, 'headers'>): boolean {
  return headers['accept-encoding'] === 'gzip'
}
