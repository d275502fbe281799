import type { FastifyRequest } from 'fastify'

/** Of answers that are compressed once and sent many times, a smaller one gains nothing by it. */
export const CACHED_COMPRESSED_FROM_BYTES = 2_048
/**
 * Of answers that are made for one request, a smaller one is sent as it is: to compress a calculation takes longer than to
 * make and send it, and saves two packets.
 */
export const COMPRESSED_FROM_BYTES = 8_192

/** Whether a client accepts gzip, by one of its names or by `*`, and prefers no other form to it (RFC 9110 8.4.1.3, 12.5.3). */
function prefersGzip(acceptEncoding: string): boolean {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight))
  }
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0)
}

/** Settles the coding of the answer in the request itself, so that nobody who compresses can read it another way. */
export function settleEncoding({ headers }: FastifyRequest): void {
  const asked = headers['accept-encoding']
  if (asked !== undefined) headers['accept-encoding'] = prefersGzip(String(asked)) ? 'gzip' : 'identity'
}

/** Whether the answer may be gzip, once that is settled. */
export function takesGzip({ headers }: FastifyRequest): boolean {
  return headers['accept-encoding'] === 'gzip'
}
