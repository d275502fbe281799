import * as z from 'zod'
import { ERRORS, type ErrorCode } from '../../../platform/errors.ts'
import { ERROR_DETAILS } from './error-details.ts'
import { message as errorMessage, named } from './scalars.ts'

/** Component name of a code: `StateNotReleased` for `STATE_NOT_RELEASED`. */
export function pascal(code: string): string {
  return code
    .toLowerCase()
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

function errorSchema(code: ErrorCode) {
  const { http, message, why, remedy } = ERRORS[code]
  const details = ERROR_DETAILS[code]
  return named(
    `${pascal(code)}Error`,
    `HTTP ${http}. ${message} ${why} ${remedy}`,
    z.object({
      code: z.literal(code).describe('Decide by this'),
      message: errorMessage,
      ...(details === null ? {} : { details: details.describe('Details') }),
    }),
  )
}

/** Every code that an HTTP answer may have. */
export const HTTP_CODES = Object.keys(ERROR_DETAILS) as ErrorCode[]

/** The `error` of each code (spec: Errors). */
export const ERROR_SCHEMAS: ReadonlyMap<ErrorCode, z.ZodType> = new Map(
  HTTP_CODES.map((code) => [code, errorSchema(code)]),
)
