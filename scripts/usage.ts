import { type CommanderError, InvalidArgumentError } from 'commander'

/** Parses an option's value: a whole number above 0 with at most nine digits. */
export function wholeNumber(given: string): number {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given)
  throw new InvalidArgumentError('It takes a whole number above 0, of at most nine digits.')
}

/** Exit code 2 for wrong usage; 1 means that a requirement was not met. */
export function endAfterUsage({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : 2)
}
