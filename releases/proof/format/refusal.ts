/**
 * Codes for refused proofs. The list is complete and in the order of the checks; docs/verify/README.md section 9
 * explains each code. Codes are part of the contract with other verifiers: new ones may be added, but none is renamed.
 */
export const REFUSAL_CODES = [
  'TRUST_INVALID',
  'BUNDLE_NOT_CANONICAL',
  'BUNDLE_INVALID',
  'ACTS_INVALID',
  'SERVING_INVALID',
  'STATEMENT_INVALID',
  'LOG_ENTRY_INVALID',
  'CHECKPOINT_INVALID',
  'RECORD_HASH_MISMATCH',
  'RECORD_INVALID',
  'RELEASE_MISMATCH',
  'KEY_UNKNOWN',
  'SIGNATURE_INVALID',
  'KEY_OUT_OF_RANGE',
  'STATEMENT_HASH_MISMATCH',
  'GATE_NOT_PASSED',
  'OPENING_MISMATCH',
  'ACT_INVALID',
  'INCLUSION_INVALID',
  'CHECKPOINT_KEY_UNKNOWN',
  'CHECKPOINT_SIGNATURE_INVALID',
  'CHECKPOINT_KEY_OUT_OF_RANGE',
  'COSIGNATURE_UNKNOWN',
  'COSIGNATURE_INVALID',
  'WITNESSES_MISSING',
  'REFERENCE_INVALID',
  'STALE_CHECKPOINT',
  'FORKED_HISTORY',
  'SERVING_MISMATCH',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** A refusal: the code is for machines, the reason for people. */
export type Refusal = { readonly ok: false; readonly code: RefusalCode; readonly reason: string }

export function refuse(code: RefusalCode, reason: string): Refusal {
  return { ok: false, code, reason }
}
