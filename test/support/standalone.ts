import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { processInfo } from '../../services/platform/local-stack/process-table.ts'
import { startCommand } from '../docs/support/started-program.ts'
import { leash, ROOT } from './child.ts'
import { PATIENCE } from './patience.ts'

/** A first start takes seven seconds on a quiet machine, and took a hundred with five other users. */
const PATIENCE_MS = 600_000

type Known = { readonly pid: number; readonly startedAt: string }

/** `npm start` as npm runs it, with a new home and free ports, and only the definitions of Bihar. */
export type Standalone = {
  readonly home: string
  readonly process: ChildProcess
  /** Everything printed so far on stdout and stderr. */
  readonly out: () => string
  readonly err: () => string
  /** Waits for this text on stdout. Rejects, with all output, if the process ends without it. */
  said(words: string | RegExp): Promise<void>
  /** All its living descendants; found again later by pid and start time. */
  family(): Known[]
  /** Resolves to the exit code; null after a signal. */
  ended(): Promise<number | null>
}

export function startStandalone(home: string, more: Readonly<Record<string, string>> = {}): Standalone {
  const [, ...args] = startCommand()
  const child = spawn(process.execPath, [...leash(), ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      PRAMAAN_HOME: home,
      PORT: '0',
      PRAMAAN_DEFINITIONS: definitionsOfBihar(home),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const closed = once(child, 'close')
  let gone = false
  closed.then(() => {
    gone = true
  })
  const has = (words: string | RegExp): boolean => (typeof words === 'string' ? out.includes(words) : words.test(out))
  return {
    home,
    process: child,
    out: () => out,
    err: () => err,
    said: async (words) => {
      await vi.waitUntil(() => gone || has(words), { timeout: PATIENCE_MS, interval: 20 })
      if (!has(words)) throw new Error(`it ended without saying ${words}:\n${out}\n${err}`)
    },
    family: () => descendantsOf(child.pid ?? 0),
    ended: async () => (await closed)[0],
  }
}

/**
 * A folder of definitions with one state, because the gates of all shipped releases take longer than tests of a start
 * should.
 */
function definitionsOfBihar(home: string): string {
  const folder = join(home, 'states')
  if (mkdirSync(folder, { recursive: true }) !== undefined)
    symlinkSync(join(ROOT, 'releases/states/BR'), join(folder, 'BR'))
  return folder
}

/** Kills them with SIGKILL and waits until they are gone. Those that end with their parent may already be gone. */
export async function killAll(family: readonly Known[]): Promise<void> {
  for (const { pid, startedAt } of family) {
    if (processInfo(pid)?.startedAt !== startedAt) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  await untilGone(family)
}

/** Resolves when all of the processes are gone. Rejects, naming those that are left. */
export async function untilGone(family: readonly Known[]): Promise<void> {
  const left = () => family.filter(({ pid, startedAt }) => processInfo(pid)?.startedAt === startedAt)
  await vi
    .waitUntil(() => left().length === 0, PATIENCE)
    .catch(() => {
      throw new Error(`still there: ${left().map(({ pid }) => processInfo(pid)?.command)}`)
    })
}

/** A process and all that it started, directly or not. */
export function descendantsOf(ancestor: number): Known[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null
    if (parent !== null) parents.set(Number(name), parent)
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return pid === ancestor || (parent !== undefined && isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow).flatMap((pid) => {
    const info = processInfo(pid)
    return info === null ? [] : [{ pid, startedAt: info.startedAt }]
  })
}

/** Field 4 of /proc/<pid>/stat, counted from the end of the name in parentheses (proc(5)). */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
