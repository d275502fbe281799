import { rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { randomHex } from './random.ts'

/** Writes a file atomically: a reader finds the old content or the new one, never a part. `mode`: of the file. */
export async function writeWhole(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  await makeFolder(dirname(path), 0o700)
  const draft = `${path}.${randomHex(4)}`
  await writeFile(draft, content, mode === undefined ? {} : { mode })
  await rename(draft, path)
}
