/** The value of a key; made, and kept in the map, if it is not there. */
export function keptIn<K, V extends NonNullable<unknown> | null>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const before = map.get(key)
  if (before !== undefined) return before
  const made = make()
  map.set(key, made)
  return made
}
