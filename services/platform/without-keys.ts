/** One of our API keys, whole or truncated (see keys/key-format.ts). A shorter part reveals nothing. */
const KEY = /pk_[0-9A-Za-z]{12,}/g

/**
 * Removes API keys from a text, wherever a caller may have put one: as the name of a parameter or a field, in an
 * Origin, in a request id. A placeholder shows that there was one.
 */
export function withoutKeys(text: string): string {
  return text.includes('pk_') ? text.replace(KEY, 'pk_[removed]') : text
}
