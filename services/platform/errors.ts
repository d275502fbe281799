import { COMMAND_ERRORS } from './command-errors.ts'
import { DESK_ERRORS } from './desk-errors.ts'
import { HTTP_ERRORS } from './http-errors.ts'
import { TRUST_ERRORS } from './trust-errors.ts'

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
