import type { ErrorObject } from 'ajv'
import { counted } from '../../../releases/record/counted.ts'
import { FORMS_IN_WORDS } from '../../../releases/record/text.ts'

/** What values of a pattern look like, with an example. A pattern that is not listed is shown as it is. */
const FORMS: Readonly<Record<string, string>> = {
  ...FORMS_IN_WORDS,
  '^[^,]+,[0-9a-f]{64}$': 'meta.next_cursor of the previous page, unchanged and URL-encoded',
  '^(0|[1-9]\\d{0,3})$': 'a whole number, such as 30',
  '^(0|[1-9]\\d{0,14})$': 'a whole number: a position of the log, such as meta.next_since of an answer',
  '^([1-9]\\d?|100)$': 'a whole number from 1 to 100',
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
    case 'pattern': {
      const form = FORMS[String(params['pattern'])]
      return form === undefined ? `must match the pattern ${params['pattern']}` : `must be ${form}`
    }
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
