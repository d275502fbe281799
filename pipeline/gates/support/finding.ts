import type { Candidate, Failure } from '../gate.ts'

/** A finding at a part of the record, with the place in the definition's files where it is written. */
export function finding(
  candidate: Candidate,
  path: string,
  expected: string,
  found: string,
  evidence: string | null = null,
): Failure<'unnamed'> {
  return { fault: 'unnamed', where: candidate.where(path), expected, found: `${path}: ${found}`, evidence }
}
