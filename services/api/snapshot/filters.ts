import { errorMessage } from '../../platform/errors.ts'
import { type Refused, refuse } from '../contract/responses/error-details.ts'

/** Case-insensitive exact match; a missing filter matches everything (spec: GET /tariffs). */
export function isSame(asked: string | undefined, has: string | null): boolean {
  return asked === undefined || asked.toLowerCase() === has?.toLowerCase()
}

/** The refusal of a filter with none of the values that there are, which lists them; null: it has one, or is left out. */
export function unknownFilter(
  parameter: string,
  asked: string | undefined,
  has: readonly (string | null)[],
): Refused<'INVALID_QUERY_PARAMETER'> | null {
  const available = [...new Set(has)].filter((value) => value !== null)
  if (asked === undefined || available.some((value) => isSame(asked, value))) return null
  const isNone = available.length === 0
  const said = isNone
    ? `Leave ${parameter} out: nothing has one.`
    : `${parameter} takes one of: ${available.join(', ')}.`
  const details = { parameter, rule: isNone ? 'not_applicable' : 'enum', available }
  return refuse('INVALID_QUERY_PARAMETER', details, `${errorMessage('INVALID_QUERY_PARAMETER')} ${said}`)
}
