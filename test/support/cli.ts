import { type Ended, runProgram } from './child.ts'

export type CliOutcome = Ended & {
  /** The JSON document on stdout. Throws when stdout is anything but one line with one document. */
  json<T = Record<string, unknown>>(): T
}

/** Runs `pramaan` as a person does: a process of its own, in the project's folder, with this environment alone. */
export async function runCli(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<CliOutcome> {
  const ended = await runProgram('services/cli/main.ts', env, args)
  const { stdout, stderr } = ended
  const json = <T>(): T => {
    const lines = stdout.split('\n')
    if (lines.length !== 2 || lines[1] !== '') throw new Error(`not one JSON document:\n${stdout}\n${stderr}`)
    return JSON.parse(lines[0] ?? '') as T
  }
  return { ...ended, json }
}

/** What stands in stdout when a command is refused under `--json`. */
export type CliError = {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly details: Record<string, unknown> & {
      readonly findings?: readonly { gate?: string; where: string; expected: string; found: string }[]
    }
  }
}
