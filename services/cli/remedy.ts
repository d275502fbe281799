import { type RefusalCode as ProofCode, REFUSAL_CODES } from '../../releases/proof/format/refusal.ts'
import { ERRORS } from '../platform/errors.ts'

/** Codes of the catalogue whose messages say what happened and not what to do; those of the others say both. */
const WITHOUT_REMEDY = [
  'ALREADY_IN_SERVICE',
  'CHECKPOINT_MISSING',
  'COMPONENT_NOT_HELD',
  'CONSISTENCY_UNPROVEN',
  'GATES_RUNNING',
  'KEY_REVOKED',
  'LOG_EMPTY',
  'NOT_PUBLIC',
  'PASSPHRASE_WRONG',
  'PERSON_KEY_UNREADABLE',
  'PROPOSAL_ALTERED',
  'RELEASE_NOT_IN_SERVICE',
  'SCOPE_NOT_OF_STATE',
  'STALE_GATE_RUN',
] as const satisfies readonly (keyof typeof ERRORS)[]

const FILE_AGAIN = 'Get the file again from where it was published. If it is refused again, do not rely on it.'
const TRUST_AGAIN =
  'Get the trust document again, from a source that you trust. If this is refused again, do not rely on the file.'

/** What a reader does about a refused proof (docs/verify/README.md, section 9), if not FILE_AGAIN. */
const OF_PROOFS: Readonly<Partial<Record<ProofCode, string>>> = {
  TRUST_INVALID: 'Name a trust document as served at /v1/trust.json, and do not edit it.',
  RECORD_INVALID: 'Tell those who sealed it.',
  KEY_UNKNOWN: TRUST_AGAIN,
  ACT_INVALID: TRUST_AGAIN,
  CHECKPOINT_KEY_UNKNOWN: TRUST_AGAIN,
  COSIGNATURE_UNKNOWN: TRUST_AGAIN,
  WITNESSES_MISSING: 'Get a file whose checkpoint more witnesses of the trust document cosigned, or ask for fewer.',
  REFERENCE_INVALID: 'Give a checkpoint of this log that you kept.',
  STALE_CHECKPOINT: 'Export the bundle again, or verify it without the checkpoint.',
  FORKED_HISTORY: "Keep both checkpoints: they prove that the log's operator misbehaved.",
  SERVING_MISMATCH: 'Fetch the checkpoint and the serving state again, together.',
}

/** What to do about a refusal whose message does not say it; null: it does. */
export function remedyOf(code: string): string | null {
  const bare = WITHOUT_REMEDY.find((each) => each === code)
  if (bare !== undefined) return ERRORS[bare].remedy
  const proof = REFUSAL_CODES.find((each) => each === code)
  return proof === undefined ? null : (OF_PROOFS[proof] ?? FILE_AGAIN)
}
