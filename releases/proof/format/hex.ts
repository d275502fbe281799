/** Lowercase hexadecimal that has one spelling only: upper case, odd lengths and stray characters are refused. */

/** Two lowercase digits a byte. */
export function encodeHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** The bytes of `text`, or null when it is not their lowercase spelling. */
export function decodeHex(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Buffer.from(text, 'hex'))
  return encodeHex(bytes) === text ? bytes : null
}
