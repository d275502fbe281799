import type { Candidate, Failure } from '../gate.ts'
import { failing } from './failing.ts'

/** A finding at a part of the record, with the place in the definition's files where it is written. */
export function finding(
  candidate: Candidate,
  path: string,
  expected: string,
  found: string,
  evidence: string | null = null,
): Failure<'unnamed'> {
  return failing(candidate, path, 'unnamed', expected, found, evidence)
}
