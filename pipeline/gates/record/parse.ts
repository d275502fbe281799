export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string }

/** Parses record bytes as UTF-8 JSON; returns the reason if they are not. */
export function parseRecord(bytes: Uint8Array): Parsed {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
