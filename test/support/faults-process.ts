import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compileCache, nodeBinary } from '../../services/platform/node-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LEASH = fileURLToPath(new URL('./faults-leash.ts', import.meta.url))
const KEPT_COMPLAINTS = 20

/** A line of a service's log. */
export type LogLine = { readonly msg?: string; readonly level?: number } & Readonly<Record<string, unknown>>

/** A service running as a process of its own. */
export type ServiceProcess = {
  readonly pid: number
  /** Everything it has logged so far, one JSON text a line. */
  readonly lines: readonly string[]
  /** The line that said it was ready. */
  readonly ready: LogLine
  /** False once it has ended, for whatever reason. */
  alive(): boolean
  /** SIGKILL: no shutdown, no last word. Returns when it is gone. */
  kill(): Promise<void>
  /** SIGTERM, as an orchestrator sends it. Gives the exit code. */
  stop(): Promise<number | null>
}

/** Starts an entry point (a path below the project's folder) with this environment alone; returns when it says `ready`. */
export async function startService(
  entry: string,
  environment: Readonly<Record<string, string>>,
  ready: string,
): Promise<ServiceProcess> {
  const child = spawn(nodeBinary(), ['--disable-warning=ExperimentalWarning', '--import', LEASH, entry], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
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
    alive: () => child.exitCode === null && child.signalCode === null,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

function untilReady(child: ChildProcess, entry: string, lines: string[], ready: string): Promise<LogLine> {
  const complaints: string[] = []
  return new Promise((resolve, reject) => {
    const { stdin, stdout, stderr } = child
    if (stdin === null || stdout === null || stderr === null) throw new Error('a service is started with pipes')
    // The service may be killed while the leash is being held.
    stdin.on('error', () => {})
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
