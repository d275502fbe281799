/**
 * Base64 (RFC 4648 section 4) with a unique form: decoded bytes must encode to the same text, so white space, the
 * URL-safe alphabet, missing padding and stray trailing bits (RFC 4648 3.5) are refused.
 */

/** Bytes encoded at a time: a multiple of 3, and few enough for the arguments of a call. */
const CHUNK = 8190

/** Standard alphabet, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) {
    // Spread, the same takes six times as long.
    text += btoa(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + CHUNK)))
  }
  return text
}

/** The bytes of `text`, or null if it is not their canonical encoding. */
export function decodeBase64(text: string): Uint8Array | null {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    return null
  }
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return encodeBase64(bytes) === text ? bytes : null
}

/** The bytes of a text that a schema has already accepted as base64. Throws TypeError if it is not. */
export function decoded(text: string): Uint8Array {
  const bytes = decodeBase64(text)
  if (bytes === null) throw new TypeError('the schema let non-canonical base64 through')
  return bytes
}
