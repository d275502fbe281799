/** `offset 120: {"a":1…`: the first place where two texts differ, for people to find. Null if they are equal. */
export function firstDifference(a: Uint8Array, b: Uint8Array): { offset: number; a: string; b: string } | null {
  let offset = 0
  while (offset < a.length && offset < b.length && a[offset] === b[offset]) offset += 1
  if (offset === a.length && offset === b.length) return null
  const excerpt = (bytes: Uint8Array): string =>
    new TextDecoder().decode(bytes.subarray(Math.max(0, offset - 30), offset + 30))
  return { offset, a: excerpt(a), b: excerpt(b) }
}
