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
