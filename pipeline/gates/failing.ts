import type { Candidate, Failure } from './gate.ts'

/** A violated rule: the gate's fault, what it expected of a part, and what it found. */
export type Failing<F extends string> = readonly [fault: F, expected: string, found: string]

/** A finding about a part of the record, with its place in the definition's files. */
export function failing<F extends string>(
  candidate: Candidate,
  path: string,
  fault: F,
  expected: string,
  found: string,
  evidence: string | null = null,
): Failure<F> {
  return { fault, where: candidate.where(path), expected, found: `${path}: ${found}`, evidence }
}
