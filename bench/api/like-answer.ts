/** An answer that says nothing, of a given status, length and number of headers. */
export type LikeAnswer = {
  readonly status: number
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  /** The same and those of the body, names and values in turn: so Node writes them fastest. */
  readonly rawHeaders: string[]
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** From here on an answer of the API is bytes, which are sent as they lie. */
const BYTES_FROM = 8_192
const made = new Map<string, LikeAnswer>()

/** The answer that the query of an address describes; made once. See `likeness`, which asks for it. */
export function likeOf(url: string): LikeAnswer {
  const known = made.get(url)
  if (known !== undefined) return known
  const query = new URL(url, 'http://bench').searchParams
  const [status, bytes, headers] = ['status', 'bytes', 'headers'].map((name) => Number(query.get(name)))
  const text = 'x'.repeat(bytes ?? 0)
  const added = Array.from({ length: headers ?? 0 }, (_, index) => [`x-like-${index}`, 'x'.repeat(24)] as const)
  const ofBody = ['content-type', JSON_TYPE, 'content-length', String(text.length)]
  const answer = {
    status: status ?? 0,
    body: text.length < BYTES_FROM ? text : Buffer.from(text),
    headers: Object.fromEntries(added),
    rawHeaders: [...added.flat(), ...(status === 304 ? [] : ofBody)],
  }
  made.set(url, answer)
  return answer
}
