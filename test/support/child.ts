import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { leash, ofOurs, ROOT } from '../../scripts/service-process.ts'

export { leash, ofOurs, ROOT }

/** A program that has not ended by then hangs. No test takes that long. */
const LONGEST_MS = 600_000

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Runs one of our programs until it ends. If it does not end, it is killed, and `code` is null. */
export function runProgram(
  main: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Ended> {
  const program = ofOurs(main, args, env)
  return untilEnded(program.command, program.args, program.env)
}

/** Runs a program of an installed package, by its path in node_modules, until it ends. */
export function runTool(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const file = fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))
  return untilEnded(process.execPath, [...leash(), file, ...args], { ...process.env, ...env })
}

async function untilEnded(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}
