import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compileCache, nodeBinary } from '../../services/platform/node-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LONGEST_MS = 30_000

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Runs a main of ours until it ends, with this environment alone. One that does not end is cut off: `code` is null then. */
export async function runProgram(main: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(nodeBinary(), ['--disable-warning=ExperimentalWarning', main], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}
