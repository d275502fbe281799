import { sha256 } from '#digest'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import { type Candidate, type Finding, type Gate, verdict } from './gate.ts'
import { firstDifference } from './support/bytes.ts'
import { finding } from './support/finding.ts'
import { parseRecord } from './support/parse.ts'

function compare(candidate: Candidate, what: string, value: unknown): Finding[] {
  const again = serialise(value)
  if (!again.ok) return [finding(candidate, 'release', `${what}: a canonical form`, again.reason)]
  const difference = firstDifference(again.bytes, candidate.bytes)
  if (difference === null) return []
  const expected = `${what}: sha256 ${sha256(again.bytes)}, at byte ${difference.offset} "${difference.a}"`
  const found = `the candidate's bytes: sha256 ${sha256(candidate.bytes)}, there "${difference.b}"`
  return [finding(candidate, 'release', expected, found)]
}

type Serialised = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: string }

/** Canonical bytes, or why there are none: a number too large for JSON, for one, parses and cannot be written. */
function serialise(value: unknown): Serialised {
  try {
    return { ok: true, bytes: canonicalBytes(value) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Gate 28: the record's bytes survive parsing and re-serialising (RFC 8785), and are the bytes of this very record. */
export const recordCanonicalStable: Gate = {
  name: 'record.canonical_stable',
  heavy: false,
  check(candidate) {
    const parsed = parseRecord(candidate.bytes)
    const findings = parsed.ok
      ? [
          ...compare(candidate, 'the bytes parsed and serialised again', parsed.value),
          ...compare(candidate, 'the record in canonical form', candidate.record),
        ]
      : [finding(candidate, 'release', 'a record in JSON', parsed.reason)]
    return verdict('record.canonical_stable', 2, findings)
  },
}
