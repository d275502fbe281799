import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { sha256 } from '#digest'
import type { Gate, GateName, Verdict } from '../../pipeline/gates/gate.ts'
import { GATES } from '../../pipeline/gates/index.ts'

/**
 * The product's gates for workers in tests that are not about gates. A verdict that depends only on the bytes of a
 * record is calculated once per run and record: dozens of tests take the same definitions through their gates, which
 * would take most of a run's time. Only passed verdicts are kept, since findings name lines of files.
 */
export const JUDGED_ONCE: ReadonlyMap<GateName, Gate> = new Map(
  [...GATES].map(([name, gate]) => [name, /^(calculation|closed|structure)\./.test(name) ? judgedOnce(gate) : gate]),
)

function judgedOnce(gate: Gate): Gate {
  return {
    ...gate,
    check: async (candidate, means) => {
      const file = join(inject('judgedFolder'), `${gate.name} ${sha256(candidate.bytes)}.json`)
      if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Verdict
      const verdict = await gate.check(candidate, means)
      if (verdict.passed) writeWhole(file, JSON.stringify(verdict))
      return verdict
    },
  }
}

/** Atomic: another process of the run sees the whole file or nothing. */
function writeWhole(file: string, text: string): void {
  const part = `${file} ${randomUUID()}`
  writeFileSync(part, text)
  renameSync(part, file)
}
