import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { nodeBinary } from '../../services/platform/node-process.ts'

const run = promisify(execFile)

/** The server under load has a separate core; databases and the load generator share another. */
const SERVER_CORE = '0'
const REST_CORE = '1'

export type Cores = {
  /** Text for the conditions of the measurement. */
  readonly text: string
  /** A command to run on the server's core. */
  server(command: string, args: readonly string[]): readonly [command: string, args: readonly string[]]
}

export const UNPINNED: Cores = {
  text: 'server and load share the cores: taskset or a second core is missing',
  server: (command, args) => [command, args],
}
const PINNED: Cores = {
  text: 'server on one core, databases and load on another (taskset)',
  server: (command, args) => ['taskset', ['-c', SERVER_CORE, command, ...args]],
}

/** Moves this process, and everything it starts from now on, off the server's core while `work` runs. */
export async function withCores<T>(work: (cores: Cores) => Promise<T>): Promise<T> {
  const count = cpus().length
  const pin = (list: string): Promise<boolean> =>
    run('taskset', ['-apc', list, String(process.pid)]).then(
      () => true,
      () => false,
    )
  if (count < 2 || !(await pin(REST_CORE))) return work(UNPINNED)
  try {
    return await work(PINNED)
  } finally {
    await pin(`0-${count - 1}`)
  }
}

/** USER_HZ: the unit in which Linux reports processor time, on every architecture that runs Node. */
const TICKS_PER_SECOND = 100

/** Processor time of a process so far with all its threads, in milliseconds; 0 if there is no /proc. */
export function cpuMs(pid: number): number {
  const stat = contentOf(`/proc/${pid}/stat`)
  if (stat === null) return 0
  // The name in parentheses may contain spaces and parentheses, so fields are counted from its end (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/** Resident memory of a process in MB (10^6 bytes); null if there is no /proc. */
export function residentMb(pid: number): number | null {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(contentOf(`/proc/${pid}/status`) ?? '')?.[1]
  return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / 1e6
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Processor time of this process while a function runs. */
export async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Node arguments for a process of the bench: it always ends with the process that started it. */
export const LEASHED = [
  '--disable-warning=ExperimentalWarning',
  '--import',
  new URL('../../scripts/end-with-parent.mjs', import.meta.url).href,
] as const

/**
 * Runs a file of the bench in a separate process, with JSON on its stdin; returns the JSON from its stdout. Throws if
 * there is none.
 */
export async function askedOf<T>(file: string, input: object): Promise<T> {
  const child = spawn(nodeBinary(), [...LEASHED, fileURLToPath(file)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(input))
  const said = await text(child.stdout)
  if (said === '') throw new Error(`${file} ended without a result`)
  return JSON.parse(said) as T
}
