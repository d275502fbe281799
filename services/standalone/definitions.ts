import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const STATES = fileURLToPath(new URL('../../releases/states', import.meta.url))

/** The shipped release definitions, `<state>/<financial year>`, in order. */
export async function shippedDefinitions(): Promise<string[]> {
  const folders: string[] = []
  for (const state of (await readdir(STATES)).sort()) {
    for (const year of (await readdir(join(STATES, state))).sort()) folders.push(join(STATES, state, year))
  }
  return folders
}
