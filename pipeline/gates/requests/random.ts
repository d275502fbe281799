/** A seeded random generator: the same seed gives the same inputs, so that a gate's verdict can be reproduced. */
export type Random = {
  /** A whole number from 0 to `bound` - 1 (`bound` at least 1). */
  below(bound: number): number
  /** True with a probability of `parts` percent. */
  percent(parts: number): boolean
  /** A random item of a list; undefined if it is empty. */
  pick<T>(list: readonly T[]): T | undefined
}

/** Mulberry32: 32 bits of state, enough for some ten thousand inputs. Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return { below, percent: (parts) => next() * 100 < parts, pick: (list) => list[below(list.length)] }
}
