export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string }

/** Reads record bytes as UTF-8 JSON; a reason where they are neither. */
export function parseRecord(bytes: Uint8Array): Parsed {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
