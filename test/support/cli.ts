import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compileCache, nodeBinary } from '../../services/platform/node-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAIN = fileURLToPath(new URL('../../services/cli/main.ts', import.meta.url))

export type CliOutcome = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The JSON document on stdout. Throws when stdout is anything but one line with one document. */
  json<T = Record<string, unknown>>(): T
}

/** Runs `pramaan` as a person does: a process of its own, in the project's folder, with this environment alone. */
export async function runCli(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<CliOutcome> {
  const child = spawn(nodeBinary(), ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const json = <T>(): T => {
    const lines = stdout.split('\n')
    if (lines.length !== 2 || lines[1] !== '') throw new Error(`not one JSON document:\n${stdout}\n${stderr}`)
    return JSON.parse(lines[0] ?? '') as T
  }
  return { code, stdout, stderr, json }
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
