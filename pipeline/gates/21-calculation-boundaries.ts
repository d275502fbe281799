import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import type { Candidate, Finding, Gate } from './gate.ts'
import { type Domain, domainsOf } from './support/domains.ts'
import { draftText } from './support/draft.ts'
import { finding } from './support/finding.ts'
import { fitsOf } from './support/fitting.ts'
import { ENGINE, type Engine, outcomeText, referenceOutcome, withPlan } from './support/outcome.ts'
import { probed } from './support/probes.ts'

const NAME = 'calculation.boundaries'

function checkDomain(
  engine: Engine,
  candidate: Candidate,
  release: AnswerPlan,
  domain: Domain,
): { checked: number; findings: Finding[] } {
  const why = domain.places.length === 0 ? 'no active licensee serves it' : 'no request meets its conditions'
  const findings = fitsOf(domain).unreached.map((row) =>
    finding(candidate, `rows/${row.row_id}`, 'a request that the row prices', why),
  )
  let checked = 0
  const reported = new Set<string>()
  for (const { fit, name, draft, outcome } of probed(engine, release, domain)) {
    checked += 1
    const expected = outcomeText(referenceOutcome(candidate.record, draft))
    const found = outcomeText(outcome)
    if (found === expected) continue
    // One finding for each quantity of a row: the first edge that is wrong, not every one after it.
    const path = `rows/${fit.row.row_id}`
    if (reported.has(`${path} ${name}`)) continue
    reported.add(`${path} ${name}`)
    findings.push(finding(candidate, path, `at an edge of ${name}: ${expected}`, found, draftText(draft)))
  }
  return { checked, findings }
}

export function boundariesWith(engine: Engine): Gate {
  return {
    name: NAME,
    heavy: true,
    check: (candidate) =>
      withPlan(engine, candidate, NAME, (release) => {
        const results = domainsOf(candidate.record).map((domain) => checkDomain(engine, candidate, release, domain))
        const checked = results.reduce((sum, each) => sum + each.checked, 0)
        return { checked, findings: results.flatMap((each) => each.findings) }
      }),
  }
}

/**
 * Gate 21: at every edge of a step, bound, condition and formula, and a thousandth of a unit either side, the bill (or
 * the refusal) is what the record itself gives, in exact rational arithmetic that shares nothing with the engine
 * (docs/design/release.md#gates).
 *
 */
export const calculationBoundaries = boundariesWith(ENGINE)
