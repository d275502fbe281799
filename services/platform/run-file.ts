import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Config } from './config.ts'
import { writeSecret } from './files.ts'
import { processInfo } from './local-stack/process-table.ts'

/** `run.json` in PRAMAAN_HOME: the URLs of a running `npm start`. 0600, because they contain passwords. */
const runFileSchema = z.object({
  pid: z.int(),
  address: z.string(),
  database_url: z.string(),
  pipeline_database_url: z.string(),
  api_database_url: z.string(),
  /** The key file of the person who started it. */
  person_key: z.string(),
})
type RunFile = z.infer<typeof runFileSchema>

export const runFilePath = (config: Config): string => join(config.home, 'run.json')

/** Null if nothing runs for this home, its process was killed, or the file is unreadable. */
export async function readRunFile(config: Config): Promise<RunFile | null> {
  try {
    const file = runFileSchema.parse(JSON.parse(await readFile(runFilePath(config), 'utf8')))
    return processInfo(file.pid) === null ? null : file
  } catch {
    return null
  }
}

/** Writes the running stack's URLs for the command line. Returns a function that removes the file. */
export async function writeRunFile(config: Config, file: RunFile): Promise<() => Promise<void>> {
  const path = runFilePath(config)
  // A file left by a killed process may have other permissions, so a new one is created.
  await rm(path, { force: true })
  await writeSecret(path, `${JSON.stringify(file, null, 2)}\n`)
  return () => rm(path, { force: true })
}
