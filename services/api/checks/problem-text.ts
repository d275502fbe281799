import type { ErrorObject } from 'ajv'
import { counted } from '../../../releases/record/counted.ts'

/** What values of a pattern look like, with an example. A pattern that is not listed is shown as it is. */
const FORMS: Readonly<Record<string, string>> = {
  '^[A-Z]{2}$': 'must be two capital letters, such as BR',
  '^[A-Z]{2}_[A-Z0-9_]{1,40}$':
    'must be a code such as GJ_DGVCL: the state, an underscore, and capital letters or digits',
  '^\\d{4}-(0[1-9]|1[0-2])$': 'must be a month written YYYY-MM, such as 2026-06',
  '^\\d{4}-\\d{2}$': 'must be a financial year written YYYY-YY, such as 2026-27',
  '^[0-9a-f]{64}$': 'must be a SHA-256: 64 digits 0 to 9 and a to f, in lower case',
  '^[a-z][a-z0-9_]{0,39}$': 'must be a name: a small letter, then small letters, digits and underscores, at most 40',
  '^[^,]+,[0-9a-f]{64}$': 'must be meta.next_cursor of the previous page, unchanged and URL-encoded',
  '^(0|[1-9]\\d{0,3})$': 'must be a whole number, such as 30',
  '^(0|[1-9]\\d{0,14})$': 'must be a whole number: a position of the log, such as meta.next_since of an answer',
  '^([1-9]\\d?|100)$': 'must be a whole number from 1 to 100',
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text, in quotes',
  integer: 'a whole number, not in quotes',
  number: 'a number, not in quotes',
  boolean: 'true or false, not in quotes',
}

/**
 * What a value must be, in a sentence that follows the name of its field: from an error of the validator. An error
 * without words of its own gets the validator's.
 */
export function problemText({ keyword, params, message }: ErrorObject): string {
  const limit = params['limit'] as number
  switch (keyword) {
    case 'enum':
      return `takes one of: ${(params['allowedValues'] as readonly unknown[]).join(', ')}`
    case 'type':
      return `must be ${TYPES[String(params['type'])] ?? params['type']}`
    case 'pattern':
      return FORMS[String(params['pattern'])] ?? `must match the pattern ${params['pattern']}`
    case 'minItems':
      return `must have at least ${counted(limit, 'item')}`
    case 'maxItems':
      return `may have at most ${counted(limit, 'item')}`
    case 'minProperties':
      return `must have at least ${counted(limit, 'member')}`
    case 'maxProperties':
      return `may have at most ${counted(limit, 'member')}`
    case 'minLength':
      return 'may not be empty'
    case 'maxLength':
      return `may have at most ${limit} characters`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    default:
      return message ?? 'is not valid'
  }
}
