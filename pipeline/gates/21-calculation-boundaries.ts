import type { Plan } from '../../releases/engine/compile/plan.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Candidate, Finding, Gate } from './gate.ts'
import { type Domain, domainsOf } from './support/domains.ts'
import { inputsText, QUANTITY_FIELDS } from './support/fields.ts'
import { finding } from './support/finding.ts'
import { fitsOf } from './support/fitting.ts'
import { ENGINE, type Engine, engineOutcome, outcomeText, referenceOutcome, withPlan } from './support/outcome.ts'
import { partsByCode } from './support/parts-by-code.ts'
import { edgeProbes } from './support/probes.ts'

const NAME = 'calculation.boundaries'

function checkDomain(
  engine: Engine,
  candidate: Candidate,
  plan: Plan,
  part: ReleaseRecord,
  domain: Domain,
): { checked: number; findings: Finding[] } {
  const findings = fitsOf(domain).unreached.map((row) =>
    finding(candidate, `rows/${row.row_id}`, 'a request that the row prices', 'no request meets its conditions'),
  )
  let checked = 0
  const reported = new Set<string>()
  for (const { fit, key, inputs } of edgeProbes(domain)) {
    checked += 1
    const expected = outcomeText(referenceOutcome(part, inputs))
    const found = outcomeText(engineOutcome(engine, plan, inputs))
    if (found === expected) continue
    // One finding for each quantity of a row: the first edge that is wrong, not every one after it.
    const path = `rows/${fit.row.row_id}`
    if (reported.has(`${path} ${key}`)) continue
    reported.add(`${path} ${key}`)
    findings.push(
      finding(candidate, path, `at an edge of ${QUANTITY_FIELDS[key]}: ${expected}`, found, inputsText(inputs)),
    )
  }
  return { checked, findings }
}

export function boundariesWith(engine: Engine): Gate {
  return {
    name: NAME,
    heavy: true,
    check: (candidate) =>
      withPlan(engine, candidate, NAME, (plan) => {
        const partOf = partsByCode(candidate.record)
        const results = domainsOf(candidate.record).map((domain) =>
          checkDomain(engine, candidate, plan, partOf(domain.category.subcategory_code), domain),
        )
        const checked = results.reduce((sum, each) => sum + each.checked, 0)
        return { checked, findings: results.flatMap((each) => each.findings) }
      }),
  }
}

/**
 * Gate 21: at every slab and band edge, and a thousandth of a unit either side, the amount (or the refusal) is what the
 * record itself gives, in exact rational arithmetic that shares nothing with the engine (release design 3.3).
 */
export const calculationBoundaries = boundariesWith(ENGINE)
