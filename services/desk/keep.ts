/** Stores a value and keeps only the newest few, so that requests cannot fill the memory. */
export function keep<T>(map: Map<string, T>, id: string, value: T, most = 32): void {
  map.delete(id)
  map.set(id, value)
  for (const oldest of [...map.keys()].slice(0, -most)) map.delete(oldest)
}
