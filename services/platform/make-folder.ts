import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it that are missing, with `mode`. Throws the fault of the file system. The recursive
 * `mkdir` of Node never returns where a file system takes no folders, as below /proc.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const whole = resolve(path)
  try {
    await mkdir(whole, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await isFolder(whole))) return
    if (code !== 'ENOENT') throw error
    const parent = dirname(whole)
    if (await isFolder(parent))
      throw Object.assign(new Error(`no folder can be made in ${parent}`), { code: 'ENOTSUP' })
    await makeFolder(parent, mode)
    await makeFolder(whole, mode)
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
