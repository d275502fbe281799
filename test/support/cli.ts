import { type ChildProcess, spawn } from 'node:child_process'
import { type Ended, ofOurs, ROOT, runProgram } from './child.ts'

export type CliOutcome = Ended & {
  /** The JSON document on stdout. Throws when stdout is anything but one line with one document. */
  json<T = Record<string, unknown>>(): T
}

type Environment = Readonly<Record<string, string>>

/** Runs `pramaan` like a person: in a new process, in the project's folder, with exactly this environment. */
export async function runCli(env: Environment, args: readonly string[]): Promise<CliOutcome> {
  return outcomeOf(await runProgram('services/cli/main.ts', env, args))
}

/**
 * The same in a process that is kept for all commands of this worker, because starting one takes half a second, mostly
 * for reading our own files. Commands run one by one, in the project's folder unless another is given.
 */
export async function askCli(env: Environment, args: readonly string[], folder = ROOT): Promise<CliOutcome> {
  resident ??= startResident()
  return outcomeOf(await resident({ PATH: process.env['PATH'] ?? '', ...env }, args, folder))
}

type Resident = (env: Environment, args: readonly string[], folder: string) => Promise<Ended>
let resident: Resident | null = null

function startResident(): Resident {
  const { command, args: words, env } = ofOurs('test/support/cli-resident.ts', [], {})
  const child: ChildProcess = spawn(command, words, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting: { resolve(ended: Ended): void; reject(error: Error): void }[] = []
  child.on('message', (ended: Ended) => waiting.shift()?.resolve(ended))
  child.once('exit', (code, signal) => {
    resident = null
    for (const { reject } of waiting.splice(0)) reject(new Error(`the command line ended with ${signal ?? code}`))
  })
  // It ends with this process, but does not keep it running.
  child.unref()
  child.channel?.unref()
  return (env, args, folder) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      child.send({ env, args, folder })
    })
}

function outcomeOf(ended: Ended): CliOutcome {
  const { stdout, stderr } = ended
  const json = <T>(): T => {
    const lines = stdout.split('\n')
    if (lines.length !== 2 || lines[1] !== '') throw new Error(`not one JSON document:\n${stdout}\n${stderr}`)
    return JSON.parse(lines[0] ?? '') as T
  }
  return { ...ended, json }
}

/** Content of stdout when a command is refused under `--json`. */
export type CliError = {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly details: Record<string, unknown> & {
      readonly findings?: readonly { gate?: string; where: string; expected: string; found: string }[]
    }
  }
}
