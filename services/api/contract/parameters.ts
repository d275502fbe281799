import * as z from 'zod'

/**
 * Query parameters shared by several routes: the only source of their validation, of OpenAPI and of the agent's tools.
 */

export const state = z
  .string()
  .max(2)
  .regex(/^[A-Z]{2}$/)
  .describe('Two-letter state code')
/** The default state of routes (spec: Endpoints). */
export const DEFAULT_STATE = 'BR'
/** For those routes. The validator adds nothing: handlers apply the default. */
export const stateOrDefault = state.optional().meta({ default: DEFAULT_STATE })
export const licensee = z
  .string()
  .regex(/^[A-Z]{2}_[A-Z0-9_]{1,40}$/)
  .describe('Licensee code. Required where each licensee has its own schedules (MH)')
export const date = z
  .string()
  .min(1)
  .max(10)
  .describe('Day, YYYY-MM-DD, in a released period. Default: the first day of the release')
/** The form of a hash, in a query or in a path, which handlers check themselves. */
export const SHA256 = /^[0-9a-f]{64}$/
export const sha256 = z.string().regex(SHA256)
export const word = (most: number, what: string) => z.string().min(1).max(most).describe(what)
export const ANY_CASE = 'case-insensitive'
export const subcategory = word(100, `State subcategory code; ${ANY_CASE}`)
export const limit = z
  .string()
  .regex(/^([1-9]\d?|100)$/)
  .describe('Items per page, 1 to 100')
  .meta({ default: '50' })
  .optional()
