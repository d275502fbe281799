import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { GATES } from '../../pipeline/gates/index.ts'
import { GateRunner } from '../../pipeline/jobs/run-gate.ts'
import recordSchema from '../../releases/record/record.schema.json' with { type: 'json' }
import { systemNow } from '../platform/clock.ts'
import { compileCache } from '../platform/node-process.ts'

/** The gates with the means they need, on a pool of the pipeline's. */
export function createGateRunner(pool: Pool, actor: string): GateRunner {
  return new GateRunner({ pool, gates: GATES, recordSchema, calculateElsewhere, actor, now: systemNow })
}

const SCRIPT = fileURLToPath(new URL('./calculate-process.ts', import.meta.url))

/** Calculates a record's regression cases in a fresh process, of whose environment nothing is its parent's but where compiled code is kept (gate 25). Rejects when that process fails. */
export function calculateElsewhere(recordBytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...compileCache() } })
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
