/** Characters of the texts kept in the cache. */
const MOST_CHARACTERS = 4_000_000

/**
 * Caches a pure function of a text that is called repeatedly with the same texts: four licensees share a printed row,
 * and every gate reads the same page. Results are shared, so they must not be modified. A full cache is cleared.
 */
export function remembering<Out extends NonNullable<unknown>>(find: (text: string) => Out): (text: string) => Out {
  const known = new Map<string, Out>()
  let size = 0
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = find(text)
    size += text.length
    if (size > MOST_CHARACTERS) {
      known.clear()
      size = text.length
    }
    known.set(text, found)
    return found
  }
}
