import { type Entry, entry } from './http-errors.ts'

/** Codes of the command line's refusals about who acts and who is believed (docs/design/trust.md). */
export const TRUST_ERRORS = {
  PERSON_KEY_REQUIRED: entry(
    null,
    'The act has to be signed by a person.',
    'No key file was given, or it is of somebody else than --actor names.',
    'Set PRAMAAN_PERSON_KEY to the key file of an enrolled person.',
  ),
  PERSON_KEY_UNREADABLE: entry(
    null,
    'The key file cannot be used.',
    'It is not there, or not a key file, or damaged.',
    'Check the path, or put the file back from its backup.',
  ),
  PERSON_KEY_OPEN: entry(
    null,
    'Others may read the key file.',
    'Its permissions are wider than its owner.',
    'Run `chmod 600` on it. If others could have copied it, have it revoked.',
  ),
  PASSPHRASE_WRONG: entry(null, 'The passphrase does not open the key file.', 'It is another one.', 'Try again.'),
  PERSON_NOT_ENROLLED: entry(
    null,
    'The key is not one whose acts count now.',
    "It was never enrolled, or was revoked, or is a machine's.",
    'See `person list`; two enrolled people enrol another.',
  ),
  ENROLMENT_REFUSED: entry(
    null,
    "The key cannot be enrolled, revoked or made the log's.",
    'It is known already, does not show that it is held, or nobody would be left.',
    'See the reason; a key has one name, and is enrolled once.',
  ),
  SIGNATURE_REFUSED: entry(
    null,
    'The signature is not one of this act.',
    'It is over something else, or by another key, or was altered. Nothing was done.',
    'Begin the act again and sign what is shown then.',
  ),
  SECOND_SIGNATURE_MISSING: entry(
    null,
    'The act needs two signatures.',
    'Two enrolled people enrol another, and free what is held in production.',
    'Write the act with `--propose FILE`, and let a second person run `person countersign FILE`.',
  ),
  ENTRY_TOO_LONG: entry(
    null,
    'The act is too long for the log.',
    'An entry has at most 16 KiB, so that everybody can read all of them.',
    'Say it in fewer words, and keep the rest elsewhere.',
  ),
  PROPOSAL_STALE: entry(
    null,
    'The proposed act cannot be entered any more.',
    'Something was done in its place since the first person signed.',
    'Let the first person run the command with --propose again.',
  ),
  PROPOSAL_ALTERED: entry(
    null,
    'The proposal does not hold.',
    'Its signature is not over what it says, or is your own, or of somebody who is not enrolled now.',
    'Get the file again from the first person, who wrote it with --propose.',
  ),
  CHECK_BY_PASSED: entry(
    null,
    'The day by which somebody looks again is over already.',
    'It is before today.',
    'Name a later day with --by.',
  ),
  ATTESTATION_REFUSED: entry(
    null,
    'This person cannot attest the document.',
    'They added it, or have attested it already.',
    'Let another enrolled person attest it.',
  ),
  NOT_YET_SIGNED: entry(
    null,
    'What was done stands in the log and has not taken effect.',
    'No checkpoint covers it yet: no worker is running, or it refuses to sign.',
    "Start a worker, or read the workers' log; then look with `log verify`.",
  ),
  LOG_UNREACHABLE: entry(
    null,
    "The service's log cannot be read.",
    'Nothing answers at the address, or no checkpoint is served there.',
    'Check the address given with --from, and try again.',
  ),
  CONSISTENCY_UNPROVEN: entry(
    null,
    'The log does not show that it extends the checkpoint that was kept.',
    'Hashes that the proof needs are not given.',
    'Try again. If it stays so, keep your checkpoint: the log may have been replaced.',
  ),
  WORKER_AT_WORK: entry(
    null,
    'A worker is at work.',
    'It signs for the log, and the log is not taken over beside it.',
    'Stop all workers, wait 20 seconds, and run the command again. To replace a key that is at hand, run `key rotate-signing`.',
  ),
  TRUST_OUTDATED: entry(
    null,
    'The trust file is of an earlier root of the log.',
    'A person has adopted the log under another key since.',
    'Copy the trust file from the home where `log adopt` was run, and start again.',
  ),
  TRUST_MISSING: entry(
    null,
    'There is no trust file.',
    'Nothing is believed without one. The worker that begins a log makes it in its home.',
    'Copy it from there, or name it by PRAMAAN_TRUST.',
  ),
} as const satisfies Record<string, Entry>
