/** Computes a value on first use and keeps it. After a failure the next call tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    if (made !== null) return made.value
    const value = make()
    made = { value }
    if (value instanceof Promise)
      value.catch(() => {
        made = null
      })
    return value
  }
}

/** An object whose members are made on first use and kept. */
export function lazily<T extends object>(makers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const made = {}
  for (const [name, make] of Object.entries<() => unknown>(makers))
    Object.defineProperty(made, name, { get: once(make), enumerable: true })
  return made as T
}
