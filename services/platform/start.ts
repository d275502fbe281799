import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { withControlsShown } from './terminal.ts'

const manifest = z.object({ version: z.string() })

/** The version of this code, from its package.json. */
export const CODE_VERSION = manifest.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
).version

/** A start that is refused for a reason that people can fix: they see its message without a stack trace. */
export class StartRefusal extends Error {
  readonly code:
    | 'SETTINGS_WRONG'
    | 'HOME_TOO_OLD'
    | 'SIGNING_KEY_MISSING'
    | 'TRUST_MISSING'
    | 'TRUST_INVALID'
    | 'TRUST_OUTDATED'
    | 'LOG_NOT_INTACT'
  constructor(code: StartRefusal['code'], message: string) {
    super(message)
    this.name = 'StartRefusal'
    this.code = code
  }
}

/** Last sentence of the help of a program. */
export const SETTINGS_HELP = 'Settings come from the environment: docs/operator.md, "Settings".'

/**
 * For a program without options. `--help` prints what it is for and ends the process; throws StartRefusal for any other
 * argument.
 */
export function takeNoArguments(what: string): void {
  const args = process.argv.slice(2)
  if (args.length === 0) return
  const help = `${what}\nIt takes no arguments. ${SETTINGS_HELP}`
  if (args.some((arg) => arg !== '--help' && arg !== '-h'))
    throw new StartRefusal('SETTINGS_WRONG', `unknown argument: ${args.join(' ')}\n${help}`)
  process.stdout.write(`${help}\n`)
  process.exit()
}

/** Runs a process's main function: a refused start prints a message without a stack trace; exit code 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    process.exitCode = 1
    const said = error instanceof StartRefusal ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(
      `${withControlsShown(said ?? '')}\n`,
      // The channel to a parent would keep this process alive, and the parent waiting.
      () => process.connected && process.exit(),
    )
  }
}
