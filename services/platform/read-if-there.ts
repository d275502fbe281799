import { readFile } from 'node:fs/promises'

/** The text of a file; null if there is none. Throws any other fault of the file system. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
}
