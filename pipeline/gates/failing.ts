import type { Found } from './gate.ts'

/** A violated rule: the gate's fault, what it expected of a part, and what it found. */
export type Failing<F extends string> = readonly [fault: F, expected: string, found: string]

/** A finding about the part of the record with this path. `evidence`: the quote or request that it is about. */
export function failing<F extends string>(
  path: string,
  fault: F,
  expected: string,
  found: string,
  evidence: string | null = null,
): Found<F> {
  return { path, fault, expected, found, evidence }
}
