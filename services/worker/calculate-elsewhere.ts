import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../platform/node-process.ts'

const SCRIPT = fileURLToPath(new URL('./calculate-process.ts', import.meta.url))

/**
 * Such a process is over before optimised code pays, up to about ten thousand cases. Without it, gate 25 also compares
 * unoptimised code with this process's optimised code.
 */
const UNOPTIMISED = ['--no-opt', '--no-maglev']

/**
 * Calculates a record's regression cases in a fresh process, which inherits nothing from the environment except the
 * folder of compiled code (gate 25). Rejects if that process fails.
 */
export function calculateElsewhere(recordBytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...UNOPTIMISED, SCRIPT], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...compileCache() },
    })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', reject)
    child.on('close', (code, signal) =>
      code === 0 ? resolve(out) : reject(new Error(`fresh process ended with ${signal ?? code}: ${err}`)),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(recordBytes)
  })
}
