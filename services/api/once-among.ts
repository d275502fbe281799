import { LRUCache } from 'lru-cache'

/** What was made and may be made again: the oldest are let go when together they take more than they may. */
export type Kept = LRUCache<() => void, number>

/** A place for what is kept, of so many bytes. */
export function keptUpTo(bytes: number): Kept {
  return new LRUCache<() => void, number>({
    maxSize: bytes,
    sizeCalculation: (size) => size,
    dispose: (_size, forget) => forget(),
  })
}

/**
 * Makes something when it is asked for, and keeps it until what was made after it needs the room. `bytes`: what it takes, at least 1;
 * what takes more than there is room for stays, since to make it for every question would be worse.
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
