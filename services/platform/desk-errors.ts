import { type Entry, entry } from './http-errors.ts'

/** Codes of the desk's refusals (docs/desk.md), beside those of the operations that it carries out. */
export const DESK_ERRORS = {
  SIGN_IN_REQUIRED: entry(
    null,
    'Nobody is signed in.',
    'The desk shows nothing and does nothing without a sign-in, which ends after a while and when the passkey is revoked.',
    'Sign in with the passkey of an enrolled person.',
  ),
  SIGN_IN_REFUSED: entry(
    null,
    'The sign-in was refused.',
    'The passkey is not one that is enrolled now for this desk, or the answer is not one to the question just asked.',
    'Try again with the passkey that was enrolled for this address; `person list` shows who is enrolled.',
  ),
  PAGE_REFUSED: entry(
    null,
    "The request does not come from the desk's own pages.",
    'Its Host or its Origin is not the one address that the desk answers at.',
    'Open the address that the desk printed when it started.',
  ),
  PAGE_NOT_FOUND: entry(null, 'The desk has no such page.', 'The address names nothing.', 'Begin at the start page.'),
  REQUEST_UNREADABLE: entry(
    null,
    'The request cannot be read.',
    'It is not JSON, or a field is missing or not what it must be.',
    'Fill in what the message names.',
  ),
  SIGNATURE_DECLINED: entry(
    null,
    'The act was not signed.',
    'Its person declined, or did not sign within five minutes. Nothing was done.',
    'Begin the act again.',
  ),
  ACT_NOT_WAITING: entry(
    null,
    'No act of yours waits for this signature.',
    'It was answered before, or was given up, or the desk has started anew since.',
    'Begin the act again.',
  ),
} as const satisfies Record<string, Entry>
