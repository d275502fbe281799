/**
 * Base64 (RFC 4648 section 4) that has one spelling only: what is decoded must encode to the very text it came from, so
 * white space, the URL-safe alphabet, missing padding and stray trailing bits (RFC 4648 3.5) are all refused.
 */

/** Standard alphabet, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** The bytes of `text`, or null when it is not the one canonical spelling of them. */
export function decodeBase64(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  return encodeBase64(bytes) === text ? bytes : null
}
