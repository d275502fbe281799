/** Lowercase hexadecimal with a unique form: upper case, odd lengths and other characters are refused. */

/** Two lowercase digits per byte. */
export function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The bytes of `text`, or null if it is not their lowercase hexadecimal. */
export function decodeHex(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
