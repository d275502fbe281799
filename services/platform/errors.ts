import { COMMAND_ERRORS } from './command-errors.ts'
import { type Entry, HTTP_ERRORS, withoutStatus } from './http-errors.ts'

/** Codes of the command line's refusals about people and trust (docs/design/trust.md). */
const TRUST_ERRORS = {
  PERSON_KEY_REQUIRED: withoutStatus(
    'The act must be signed by a person.',
    'No key file was given, or it belongs to a different person than --actor names.',
    'Set PRAMAAN_PERSON_KEY to the key file of an enrolled person.',
  ),
  PERSON_KEY_UNREADABLE: withoutStatus(
    'The key file cannot be used.',
    'The file does not exist, is not a key file, or is damaged.',
    'Check the path, or restore the file from a backup.',
  ),
  PERSON_KEY_OPEN: withoutStatus(
    'Others may read the key file.',
    'Its permissions allow access to other users.',
    'Run `chmod 600` on the file. If others could have copied it, have the key revoked.',
  ),
  PASSPHRASE_WRONG: withoutStatus(
    'The passphrase does not open the key file.',
    'The passphrase is wrong.',
    'Try again, or correct the file that PRAMAAN_PERSON_PASSPHRASE_FILE names.',
  ),
  PERSON_NOT_ENROLLED: withoutStatus(
    "The key is not an enrolled person's key.",
    'It was never enrolled, was revoked, or is a machine key.',
    'See `person list`; two enrolled people can enrol another person.',
  ),
  ENROLMENT_REFUSED: withoutStatus(
    'The key cannot be enrolled, revoked or used for the log.',
    'It is already known, it has no proof of possession, or nobody would be left.',
    'See the reason; a key has one name and can be enrolled only once.',
  ),
  SIGNATURE_REFUSED: withoutStatus(
    'The signature is not valid for this act.',
    'It signs something else, was made with another key, or was altered. Nothing was changed.',
    'Start the act again and sign the new text.',
  ),
  SECOND_SIGNATURE_MISSING: withoutStatus(
    'The act needs two signatures.',
    'Enrolling a person, and ending a hold in production, require two different enrolled people.',
    'Write the act to a file with `--propose FILE`, and let a second person run `person countersign FILE`.',
  ),
  ENTRY_TOO_LONG: withoutStatus(
    'The act is too long for the log.',
    'An entry may have at most 16 KiB, so that everyone can read the whole log.',
    'Shorten the text, and keep the rest elsewhere.',
  ),
  PROPOSAL_STALE: withoutStatus(
    'The proposed act is out of date.',
    'The log changed after the first person signed.',
    'Let the first person run the command with --propose again.',
  ),
  PROPOSAL_ALTERED: withoutStatus(
    'The proposal is not valid.',
    'Its signature does not match its content, or is from a person who is not enrolled now.',
    'Get the file again from the person who wrote it with --propose.',
  ),
  CHECK_BY_PASSED: withoutStatus(
    'The date of the next check is in the past.',
    'The date is before today.',
    'Use a later date with --by.',
  ),
  ATTESTATION_REFUSED: withoutStatus(
    'This person cannot attest the document.',
    'This person added the document or has already attested it.',
    'Let another enrolled person attest it.',
  ),
  NOT_YET_SIGNED: withoutStatus(
    'The act is in the log but has not taken effect.',
    'No checkpoint covers it yet: no worker is running, or the worker refuses to sign.',
    "Start a worker, or read the workers' log; then run `log verify`.",
  ),
  LOG_UNREACHABLE: withoutStatus(
    "The service's log cannot be read.",
    'The address does not respond, or serves no checkpoint.',
    'Check the address given with --from, and try again.',
  ),
  CONSISTENCY_UNPROVEN: withoutStatus(
    'The log does not prove that it extends the stored checkpoint.',
    'Hashes needed for the proof are missing.',
    'Try again. If the error persists, keep your checkpoint: the log may have been replaced.',
  ),
  WORKER_AT_WORK: withoutStatus(
    'A worker is running.',
    'It signs for the log, so the log cannot be taken over now.',
    'Stop all workers, wait 20 seconds, and run the command again. To replace a key that you still have, run `key rotate-signing`.',
  ),
  TRUST_OUTDATED: withoutStatus(
    'The trust file belongs to an earlier key of the log.',
    'A person has since adopted the log under another key.',
    'Copy the trust file from the home where `log adopt` was run, and start again.',
  ),
  SIGNING_KEY_MISSING: withoutStatus(
    'Signing key not found.',
    'The event log is not empty, so a new key would not be the key of the log; or PRAMAAN_SIGNING_KEY names a file that is not there. None was created.',
    'Check PRAMAAN_SIGNING_KEY, or put a copy of the key there; if it is lost, see docs/recovery.md. For a new log unset it, or make the file: docs/operator.md, "The signing key".',
  ),
  TRUST_MISSING: withoutStatus(
    'Trust file not found.',
    'Nothing can be verified without one. The worker that starts a log writes it in its home.',
    'Copy it from there, or set PRAMAAN_TRUST to its path.',
  ),
} as const satisfies Record<string, Entry>

/** Codes of the desk's refusals (docs/desk.md), in addition to those of the operations that it runs. */
const DESK_ERRORS = {
  SIGN_IN_REQUIRED: withoutStatus(
    'You are not signed in.',
    'The desk requires a sign-in. A session ends after a time, or when the passkey is revoked.',
    'Sign in with the passkey of an enrolled person.',
  ),
  SIGN_IN_REFUSED: withoutStatus(
    'The sign-in was refused.',
    'The passkey is not enrolled for this desk now, or the response does not match the latest challenge.',
    'Try again with the passkey that was enrolled for this address; `person list` shows who is enrolled.',
  ),
  PAGE_REFUSED: withoutStatus(
    "The request does not come from the desk's own pages.",
    'Its Host or Origin is not the address of the desk.',
    'Open the address that the desk printed at its start.',
  ),
  PAGE_NOT_FOUND: withoutStatus(
    'This page does not exist.',
    'The desk has no page at this address.',
    'Go to the start page.',
  ),
  REQUEST_UNREADABLE: withoutStatus(
    'The request cannot be read.',
    'It is not JSON, or a field is missing or not valid.',
    'Correct the fields named in the message.',
  ),
  SIGNATURE_DECLINED: withoutStatus(
    'The act was not signed.',
    'The person declined, or did not sign within five minutes. Only what they signed before, such as a document, is in the log.',
    'Start the act again.',
  ),
  ACT_NOT_WAITING: withoutStatus(
    'None of your acts is waiting for this signature.',
    'It was already answered, it was cancelled, or the desk was restarted.',
    'Start the act again.',
  ),
} as const satisfies Record<string, Entry>

/**
 * The one catalogue of error codes (docs/design/contract.md#refusals), of the API and of the command line. A code never
 * changes meaning; every one is in docs/errors.md, and those with an HTTP status in the OpenAPI document.
 */
export const ERRORS = { ...HTTP_ERRORS, ...COMMAND_ERRORS, ...TRUST_ERRORS, ...DESK_ERRORS } as const

export type ErrorCode = keyof typeof HTTP_ERRORS

/** The message of an answer: what happened and what to do. */
export function errorMessage(code: ErrorCode): string {
  const { message, remedy } = ERRORS[code]
  return `${message} ${remedy}`
}
