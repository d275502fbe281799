import { type CommanderError, InvalidArgumentError } from 'commander'

/** An option's value that is a whole number above 0, of at most nine digits. */
export function wholeNumber(given: string): number {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given)
  throw new InvalidArgumentError('It takes a whole number above 0, of at most nine digits.')
}

/** Ends with 2 what was called wrongly: 1 says that something did not hold. */
export function endAfterUsage({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : 2)
}
