import { LRUCache } from 'lru-cache'

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

/** A cache of values that can be recomputed. If together they exceed the room, the oldest are dropped. */
type Kept = LRUCache<() => void, number>

/** Room for cached values, in bytes. */
export function keptUpTo(bytes: number): Kept {
  return new LRUCache<() => void, number>({
    maxSize: bytes,
    sizeCalculation: (size) => size,
    dispose: (_size, forget) => forget(),
  })
}

/**
 * Computes a value on first use and keeps it until later values need the room. `bytes`: its size. A value larger than
 * the whole room is kept permanently, because recomputing it for every request would be worse.
 */
export function onceAmong<T>(kept: Kept, bytes: number, make: () => T): () => T {
  let made: { readonly value: T } | null = null
  const forget = (): void => {
    made = null
  }
  return () => {
    if (made !== null) return made.value
    const value = make()
    made = { value }
    kept.set(forget, Math.max(1, Math.round(bytes)))
    return value
  }
}
