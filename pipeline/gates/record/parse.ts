/** `offset 120: {"a":1…`: the first place where two texts differ, for people to find. Null if they are equal. */
export function firstDifference(a: Uint8Array, b: Uint8Array): { offset: number; a: string; b: string } | null {
  let offset = 0
  while (offset < a.length && offset < b.length && a[offset] === b[offset]) offset += 1
  if (offset === a.length && offset === b.length) return null
  const excerpt = (bytes: Uint8Array): string =>
    new TextDecoder().decode(bytes.subarray(Math.max(0, offset - 30), offset + 30))
  return { offset, a: excerpt(a), b: excerpt(b) }
}

export type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

/** What a function returns, or why it throws. */
export function attempt<T>(make: () => T): Attempt<T> {
  try {
    return { ok: true, value: make() }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Parses record bytes as UTF-8 JSON. */
export const parseRecord = (bytes: Uint8Array): Attempt<unknown> =>
  attempt(() => JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)))
