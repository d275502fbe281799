/** Keeps a value, and of all of them the newest few: what people hand in, or ask for, fills no memory. */
export function keep<T>(map: Map<string, T>, id: string, value: T, most = 32): void {
  map.delete(id)
  map.set(id, value)
  for (const oldest of [...map.keys()].slice(0, -most)) map.delete(oldest)
}
