/** A smaller body gains nothing by compression. */
export const COMPRESS_FROM_BYTES = 2_048

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
