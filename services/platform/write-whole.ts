import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeFault } from './file-fault.ts'
import { makeFolder } from './make-folder.ts'
import { randomHex } from './random.ts'

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
