import fc from 'fast-check'

/** A check that must pass for all values of some arbitraries, tried with `runs.numRuns` of them. */
export function forEvery<Ts extends [unknown, ...unknown[]]>(
  runs: { readonly numRuns: number },
  ...property: Parameters<typeof fc.property<Ts>>
): void {
  fc.assert(fc.property<Ts>(...property), runs)
}
