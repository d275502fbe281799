/** Of answers that are compressed once and sent many times, a smaller one gains nothing by it. */
export const KEPT_COMPRESSED_FROM_BYTES = 2_048
/**
 * Of answers that are made for one request, a smaller one is sent as it is: to compress a calculation takes longer than to
 * make and send it, and saves two packets.
 */
export const COMPRESSED_FROM_BYTES = 8_192

/** Whether a client takes gzip, by name or by `*`: a weight of 0 says no (RFC 9110 12.5.3). */
export function takesGzip(acceptEncoding = ''): boolean {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight))
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
