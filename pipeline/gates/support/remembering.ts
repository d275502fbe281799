/** Characters of texts that are kept with what was found in them. */
const MOST_CHARACTERS = 4_000_000

/**
 * A pure function of a text, which is asked about the same texts again: four licensees have one printed row, and every gate
 * one page. What it gives is shared, so nobody may change it. Where too much is known, it begins anew.
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
