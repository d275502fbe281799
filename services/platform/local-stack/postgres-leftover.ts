import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processInfo } from './process-table.ts'

const LOOK_AGAIN_MS = 20
const PATIENCE_MS = 15_000

/**
 * Ends a Postgres that a killed run left on the cluster in `directory`, so that a new one can start there.
 *
 * It is ended rather than adopted: the new one is then known to have our settings, our port and an owner that ends
 * it with us. Which process it is comes from postmaster.pid, and is believed only when that process is a Postgres on
 * this very directory. Throws when it does not end even by immediate shutdown.
 */
export async function endLeftover(directory: string, log: (line: string) => void): Promise<void> {
  const lockFile = join(directory, 'postmaster.pid')
  const pid = await pidIn(lockFile)
  if (pid === null) return
  if (!isPostgresOn(directory, pid)) {
    // Postgres takes over a lock of a dead process, but not one whose pid now belongs to a stranger or a zombie.
    await rm(lockFile, { force: true })
    return
  }
  log(`ending the Postgres that an earlier run left behind (process ${pid})`)
  // Fast shutdown, then immediate shutdown (Postgres manual, "Shutting Down the Server").
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalIfThere(pid, signal)
    if (await gone(directory, pid)) return
  }
  throw new Error(`process ${pid}, a Postgres on ${directory}, does not end: end it by hand and start again`)
}

async function pidIn(lockFile: string): Promise<number | null> {
  try {
    const pid = Number.parseInt(await readFile(lockFile, 'utf8'), 10)
    return pid > 1 ? pid : null
  } catch {
    return null
  }
}

function isPostgresOn(directory: string, pid: number): boolean {
  const command = processInfo(pid)?.command ?? ''
  return command.includes('postgres') && command.includes(directory)
}

async function gone(directory: string, pid: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_AGAIN_MS) {
    if (!isPostgresOn(directory, pid)) return true
    await pause(LOOK_AGAIN_MS)
  }
  return false
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
