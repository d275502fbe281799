import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { notWritten } from '../files.ts'
import { processInfo } from './process-table.ts'

const LOOK_AGAIN_MS = 50
const HOLDER_PATIENCE_MS = 10_000

export type Lock =
  | { readonly ok: true; release(): Promise<void> }
  | { readonly ok: false; readonly reason: 'locked'; readonly pid: number }

/**
 * Takes a directory's lock file for this process, so that only one process at a time runs a server on it. A lock of a
 * dead process is taken over; for a live process it waits `patienceMs` (that process may be stopping), then throws with
 * its pid. `log` is called once if it has to wait.
 */
export async function takeLock(
  path: string,
  options: { readonly patienceMs: number; readonly log: (line: string) => void },
): Promise<Lock> {
  const mine = `${process.pid} ${processInfo(process.pid)?.startedAt ?? ''}`
  let waitedMs = 0
  for (;;) {
    if (await create(path, mine)) return { ok: true, release: () => release(path, mine) }
    const theirs = await contentOf(path)
    if (theirs === null) continue
    const pid = livingHolder(theirs)
    if (pid === null) {
      // A lock of its own, so that two that find the same dead lock do not remove a new one.
      const removal = await takeLock(`${path}.removal`, options)
      if (!removal.ok) return removal
      if ((await contentOf(path)) === theirs) await rm(path, { force: true })
      await removal.release()
      continue
    }
    if (waitedMs >= options.patienceMs) return { ok: false, reason: 'locked', pid }
    if (waitedMs === 0) options.log(`waiting for process ${pid}, which still uses ${dirname(path)}`)
    await pause(LOOK_AGAIN_MS)
    waitedMs += LOOK_AGAIN_MS
  }
}

/**
 * Holds a home or a data folder for this process; returns what lets it go. Throws, with the process that holds it, if
 * that does not end within seconds.
 */
export async function holdFolder(folder: string, log: (line: string) => void): Promise<() => Promise<void>> {
  const lock = await takeLock(`${folder}/holder`, { patienceMs: HOLDER_PATIENCE_MS, log })
  if (lock.ok) return lock.release
  throw new Error(`${folder} is in use by process ${lock.pid}: stop it, or choose another PRAMAAN_HOME`)
}

/** A hard link appears atomically, so nobody can read a partly written lock file. */
async function create(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, content, { mode: 0o600 })
    await link(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw notWritten(path, error)
  } finally {
    await rm(draft, { force: true })
  }
}

function livingHolder(content: string): number | null {
  const [pidText = '', startedAt] = content.split(/ (.*)/s)
  const pid = Number(pidText)
  return Number.isInteger(pid) && pid > 0 && processInfo(pid)?.startedAt === startedAt ? pid : null
}

async function release(path: string, mine: string): Promise<void> {
  if ((await contentOf(path)) === mine) await rm(path, { force: true })
}

async function contentOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return null
  }
}
