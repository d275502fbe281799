import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { writeFault } from './file-fault.ts'
import { randomHex } from './random.ts'

/** The text of a file; null if there is none. Throws any other fault of the file system. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
}

/**
 * Makes a folder and those above it that are missing, with `mode`. Throws the fault of the file system. The recursive
 * `mkdir` of Node never returns where a file system takes no folders, as below /proc.
 */
export const makeFolder = (path: string, mode?: number): Promise<void> => makeBelow(resolve(path), mode, false)

/** `hasParent`: the folder above has just been made or was there, so that nobody else made it between two looks. */
async function makeBelow(whole: string, mode: number | undefined, hasParent: boolean): Promise<void> {
  try {
    await mkdir(whole, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await isFolder(whole))) return
    if (code !== 'ENOENT') throw error
    const parent = dirname(whole)
    if (hasParent && (await isFolder(parent)))
      throw Object.assign(new Error(`no folder can be made in ${parent}`), { code: 'ENOTSUP' })
    await makeBelow(parent, mode, false)
    await makeBelow(whole, mode, true)
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Writes a file atomically: a reader finds the old content or the new one, never a part. `mode`: of the file. */
export async function writeWhole(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  await makeFolder(dirname(path), 0o700)
  const draft = `${path}.${randomHex(4)}`
  try {
    await writeFile(draft, content, mode === undefined ? {} : { mode })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw notWritten(path, error)
  }
}

/** Writes a file that only this user may read and that must not exist yet. If that fails, none is left behind. */
export async function writeSecret(path: string, content: string): Promise<void> {
  await makeFolder(dirname(path), 0o700)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.chmod(0o600)
  } catch (error) {
    await rm(path, { force: true })
    throw notWritten(path, error)
  } finally {
    await file.close()
  }
}

/** The fault of writing a file, in words. Some faults of the file system, such as a full disk, do not name the file. */
export function notWritten(path: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException
  return Object.assign(new Error(`${path} cannot be written: ${writeFault(error)}`), { code })
}
