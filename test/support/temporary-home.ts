import { mkdtemp, readdir, realpath, rm, statfs, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresDataDir } from '../../services/platform/local-stack/postgres-place.ts'
import { processInfo } from '../../services/platform/local-stack/process-table.ts'

const PREFIX = 'pramaan-test-'
/** Where Linux has files in memory, and how much must be free there: a container may have next to none. */
const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

/** A PRAMAAN_HOME for one test or one run, and the place of its Postgres. To be removed by `removeHome`. */
export async function temporaryHome(): Promise<{ home: string; dataDir: string }> {
  const home = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  return { home, dataDir: await postgresDataDir(home, process.getuid?.() ?? -1) }
}

/**
 * The same with its Postgres in memory where there is room for it. A run makes and drops a database for each test file, of
 * some three hundred files each, and a file system on a disk spends more on those than Postgres does.
 */
export async function temporaryHomeInMemory(): Promise<{ home: string; dataDir: string }> {
  const room = await statfs(IN_MEMORY).catch(() => null)
  if (room === null || room.bavail * room.bsize < ENOUGH_BYTES) return temporaryHome()
  const place = await mkdtemp(join(IN_MEMORY, `${PREFIX}${process.pid}-`))
  return temporaryHomeAt(place)
}

/** The same with its Postgres in a directory that is there already. */
export async function temporaryHomeAt(place: string): Promise<{ home: string; dataDir: string }> {
  const home = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  await symlink(place, join(home, 'postgres'))
  return { home, dataDir: await postgresDataDir(home, process.getuid?.() ?? -1) }
}

/** Removes a home with its Postgres data, which may lie elsewhere. */
export async function removeHome(home: string): Promise<void> {
  const dataDir = await realpath(join(home, 'postgres')).catch(() => null)
  for (const path of [dataDir, home]) if (path) await rm(path, { recursive: true, force: true })
}

/** Removes the homes of runs that were killed. Their servers ended with them. */
export async function sweepHomes(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    // A home of another user is not ours to remove.
    if (pid && processInfo(Number(pid)) === null) await removeHome(join(tmpdir(), name)).catch(() => {})
  }
}
