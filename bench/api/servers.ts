import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { basename, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import getPort from 'get-port'
import manifest from '../../package.json' with { type: 'json' }
import { compileCache, nodeBinary } from '../../services/platform/node-process.ts'
import type { Cores } from '../support/cores.ts'
import type { Local } from '../support/local.ts'

const API = fileURLToPath(new URL('../../services/api/main.ts', import.meta.url))
/** What `npm run api` tells Node. */
const API_FLAGS = manifest.scripts.api.split(' ').filter((word) => word.startsWith('--'))
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
const LEAST = fileURLToPath(new URL('./least-server.ts', import.meta.url))
const QUIET = '--disable-warning=ExperimentalWarning'
const LOOK_EVERY_MS = 2
const GIVE_UP_AFTER_MS = 30_000

/** A server process under measurement. */
export type Server = {
  readonly pid: number
  readonly origin: string
  /** From starting the process to its first 200. */
  readonly startMs: number
  stop(): Promise<void>
}

type Ready = { readonly path: string; readonly headers: Readonly<Record<string, string>> }

/** Starts one API process on the local databases, with the settings a deployment has; it logs into the home. */
export function startApiServer(local: Local, key: string, cores: Cores, nodeFlags: string[] = []): Promise<Server> {
  const environment = (port: number) => ({
    API_DATABASE_URL: local.apiUrl,
    REDIS_URL: local.redisUrl,
    PRAMAAN_HOME: local.home,
    PORT: String(port),
    ...compileCache(),
  })
  const ready = { path: '/v1/states', headers: { 'x-api-key': key } }
  return start(cores, () => [...API_FLAGS, ...nodeFlags, API], environment, ready, join(local.home, 'api.log'))
}

type Databases = Pick<Local, 'home' | 'redisUrl'>

/** Starts the bare framework in a process of its own. */
export function startBareServer(local: Databases, cores: Cores): Promise<Server> {
  return startPlain(BARE, local, cores)
}

/** Starts the server that does the least in a process of its own. */
export function startLeastServer(local: Databases, cores: Cores): Promise<Server> {
  return startPlain(LEAST, local, cores)
}

function startPlain(file: string, { home, redisUrl }: Databases, cores: Cores): Promise<Server> {
  const args = (port: number) => [file, String(port), redisUrl]
  return start(cores, args, () => ({}), { path: '/', headers: {} }, join(home, `${basename(file)}.log`))
}

async function start(
  cores: Cores,
  argsFor: (port: number) => readonly string[],
  environmentFor: (port: number) => Readonly<Record<string, string>>,
  ready: Ready,
  logFile: string,
): Promise<Server> {
  const port = await getPort({ host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${port}`
  const [command, args] = cores.server(nodeBinary(), [QUIET, ...argsFor(port)])
  const log = openSync(logFile, 'w')
  const began = performance.now()
  const child = spawn(command, args, { env: environmentFor(port), stdio: ['ignore', log, log] })
  closeSync(log)
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  try {
    await untilReady(child, origin, ready, began)
  } catch (error) {
    await stop()
    throw new Error(`${argsFor(port).join(' ')}: ${String(error)}\n${await readFile(logFile, 'utf8')}`)
  }
  return { pid: child.pid ?? 0, origin, startMs: performance.now() - began, stop }
}

async function untilReady(child: ChildProcess, origin: string, ready: Ready, began: number): Promise<void> {
  for (;;) {
    if ((await statusOf(origin, ready)) === 200) return
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`)
    if (performance.now() - began > GIVE_UP_AFTER_MS) throw new Error('did not answer in time')
    await pause(LOOK_EVERY_MS)
  }
}

/** The status of a GET; null where nobody answers. */
export function statusOf(origin: string, { path, headers }: Ready): Promise<number | null> {
  return new Promise((resolve) => {
    const sent = request(`${origin}${path}`, { headers, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? null))
    })
    sent.on('error', () => resolve(null))
    sent.end()
  })
}
