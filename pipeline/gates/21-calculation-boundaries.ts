import { draftText } from './calculation/draft.ts'
import { gateOfPlan, outcomeText, referenceOutcome, sameOutcome, type Tested } from './calculation/outcome.ts'
import { type Found, failing } from './gate.ts'
import { type Domain, domainsOf } from './requests/domains.ts'
import { fitsOf } from './requests/fitting.ts'
import { probed } from './requests/probes.ts'

const FAULTS = ['not_compiled', 'unserved', 'unreached', 'another_amount'] as const
type F = (typeof FAULTS)[number]

function checkDomain(tested: Tested, domain: Domain): { checked: number; findings: Found<F>[] } {
  const [fault, why] =
    domain.places.length === 0
      ? (['unserved', 'no active licensee serves it'] as const)
      : (['unreached', 'no request meets its conditions'] as const)
  const findings: Found<F>[] = fitsOf(domain).unreached.map((row) =>
    failing(`rows/${row.row_id}`, fault, 'a request that the row prices', why),
  )
  let checked = 0
  const reported = new Set<string>()
  for (const { fit, name, draft, outcome } of probed(tested, domain)) {
    checked += 1
    const expected = referenceOutcome(domain.record, draft)
    if (sameOutcome(outcome, expected)) continue
    // One finding for each quantity of a row: the first edge that is wrong, not every one after it.
    const path = `rows/${fit.row.row_id}`
    if (reported.has(`${path} ${name}`)) continue
    reported.add(`${path} ${name}`)
    findings.push(
      failing(
        path,
        'another_amount',
        `at an edge of ${name}: ${outcomeText(expected)}`,
        outcomeText(outcome),
        draftText(draft),
      ),
    )
  }
  return { checked, findings }
}

/**
 * Gate 21: at every edge of a step, bound, condition and formula, and a thousandth of a unit either side, the bill (or
 * the refusal) is what the record itself gives, in exact rational arithmetic that shares no code with the engine
 * (docs/design/release.md#gates).
 */
export const calculationBoundaries = gateOfPlan(
  'calculation.boundaries',
  FAULTS,
  (tested, { record }) => {
    const results = domainsOf(record).map((domain) => checkDomain(tested, domain))
    const checked = results.reduce((sum, each) => sum + each.checked, 0)
    return { checked, findings: results.flatMap((each) => each.findings) }
  },
  { heavy: true },
)
