import type { Finding } from '../gates/gate.ts'

/**
 * Findings as an event can hold them: what they quote may hold halves of surrogate pairs, which have no UTF-8 and so no
 * canonical form (RFC 8785 section 3.2.2.2). Each becomes U+FFFD.
 */
export function loggable(findings: readonly Finding[]): Finding[] {
  return findings.map(({ where, expected, found, evidence }) => ({
    where: where.toWellFormed(),
    expected: expected.toWellFormed(),
    found: found.toWellFormed(),
    evidence: evidence?.toWellFormed() ?? null,
  }))
}
