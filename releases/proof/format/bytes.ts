/** Byte strings: concatenation, comparison, and strict decoding as text. */

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Bytes as UTF-8 text, or null if they are not valid UTF-8. A byte order mark is kept. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Whether length and content are equal. All compared data is public, so timing does not matter. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
