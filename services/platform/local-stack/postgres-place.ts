import { createHash, randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, readlink, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const ROOTS_PLACE = '/var/tmp'

/**
 * The directory of a home's Postgres: `<home>/postgres`. For root (`uid` 0) it is a link to a directory under /var/tmp,
 * where user `postgres` has access, named after the home with a random part, so that a home that was deleted and
 * created again does not get the old database. Created if missing.
 */
export async function postgresDataDir(home: string, uid: number): Promise<string> {
  await mkdir(home, { recursive: true })
  const inHome = join(resolve(home), 'postgres')
  if (uid !== 0) {
    await mkdir(inHome, { recursive: true, mode: 0o700 })
    return inHome
  }
  const place = (await linkTarget(inHome)) ?? (await linkNew(inHome, resolve(home)))
  await mkdir(place, { recursive: true, mode: 0o711 })
  // Anyone may create directories in /var/tmp: one that root does not own could be swapped under the running server.
  const found = await lstat(place)
  if (!found.isDirectory() || found.uid !== 0) throw new Error(`${place} is not a directory owned by root: remove it`)
  await chmod(place, 0o711)
  return place
}

async function linkTarget(path: string): Promise<string | null> {
  try {
    return await readlink(path)
  } catch {
    return null
  }
}

async function linkNew(inHome: string, home: string): Promise<string> {
  const ofHome = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const place = join(ROOTS_PLACE, `pramaan-${ofHome}-${randomBytes(4).toString('hex')}`)
  await symlink(place, inHome)
  return place
}
