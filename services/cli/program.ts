import { type Command, CommanderError } from 'commander'
import { OperationRefusal } from '../operations/refusal.ts'
import { nonBlank } from './arguments.ts'
import { type CliContext, openContext } from './context.ts'
import { printFailure, printResult, type Result } from './output.ts'

export type Globals = { readonly json: boolean; readonly actor: string | null }

/** Options every command has. */
function globalsOf(command: Command): Globals {
  const { json, actor } = command.optsWithGlobals<{ json?: boolean; actor?: string }>()
  return { json: json === true, actor: actor ?? null }
}

/** Runs a command that needs no database. */
export async function runPlain(command: Command, work: (globals: Globals) => Promise<Result>): Promise<void> {
  const globals = globalsOf(command)
  try {
    printResult(await work(globals), globals.json)
  } catch (error) {
    printFailure(error, globals.json)
  }
}

/** Runs a command with connections, which are always closed. */
export async function runWith(
  command: Command,
  work: (context: CliContext, globals: Globals) => Promise<Result>,
): Promise<void> {
  await runPlain(command, async (globals) => {
    const context = await openContext(globals.actor)
    try {
      return await work(context, globals)
    } finally {
      await context.close()
    }
  })
}

/** Runs a command with a database if a stack is running, otherwise with `null`. */
export async function runWherever(
  command: Command,
  work: (context: CliContext | null, globals: Globals) => Promise<Result>,
): Promise<void> {
  await runPlain(command, async (globals) => {
    const context = await openContext(globals.actor).catch((error: unknown) => {
      if (error instanceof OperationRefusal && error.code === 'NOT_RUNNING') return null
      throw error
    })
    try {
      return await work(context, globals)
    } finally {
      await context?.close()
    }
  })
}

/** Adds commands to a group, with the options that every command shares. */
export function adderTo(group: Command): (usage: string, description: string) => Command {
  return (usage, description) =>
    group
      .command(usage)
      .description(description)
      .option('--json', 'print only one JSON document on stdout')
      .option('--actor <name>', 'name of the actor; for signed acts the owner of PRAMAAN_PERSON_KEY', nonBlank)
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
