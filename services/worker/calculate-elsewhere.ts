import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { json, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { caseResultsText } from '../../pipeline/gates/calculation/case-results.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { compileCache } from '../platform/node-process.ts'

/**
 * Such a process is over before optimised code pays, up to about ten thousand cases. Without it, gate 25 also compares
 * unoptimised code with this process's optimised code. A small young generation touches fewer new pages: a tenth less
 * processor time (docs/performance.md).
 */
const FLAGS = ['--no-opt', '--no-maglev', '--max-semi-space-size=2']

/**
 * Calculates a record's regression cases in a fresh process, which inherits nothing from the environment except the
 * folder of compiled code (gate 25). Rejects if that process fails.
 */
export async function calculateElsewhere(recordBytes: Uint8Array): Promise<string> {
  const child = spawn(process.execPath, [...FLAGS, fileURLToPath(import.meta.url)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...compileCache() },
  })
  child.stdin.on('error', () => {})
  child.stdin.end(recordBytes)
  const [[code, signal], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  if (code === 0) return out
  throw new Error(`fresh process ended with ${signal ?? code}: ${err}`)
}

/** The fresh process: a record on stdin, the canonical text of its case results on stdout. */
if (import.meta.main)
  json(process.stdin).then((record) => process.stdout.write(caseResultsText(record as ReleaseRecord)))
