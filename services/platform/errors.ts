import { COMMAND_ERRORS } from './command-errors.ts'
import { type Entry, HTTP_ERRORS, withoutStatus } from './http-errors.ts'
import { TRUST_ERRORS } from './trust-errors.ts'

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

/** Codes that the API may answer with. */
export type ErrorCode = keyof typeof HTTP_ERRORS

/** The message of an answer: what happened and what to do. */
export function errorMessage(code: ErrorCode): string {
  const { message, remedy } = ERRORS[code]
  return `${message} ${remedy}`
}
