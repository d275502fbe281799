import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { compileCache, nodeBinary } from '../services/platform/node-process.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LEASH = new URL('./leash.mjs', import.meta.url).href

/** Node arguments that end a program with this process, even if it is killed with SIGKILL. */
export function leash(): readonly string[] {
  return ['--import', `${LEASH}?parent=${process.pid}`]
}

/** The flags of `npm run pramaan` (package.json): V8's last optimisation costs a program more than it gains in its first seconds (docs/performance.md). */
const SHORT = manifest.scripts.pramaan.split(' ').filter((word) => word.startsWith('--'))

/** Node arguments and the complete environment to run one of our programs for a short time. */
export function ofOurs(main: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return {
    command: nodeBinary(),
    args: ['--disable-warning=ExperimentalWarning', ...SHORT, ...leash(), main, ...args],
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...env },
  }
}

const KEPT_COMPLAINTS = 20

export type LogLine = { readonly msg?: string; readonly level?: number } & Readonly<Record<string, unknown>>

/** A service running as a separate process. */
export type ServiceProcess = {
  readonly pid: number
  /** Its log so far, one JSON text per line. */
  readonly lines: readonly string[]
  /** The line that reported it ready. */
  readonly ready: LogLine
  /** False once it has ended for any reason. */
  alive(): boolean
  /** Resolves when it has ended, with its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  signal(signal: NodeJS.Signals): void
  /** Sends SIGKILL and waits until it is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM, like an orchestrator. Returns the exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts an entry point (a path below the project's folder) with exactly this environment; returns when it logs
 * `ready`.
 */
export async function startService(
  entry: string,
  environment: Readonly<Record<string, string>>,
  ready: string,
  { openFiles, args: given = [] }: { readonly openFiles?: number; readonly args?: readonly string[] } = {},
): Promise<ServiceProcess> {
  const { command, args, env } = ofOurs(entry, given, environment)
  // A shell can set a limit and then replace itself with the program.
  const limited = openFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`]
  const [program = command, ...words] = [...limited, command, ...args]
  const child = spawn(program, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  const lines: string[] = []
  const line = await untilReady(child, entry, lines, ready)
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    const [code] = await ended
    return code
  }
  return {
    pid: child.pid ?? 0,
    lines,
    ready: line,
    signal: (signal) => void child.kill(signal),
    ended: ended.then(([code, signal]) => signal ?? code),
    alive: () => child.exitCode === null && child.signalCode === null,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

function untilReady(child: ChildProcess, entry: string, lines: string[], ready: string): Promise<LogLine> {
  const complaints: string[] = []
  return new Promise((resolve, reject) => {
    const { stdout, stderr } = child
    if (stdout === null || stderr === null) throw new Error('a service is started with pipes')
    createInterface(stdout).on('line', (text) => {
      lines.push(text)
      const line = parse(text)
      if (line?.msg === ready) resolve(line)
    })
    createInterface(stderr).on('line', (text) => {
      complaints.push(text)
      if (complaints.length > KEPT_COMPLAINTS) complaints.shift()
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      reject(
        new Error(
          `${entry} ended with ${signal ?? code} before it was ready:\n${[...lines, ...complaints].join('\n')}`,
        ),
      )
    })
  })
}

function parse(text: string): LogLine | null {
  return text.startsWith('{') ? (JSON.parse(text) as LogLine) : null
}
