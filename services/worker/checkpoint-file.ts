import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Keeps the newest signed checkpoint outside the database, in PRAMAAN_HOME: a database owner can cut the log's tail and
 * its head together, and `log verify` compares with this file (release design 3.4 "Log").
 */
export function checkpointWriter(home: string): (note: string) => Promise<void> {
  let written: string | null = null
  return async (note) => {
    if (note === written) return
    await mkdir(home, { recursive: true })
    const path = join(home, 'checkpoint')
    await writeFile(`${path}.new`, note)
    await rename(`${path}.new`, path)
    written = note
  }
}
