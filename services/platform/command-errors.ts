import { type Entry, withoutStatus } from './http-errors.ts'

/**
 * Codes of the command line's refusals (docs/design/contract.md#command-line); those shared with the API are in
 * http-errors.ts.
 */
export const COMMAND_ERRORS = {
  RELEASE_NOT_SEALED: withoutStatus(
    'The release has not been sealed.',
    'Its gates have not run, or not all of them passed.',
    'Run `release gate`, or correct the definition and open it again.',
  ),
  RELEASE_NOT_APPROVED: withoutStatus(
    'The release has not been approved.',
    'A person other than the one who opened it must approve it first.',
    'Let another person run `release approve`.',
  ),
  RELEASE_REJECTED: withoutStatus(
    'The release was rejected.',
    'At least one of its 29 gates failed.',
    'Correct every finding and run the command again; this makes the next revision.',
  ),
  RELEASE_WITHDRAWN: withoutStatus(
    'The release was withdrawn.',
    'A withdrawn revision cannot return to service.',
    'Open a new revision.',
  ),
  RELEASE_NOT_IN_SERVICE: withoutStatus(
    'The release is not in service.',
    'Only in a release in service can a component be held or checked, or its hold be ended.',
    'Name the release in service: see `release list`.',
  ),
  NOT_PUBLIC: withoutStatus(
    'Nothing of this deployment is public.',
    'PRAMAAN_PUBLIC is false.',
    'Set it to true, if what serves may be given without a key.',
  ),
  DEFINITION_REFUSED: withoutStatus(
    'The definition cannot be read as a record.',
    'A file is missing or cannot be read.',
    'Correct every finding; each names file, line and column.',
  ),
  NOT_A_DEFINITION: withoutStatus(
    'The folder is not a release definition.',
    'It has none of the files of a definition.',
    'Name a folder such as releases/states/BR/2026-27; see docs/release-definition.md.',
  ),
  GATES_RUNNING: withoutStatus(
    'The gates are already running.',
    'Only one gate run of a revision can be active.',
    'Wait for it; `release gate` shows the result.',
  ),
  ALREADY_GATED: withoutStatus(
    'The gates of this revision have already run.',
    'The gates run once for each revision.',
    'Change the definition to make a new revision.',
  ),
  RUN_UNDECIDED: withoutStatus(
    'The release was neither sealed nor rejected.',
    'A job fails again and again: that of a gate, or the one that seals or rejects, for example because the signing key was replaced.',
    "Read the workers' log, correct the cause and restart them; then run the command again.",
  ),
  STALE_GATE_RUN: withoutStatus(
    'The gate run is no longer active.',
    'It has ended, or another run replaced it.',
    'See `release show`.',
  ),
  FOUR_EYES: withoutStatus(
    'Another person must do this.',
    'One person opens a release and another approves it; for stage production, a third promotes it, and none of them is a machine.',
    'Let another enrolled person do it with their own key. If a machine approved the revision, open a new one for stage production.',
  ),
  NOT_COVERED: withoutStatus(
    'Some numbers or rules in words of the order were not read.',
    'Stage production requires that every page with a figure is covered, and that no number and no rule in words on a covered page is missing.',
    'Run `definition coverage`; cover the pages in readings.yaml, and read each number or rule that is missing, or dismiss it with a reason.',
  ),
  NOT_ATTESTED: withoutStatus(
    'Documents of the release are not attested.',
    "Stage production requires two people to attest that a document is the regulator's. The person who opened the release and the one who added the document cannot attest.",
    'Let two people run `source attest` for each document in the details.',
  ),
  NOT_REVIEWED: withoutStatus(
    'The release has not been reviewed.',
    'Stage production requires a second person to check every cell.',
    'Let a person who did not open it run `release review`.',
  ),
  REVIEW_INCOMPLETE: withoutStatus(
    'The review does not cover the release.',
    'A cell has no tick, was read from another record, or has a time that is still to come or that of another cell.',
    'Check the cells named in details; `release review --cells` lists all cells.',
  ),
  STAGE_NOT_ALLOWED: withoutStatus(
    'The release may not serve at that stage.',
    "Stage production requires every figure to be read in the regulator's own document, and ends only if stage reference is asked for.",
    'See the figures listed in details; name the stage with --stage.',
  ),
  ALREADY_IN_SERVICE: withoutStatus(
    'The release serves another scope.',
    'A revision serves only one scope, and its present scope would be left without a release.',
    'Open a separate revision for the other scope.',
  ),
  LEAVES_GAP: withoutStatus(
    'After this promotion, some requests that have an answer now would have none.',
    'The release that would be replaced serves days, licensees or categories that the new one does not.',
    'See `release plan`; promote a release for the rest first, or use `--leave-gap` if the gap is intended.',
  ),
  STATE_CHANGED: withoutStatus(
    'The releases of the state changed before the promotion was entered.',
    'Somebody else acted on one of them at the same time, so the plan that was shown no longer holds.',
    'See `release plan`, and promote again.',
  ),
  SCOPE_NOT_OF_STATE: withoutStatus(
    'The scope does not belong to the state of the release.',
    'A release serves its state or one licensee of that state.',
    'Use the state code or a licensee code of the state.',
  ),
  COMPONENT_NOT_FOUND: withoutStatus(
    'The release has no such component.',
    'The path does not name a component that can be held.',
    'Use a path such as rows/BR-DS-II/energy.',
  ),
  COMPONENT_NOT_HELD: withoutStatus(
    'The component is not held.',
    'It has no hold to end.',
    'See the holds in `release show`.',
  ),
  SOURCE_FILE_NOT_FOUND: withoutStatus(
    'Source file not found.',
    'The definition names a document by its file or by its hash, and there is none.',
    'Put a file that is named into the folder of the definition. Add one with that hash with `source add`, or put it in the folder PRAMAAN_SOURCES.',
  ),
  SOURCE_REFUSED: withoutStatus(
    'The document cannot be registered.',
    'No text can be extracted from it, or its file type is not supported.',
    'See the reason; download the document again or convert it.',
  ),
  SOURCE_TOO_LARGE: withoutStatus(
    'The document is too large.',
    'A source may have at most 64 MiB.',
    'Add only the part that contains the tariff.',
  ),
  FILE_UNREADABLE: withoutStatus(
    'A file cannot be read.',
    'It does not exist, is not readable, or is not UTF-8 text.',
    'Check the path and its permissions.',
  ),
  FILE_UNWRITABLE: withoutStatus(
    'A file cannot be written.',
    'Its folder is missing or not writable.',
    'Check the path and its permissions.',
  ),
  IDENTITY_INVALID: withoutStatus(
    'The identity file cannot be used.',
    'It is not YAML, or not a mapping of names to values, or contradicts the identity that the document was registered with.',
    'Correct it, or keep the registered identity.',
  ),
  NOT_RUNNING: withoutStatus(
    'No running service was found.',
    'No stack was started for this home, or its database does not respond, or stopped to while a command ran.',
    'Start it with `npm start`, or set PRAMAAN_HOME to the home of one that runs, or DATABASE_URL.',
  ),
  NO_WORKER: withoutStatus(
    'No worker is running.',
    'Without a worker a gate run never ends.',
    'Start a worker with `npm start` or `npm run worker`.',
  ),
  CHECKPOINT_MISSING: withoutStatus(
    'No signed checkpoint covers the release yet.',
    'A running worker publishes one after each seal.',
    'Start a worker and try again.',
  ),
  LOG_EMPTY: withoutStatus(
    'Nothing of the log is signed yet.',
    'No worker has signed a checkpoint of it.',
    'Start a worker, which signs one at once.',
  ),
  LOG_NOT_INTACT: withoutStatus(
    'The log was changed.',
    'A hash does not match, or the log differs from a checkpoint kept elsewhere.',
    'Do not change the database, and restore a backup that passes verification.',
  ),
  TRUST_REQUIRED: withoutStatus(
    'A bundle can be verified only with trusted keys.',
    'No trusted keys were given.',
    'Use --trusted-keys with a trust document, downloaded once from /v1/trust.json or obtained otherwise.',
  ),
  ANSWER_UNREADABLE: withoutStatus(
    'The file is not an answer of POST /v1/calculate.',
    'It is not JSON, or fields needed for the replay are missing.',
    'Use the whole response, its data, or one `answers[i].body` of POST /v1/calculations.',
  ),
  ROW_NOT_FOUND: withoutStatus(
    'No sealed release has this row.',
    'No row in this log has this hash.',
    'Copy row_sha256 from an answer or from GET /v1/tariffs.',
  ),
  SETTINGS_WRONG: withoutStatus(
    'The settings are not valid.',
    'An environment variable is missing or has a wrong value.',
    'Correct every variable listed in the message; see docs/operator.md.',
  ),
  HOME_TOO_OLD: withoutStatus(
    'The database has records of an older version.',
    'An earlier version of this program wrote them. Their format is no longer supported and cannot be converted.',
    'Start with a new PRAMAAN_HOME, or set DATABASE_URL to an empty database. To read the old records, run the version that wrote them.',
  ),
  KEY_NOT_FOUND: withoutStatus('This key does not exist.', 'No key was issued with this id.', 'See `key list`.'),
  KEY_REVOKED: withoutStatus(
    'The key was revoked.',
    'A revocation cannot be undone or repeated.',
    'If its holder needs another key, issue a new one.',
  ),
  KEY_ROTATED: withoutStatus(
    'The key was replaced by another.',
    'A key can be rotated only once.',
    'Rotate the key that replaced it.',
  ),
  KEY_EXPIRED: withoutStatus(
    'The key has expired.',
    'A rotated key keeps its expiry time, so the new one would never be valid.',
    'Issue a new one.',
  ),
  COMMAND_FAILED: withoutStatus(
    'The command failed with an unexpected error.',
    'The program or its environment has a fault.',
    'Read the message; report it if you cannot correct the cause.',
  ),
  USAGE: withoutStatus(
    'The command was not understood.',
    'An option or argument is missing or wrong.',
    'See `--help` of the command. Exit code 2.',
  ),
} as const satisfies Record<string, Entry>
