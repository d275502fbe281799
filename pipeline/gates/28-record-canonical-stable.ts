import { sha256 } from '#digest'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import { type Candidate, type Found, failing, gate } from './gate.ts'
import { attempt, firstDifference, parseRecord } from './record/parse.ts'

const FAULTS = ['not_json', 'not_canonical', 'no_canonical_form', 'another_record'] as const
type F = (typeof FAULTS)[number]

function compare(candidate: Candidate, fault: F, what: string, value: unknown): Found<F>[] {
  // A number too large for JSON can be parsed but not written.
  const again = attempt(() => canonicalBytes(value))
  if (!again.ok) return [failing('release', 'no_canonical_form', `${what}: a canonical form`, again.reason)]
  const difference = firstDifference(again.value, candidate.bytes)
  if (difference === null) return []
  const expected = `${what}: sha256 ${sha256(again.value)}, at byte ${difference.offset} "${difference.a}"`
  const found = `the candidate's bytes: sha256 ${sha256(candidate.bytes)}, there "${difference.b}"`
  return [failing('release', fault, expected, found)]
}

/**
 * Gate 28: the record's bytes are unchanged by parsing and re-serialising (RFC 8785), and are the bytes of this record.
 */
export const recordCanonicalStable = gate('record.canonical_stable', FAULTS, (candidate) => {
  const parsed = parseRecord(candidate.bytes)
  const findings = parsed.ok
    ? [
        ...compare(candidate, 'not_canonical', 'the bytes parsed and serialised again', parsed.value),
        ...compare(candidate, 'another_record', 'the record in canonical form', candidate.record),
      ]
    : [failing('release', 'not_json', 'a record in JSON', parsed.reason)]
  return { checked: 2, findings }
})
