/** A seeded source of choices: the same seed gives the same inputs, so a gate's verdict can be had again. */
export type Random = {
  /** A whole number from 0 up to, and without, `bound` (at least 1). */
  below(bound: number): number
  /** True `parts` times in a hundred. */
  percent(parts: number): boolean
  /** One of a list; undefined when it is empty. */
  pick<T>(list: readonly T[]): T | undefined
}

/** Mulberry32: 32 bits of state, plenty for about ten thousand inputs. Not for secrets. */
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
