/** A key of ours, whole or cut off: see keys/key-format.ts. Shorter than this it gives nothing away. */
const KEY = /pk_[0-9A-Za-z]{12,}/g

/**
 * Text in which no API key is left, wherever a caller may have put one: as the name of a parameter or a field, in an
 * Origin, in an id of his own. What remains says that there was one.
 */
export function withoutKeys(text: string): string {
  return text.includes('pk_') ? text.replace(KEY, 'pk_[removed]') : text
}
