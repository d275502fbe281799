import { resolve } from 'node:path'
import type { CommandResult } from '../../pipeline/commands/run-command.ts'
import type { TrustResult } from '../../pipeline/commands/trust-acts.ts'
import type { RefusalCode as ProofCode } from '../../releases/proof/format/refusal.ts'
import type { ERRORS } from '../platform/errors.ts'
import { readFault, writeFault } from '../platform/file-fault.ts'

/** Codes of the catalogue, and those of the offline verifier (docs/verify/README.md). */
type OperationCode = keyof typeof ERRORS | ProofCode

/** An operation that cannot continue: a code, what happened and what to do. Exit code 1 on the command line. */
export class OperationRefusal extends Error {
  readonly code: OperationCode
  readonly details: object
  constructor(code: OperationCode, message: string, details: object = {}) {
    super(message)
    this.name = 'OperationRefusal'
    this.code = code
    this.details = details
  }
}

/** For a file or folder that could not be read: refuses with FILE_UNREADABLE and the fault in words. */
export const unreadable =
  (path: string) =>
  (error: unknown): never => {
    // Whole: npm runs commands in the folder of package.json, wherever they are typed.
    throw new OperationRefusal('FILE_UNREADABLE', `${resolve(path)}: ${readFault(error)}`)
  }

/** The same for one that could not be written: FILE_UNWRITABLE. */
export const unwritable =
  (path: string) =>
  (error: unknown): never => {
    throw new OperationRefusal('FILE_UNWRITABLE', `${path}: ${writeFault(error)}`)
  }

export type FindingLike = { gate?: string; where?: string; expected?: string; found?: string }

/** `rows.csv:12:value  [evidence.figure_in_quote]  expected …; found …` */
export function findingText({ gate, where, expected, found }: FindingLike): string {
  return `  ${where}${gate === undefined ? '' : `  [${gate}]`}\n      expected ${expected}\n      found    ${found}`
}

/** Description of an error; an error for several addresses has its details only in its parts. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Throws the refusal of a command. */
export function requireDone<T extends CommandResult | TrustResult>(
  result: T,
): asserts result is Extract<T, { readonly ok: true }> {
  if (!result.ok) throw new OperationRefusal(result.code, result.message, result.details)
}
