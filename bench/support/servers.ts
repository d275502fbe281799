import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { freePort } from '../../services/platform/free-port.ts'
import { compileCache, nodeBinary } from '../../services/platform/node-process.ts'
import type { LoadRequest } from './load.ts'
import { type Cores, cpuMs, LEASHED } from './machine.ts'
import type { Local } from './stack.ts'

const API = fileURLToPath(new URL('../../services/api/main.ts', import.meta.url))
const WORKER = fileURLToPath(new URL('../../services/worker/main.ts', import.meta.url))
/** Node arguments of `npm run api`. */
const API_FLAGS = manifest.scripts.api.split(' ').filter((word) => word.startsWith('--'))
/** The same as in scripts/bootstrap.mjs. */
const GLIBC = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536' }
const PLAIN = fileURLToPath(new URL('./plain-server.ts', import.meta.url))
const LOOK_EVERY_MS = 2
const GIVE_UP_AFTER_MS = 120_000
/** Timeout: a worker first checks the whole log. */
const WORKER_GIVE_UP_AFTER_MS = 1_200_000

type Ready = Pick<LoadRequest, 'path'> & Partial<LoadRequest>

/** A server process under measurement. */
export type Server = {
  readonly pid: number
  readonly origin: string
  /** Time from starting the process to its first 200, and the processor time used. */
  readonly startMs: number
  readonly startCpuMs: number
  stop(): Promise<void>
}

/**
 * Starts one API process on the local databases, with a deployment's settings; it logs into the home. It counts as
 * started when it answers a request with this key, or, without a key, when it reports that all releases serve.
 */
export function startApiServer(local: Local, key: string | null, cores: Cores): Promise<Server> {
  const environment = {
    API_DATABASE_URL: local.apiUrl,
    REDIS_URL: local.redisUrl,
    PRAMAAN_HOME: local.home,
    ...GLIBC,
  }
  const args = [...API_FLAGS, API]
  const ready = key === null ? { path: '/readyz' } : { path: '/v1/states', headers: { 'x-api-key': key } }
  return start(cores, () => args, { ...environment, ...compileCache() }, ready, join(local.home, 'api.log'))
}

/** One worker process; it counts as started when it has checked the whole log and serves its metrics. */
export function startWorkerProcess(local: Local, cores: Cores): Promise<Server> {
  const environment = {
    PIPELINE_DATABASE_URL: local.pipelineUrl,
    REDIS_URL: local.redisUrl,
    PRAMAAN_HOME: local.home,
    ...GLIBC,
    ...compileCache(),
  }
  const log = join(local.home, 'worker.log')
  return start(cores, () => [WORKER], environment, { path: '/metrics' }, log, WORKER_GIVE_UP_AFTER_MS, 'METRICS_PORT')
}

/** Starts the bare framework, or the minimal server, in a separate process. */
export function startPlainServer(kind: 'bare' | 'least', local: Local, cores: Cores): Promise<Server> {
  const args = (port: number): string[] => [PLAIN, kind, String(port), local.redisUrl]
  return start(cores, args, {}, { path: '/' }, join(local.home, `${kind}.log`))
}

async function start(
  cores: Cores,
  argsFor: (port: number) => readonly string[],
  environment: Readonly<Record<string, string>>,
  ready: Ready,
  logFile: string,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
  portName = 'PORT',
): Promise<Server> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const [command, args] = cores.server(nodeBinary(), [...LEASHED, ...argsFor(port)])
  const log = openSync(logFile, 'w')
  const began = performance.now()
  const child = spawn(command, args, { env: { [portName]: String(port), ...environment }, stdio: ['ignore', log, log] })
  closeSync(log)
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  try {
    await untilReady(child, origin, ready, began, giveUpAfterMs)
  } catch (error) {
    await stop()
    throw new Error(`${args.join(' ')}: ${String(error)}\n${await readFile(logFile, 'utf8')}`)
  }
  const pid = child.pid ?? 0
  return { pid, origin, startMs: performance.now() - began, startCpuMs: cpuMs(pid), stop }
}

async function untilReady(
  child: ChildProcess,
  origin: string,
  ready: Ready,
  began: number,
  giveUpAfterMs: number,
): Promise<void> {
  for (;;) {
    const status = await exchange(origin, ready).then(
      ({ statusCode }) => statusCode,
      () => null,
    )
    if (status === 200) return
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`)
    if (performance.now() - began > giveUpAfterMs) throw new Error('did not answer in time')
    await pause(LOOK_EVERY_MS)
  }
}

/** Sends one request on a new connection; returns the complete answer. */
export function exchange(origin: string, { body, path, ...rest }: Ready): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { ...rest, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
