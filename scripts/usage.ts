import type { CommanderError } from 'commander'
import { wholeNumber } from '../services/cli/arguments.ts'

/** A count, a duration or a seed. */
export const aboveZero = wholeNumber(1, 999_999_999)

/** Exit code 2 for wrong usage; 1 means that a requirement was not met. */
export function endAfterUsage({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : 2)
}
