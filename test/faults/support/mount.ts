import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A small in-memory file system that can be filled. */
export type SmallDisk = {
  readonly path: string
  /** Leaves no room in it. */
  fill(): Promise<void>
  empty(): Promise<void>
  /** Makes it read-only, also for root. */
  lock(): Promise<void>
  unlock(): Promise<void>
  remove(): Promise<void>
}

export const NO_MOUNT = 'this user may not mount a file system of a size (mount -t tmpfs)'

/** Mounts a tmpfs with this many megabytes; null if that is not allowed. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | null> {
  const path = await mkdtemp(join(tmpdir(), `pramaan-test-${process.pid}-disk-`))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', path])
  } catch {
    await rm(path, { recursive: true })
    return null
  }
  const ballast = join(path, 'ballast')
  const remount = async (how: 'ro' | 'rw'): Promise<void> => {
    await run('mount', ['-o', `remount,${how},size=${megabytes}m`, path])
  }
  return {
    path,
    fill: async () => {
      // As large as the disk: it is written until no space is left.
      const written = writeFile(ballast, Buffer.alloc(megabytes * 1024 * 1024))
      await written.catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
      })
    },
    empty: () => rm(ballast, { force: true }),
    lock: () => remount('ro'),
    unlock: () => remount('rw'),
    remove: async () => {
      await run('umount', ['--lazy', path])
      await rm(path, { recursive: true })
    },
  }
}
