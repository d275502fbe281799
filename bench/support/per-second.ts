/** Requests differ, so that no branch is learnt by heart; a power of two, so that the index is a mask. */
export const REQUESTS = 1024
/** The best of so many short rounds: what the machine does when nobody else is on the core. */
const ROUNDS = 25

/** As many requests as are gone through in turn, the nth made by `make`. */
export function requestSet<T>(make: (index: number) => T): readonly T[] {
  return Array.from({ length: REQUESTS }, (_, index) => make(index))
}

/**
 * How often `run` goes in a second, over a set of REQUESTS, `count` times a round; `run` returns a number so that its work
 * is not left out.
 */
export function perSecond<T>(count: number, set: readonly T[], run: (each: T) => number): number {
  let best = Number.POSITIVE_INFINITY
  let kept = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.hrtime.bigint()
    for (let index = 0; index < count; index += 1) kept += run(set[index & (REQUESTS - 1)] as T)
    best = Math.min(best, Number(process.hrtime.bigint() - start))
  }
  if (!Number.isFinite(kept)) throw new Error('the results do not add up')
  return (count * 1e9) / best
}
