import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import getPort from 'get-port'
import type { SigningKey } from '../../../releases/proof/sign/signing-key.ts'
import { type Answer, type CallOptions, send } from '../../support/api-call.ts'
import { ofOurs, ROOT } from '../../support/child.ts'
import { trustFiles } from '../../support/people.ts'

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
  signal(signal: NodeJS.Signals): void
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
  { openFiles, args: given = [] }: { readonly openFiles?: number; readonly args?: readonly string[] } = {},
): Promise<ServiceProcess> {
  const { command, args, env } = ofOurs(entry, given, environment)
  // A limit can be set for what follows in a shell, which gives its place to the program.
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

/** An API instance as a process of its own. */
export type ApiProcess = {
  readonly process: ServiceProcess
  readonly origin: string
  call(path: string, options?: CallOptions): Promise<Answer>
  /** The value of a metric, named with its labels as they are shown, as the metrics listener shows it now. */
  metric(name: string): Promise<number>
}

export async function startApiProcess(where: {
  readonly apiUrl: string
  readonly redisUrl: string
  /** Who signs the log that it serves from. */
  readonly signer: SigningKey
  /** False: clients reach it without a proxy between. */
  readonly trustProxy?: boolean
  /** How many files and connections it may have open. */
  readonly openFiles?: number
  /** More than one: the API of a parent with so many children. */
  readonly processes?: number
}): Promise<ApiProcess> {
  const metricsPort = await getPort({ host: '127.0.0.1' })
  const { trustPath, seenPath } = await trustFiles(where.signer)
  const environment = {
    PRAMAAN_TRUST: trustPath,
    PRAMAAN_HOME: dirname(seenPath),
    API_DATABASE_URL: where.apiUrl,
    REDIS_URL: where.redisUrl,
    PORT: '0',
    METRICS_PORT: String(metricsPort),
    TRUST_PROXY: String(where.trustProxy ?? true),
  }
  const { openFiles, processes = 1 } = where
  const args = processes === 1 ? [] : ['--processes', String(processes)]
  const ready = processes === 1 ? 'listening' : 'all processes listen'
  const process = await startService('services/api/main.ts', environment, ready, {
    args,
    ...(openFiles === undefined ? {} : { openFiles }),
  })
  const origin = `http://127.0.0.1:${process.ready['port']}`
  return {
    process,
    origin,
    call: (path, options) => send(origin, path, options),
    metric: async (name) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const found = text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1)
      if (found === undefined) throw new Error(`no metric ${name}`)
      return Number(found)
    },
  }
}
