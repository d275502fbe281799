import { type Command, CommanderError } from 'commander'
import type { Pool } from 'pg'
import { OperationRefusal, reasonOf } from '../operations/refusal.ts'
import { isLost, withSetting } from '../platform/server-fault.ts'
import { nonBlank } from './arguments.ts'
import { type CliContext, openContext } from './context.ts'
import { printFailure, printResult, type Result } from './output.ts'

type Globals = { readonly json: boolean; readonly actor: string | null }

/** Options every command has. */
function globalsOf(command: Command): Globals {
  const { json, actor } = command.optsWithGlobals<{ json?: boolean; actor?: string }>()
  return { json: json === true, actor: actor ?? null }
}

/** What commander calls for a command: with its arguments, its options, and the command itself. */
type Action = (...given: unknown[]) => Promise<void>

function actionOf<Given extends unknown[]>(work: (globals: Globals, ...given: Given) => Promise<Result>): Action {
  return async (...all) => {
    const globals = globalsOf(all.at(-1) as Command)
    try {
      printResult(await work(globals, ...(all.slice(0, -1) as Given)), globals.json)
    } catch (error) {
      printFailure(error, globals.json)
    }
  }
}

/** The action of a command that needs no database. `work` gets its arguments, then its options. */
export function runPlain<Given extends unknown[]>(work: (...given: Given) => Promise<Result>): Action {
  return actionOf<Given>((_globals, ...given) => work(...given))
}

/** The same with connections, which are always closed; `options` as for openContext. */
export function runWith<Given extends unknown[]>(
  work: (context: CliContext, ...given: Given) => Promise<Result>,
  options: Parameters<typeof openContext>[1] = {},
): Action {
  return actionOf<Given>(async (globals, ...given) => {
    const context = await openContext(globals.actor, options)
    try {
      return await work(context, ...given)
    } catch (error) {
      if (!isLost(error)) throw withSetting(context.setting, error)
      throw new OperationRefusal(
        'NOT_RUNNING',
        `the database was lost meanwhile (${reasonOf(error)}): when it answers again, look whether the act is done before you repeat it`,
      )
    } finally {
      await context.close()
    }
  })
}

/** The same with the database if a stack is running, otherwise with `null`. */
export function runWherever<Given extends unknown[]>(
  work: (pool: Pool | null, ...given: Given) => Promise<Result>,
): Action {
  return actionOf<Given>(async (globals, ...given) => {
    const context = await openContext(globals.actor).catch((error: unknown) => {
      if (error instanceof OperationRefusal && error.code === 'NOT_RUNNING') return null
      throw error
    })
    try {
      return await work(context?.pool ?? null, ...given)
    } finally {
      await context?.close()
    }
  })
}

/** Adds a command. `means`: what its arguments are, by name. */
export type Adder = (usage: string, description: string, means?: Readonly<Record<string, string>>) => Command

/** Adds commands to a group, with the options that every command shares. `means`: arguments that its commands share. */
export function adderTo(group: Command, shared: Readonly<Record<string, string>> = {}): Adder {
  return (usage, description, means = {}) => {
    const command = group
      .command(usage)
      .description(description)
      .option('--json', 'print only one JSON document on stdout')
      .option('--actor <name>', 'name of the actor; for signed acts the owner of PRAMAAN_PERSON_KEY', nonBlank)
    for (const argument of command.registeredArguments)
      argument.description = means[argument.name()] ?? shared[argument.name()] ?? argument.description
    return command
  }
}

/**
 * Exit codes: 0 done, 1 refused, 2 usage (docs/design/contract.md#command-line). With --json a usage error is printed
 * as a document too.
 */
export async function parseAndRun(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return
    if (argv.includes('--json')) printFailure(new OperationRefusal('USAGE', usageMessage(error)), true)
    process.exitCode = 2
  }
}

function usageMessage({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'a command is missing; see --help' : message.replace(/^error: /, '')
}
