import { execFile } from 'node:child_process'
import { mkdtemp, readdir, realpath, rm, statfs, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../../services/platform/local-stack/postgres.ts'
import { postgresDataDir } from '../../services/platform/local-stack/postgres-place.ts'
import { processInfo } from '../../services/platform/local-stack/process-table.ts'

const PREFIX = 'pramaan-test-'
/** Linux's in-memory file system, and the required free space: a container may have almost none. */
const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * A PRAMAAN_HOME for one test or one run, and the location of its Postgres, in memory if there is room: a database has
 * some three hundred files, and a disk file system spends more on creating and removing those than Postgres does.
 * Remove it with `removeHome`.
 */
export async function temporaryHome(): Promise<{ home: string; dataDir: string }> {
  const room = await statfs(IN_MEMORY).catch(() => null)
  if (room === null || room.bavail * room.bsize < ENOUGH_BYTES) return temporaryHomeAt(null)
  return temporaryHomeAt(await mkdtemp(join(IN_MEMORY, `${PREFIX}${process.pid}-`)))
}

/** The same with its Postgres in an existing directory; null: where a home has it. */
export async function temporaryHomeAt(place: string | null): Promise<{ home: string; dataDir: string }> {
  const home = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  if (place !== null) await symlink(place, join(home, 'postgres'))
  return { home, dataDir: await postgresDataDir(home, process.getuid?.() ?? -1) }
}

/** Removes a home with its Postgres data, which may be elsewhere. */
export async function removeHome(home: string): Promise<void> {
  const dataDir = await realpath(join(home, 'postgres')).catch(() => null)
  for (const path of [dataDir, home]) if (path) await rm(path, { recursive: true, force: true })
}

/** Removes the homes of runs that were killed. Their servers ended with them. */
export async function sweepHomes(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    // A home of another user must not be removed.
    if (pid && processInfo(Number(pid)) === null) await removeHome(join(tmpdir(), name)).catch(() => {})
  }
}

const run = promisify(execFile)

/** Data of a first Postgres start, as the base of tests about later starts: `initdb` costs as much as ten copies. */
export type MadeCluster = {
  /** Fills the data directory of a home, as if its first start had ended. */
  copyTo(dataDir: string): Promise<void>
  remove(): Promise<void>
}

export async function makeCluster(): Promise<MadeCluster> {
  const { home, dataDir } = await temporaryHome()
  await (await startPostgres({ dataDir, durable: false, log: () => {} })).stop()
  return {
    // Not with Node's own copy, whose files belong to the copying user: for root that is not the user that runs
    // Postgres.
    copyTo: async (target) => void (await run('cp', ['-a', `${dataDir}/.`, target])),
    remove: () => removeHome(home),
  }
}
