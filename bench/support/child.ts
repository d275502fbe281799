import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { nodeBinary } from '../../services/platform/node-process.ts'

/** Node arguments for a process of the bench: it always ends with the process that started it. */
export const LEASHED = [
  '--disable-warning=ExperimentalWarning',
  '--import',
  new URL('../../scripts/end-with-parent.mjs', import.meta.url).href,
] as const

/**
 * Runs a file of the bench in a separate process, with JSON on its stdin; returns the JSON from its stdout. Throws if
 * there is none.
 */
export async function askedOf<T>(file: string, input: object): Promise<T> {
  const child = spawn(nodeBinary(), [...LEASHED, fileURLToPath(file)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(input))
  const said = await text(child.stdout)
  if (said === '') throw new Error(`${file} ended without a result`)
  return JSON.parse(said) as T
}
