import { sha256 } from '#digest'
import type { Gate, GateName, Verdict } from '../../pipeline/gates/gate.ts'
import { GATES } from '../../pipeline/gates/index.ts'

/**
 * The gates of the product for workers of tests that are not about gates. What follows from the bytes of a record alone is
 * calculated for each record once in this process: dozens of tests take the same small definition through its gates, and most
 * of a run's time goes into these. Only what passed is remembered, since findings name lines of files.
 */
export const JUDGED_ONCE: ReadonlyMap<GateName, Gate> = new Map(
  [...GATES].map(([name, gate]) => [name, /^(calculation|closed)\./.test(name) ? judgedOnce(gate) : gate]),
)

function judgedOnce(gate: Gate): Gate {
  const passed = new Map<string, Verdict>()
  return {
    ...gate,
    check: async (candidate, means) => {
      const record = sha256(candidate.bytes)
      const before = passed.get(record)
      if (before !== undefined) return before
      const verdict = await gate.check(candidate, means)
      if (verdict.passed) passed.set(record, verdict)
      return verdict
    },
  }
}
