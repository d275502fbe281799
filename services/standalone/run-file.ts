import { rm, writeFile } from 'node:fs/promises'
import { type RunFile, runFilePath } from '../cli/context.ts'
import type { Config } from '../platform/config.ts'

/** Leaves the running stack's addresses for the command line (0600: they hold passwords). Returns how to remove it. */
export async function writeRunFile(config: Config, file: RunFile): Promise<() => Promise<void>> {
  const path = runFilePath(config)
  // A file left by a killed process may be there with other rights: it is made anew.
  await rm(path, { force: true })
  await writeFile(path, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  return () => rm(path, { force: true })
}
