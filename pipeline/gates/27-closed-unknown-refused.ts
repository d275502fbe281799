import type { Finding, Gate } from './gate.ts'
import { badInputsGenerator } from './support/bad-inputs.ts'
import { domainsOf } from './support/domains.ts'
import { inputsText } from './support/fields.ts'
import { finding } from './support/finding.ts'
import { ENGINE, type Engine, engineOutcome, outcomeText, withPlan } from './support/outcome.ts'
import { seededRandom } from './support/random.ts'

const NAME = 'closed.unknown_refused'

/** However few are asked for, a release is judged on this many (release design 3.3). */
const LEAST_INPUTS = 10_000

export function unknownRefusedWith(engine: Engine): Gate {
  return {
    name: NAME,
    heavy: true,
    check: (candidate, { seed, generatedInputs }) =>
      withPlan(engine, candidate, NAME, (plan) => {
        const makeBad = badInputsGenerator(domainsOf(candidate.record), seededRandom(seed))
        const findings = new Map<string, Finding>()
        const generated = Math.max(LEAST_INPUTS, generatedInputs)
        for (let index = 0; index < generated; index += 1) {
          const bad = makeBad()
          if (bad === null) {
            findings.set('', finding(candidate, 'rows', 'a row that some request can reach', 'there is none'))
            break
          }
          const outcome = engineOutcome(engine, plan, bad.inputs)
          const code = outcome.ok ? null : outcome.code
          if (code === bad.code || findings.has(bad.why)) continue
          // One finding for each way of being wrong.
          const path = `categories/${bad.inputs.subcategoryCode}`
          const expected = `${bad.why}: refused ${bad.code}`
          findings.set(bad.why, finding(candidate, path, expected, outcomeText(outcome), inputsText(bad.inputs)))
        }
        return { checked: generated, findings: [...findings.values()] }
      }),
  }
}

/**
 * Gate 27: at least 10,000 generated requests, each wrong in one way, each get the typed refusal that it calls for: never
 * a number, never an exception (release design 3.3).
 */
export const closedUnknownRefused = unknownRefusedWith(ENGINE)
