import type { Plan } from '../../releases/engine/compile/plan.ts'
import type { Inputs } from '../../releases/engine/types.ts'
import type { Candidate, Finding, Gate } from './gate.ts'
import { domainsOf } from './support/domains.ts'
import { inputsText } from './support/fields.ts'
import { finding } from './support/finding.ts'
import { fitsOf } from './support/fitting.ts'
import { heldCalculations } from './support/held-calculations.ts'
import { ENGINE, type Engine, engineOutcome, type Outcome, outcomeText, withPlan } from './support/outcome.ts'
import { edgeProbes } from './support/probes.ts'
import { servedThoughBlocked } from './support/served-though-blocked.ts'
import { taintUnusable } from './support/taint.ts'

const NAME = 'closed.blocked_absent'

/** Collects findings, one for each place and expectation. */
class Report {
  readonly #candidate: Candidate
  readonly #findings = new Map<string, Finding>()
  checked = 0

  constructor(candidate: Candidate) {
    this.#candidate = candidate
  }

  expect(holds: boolean, path: string, expected: string, found: Outcome, inputs: Inputs): void {
    this.checked += 1
    const key = `${path} ${expected}`
    if (holds || this.#findings.has(key)) return
    this.#findings.set(key, finding(this.#candidate, path, expected, outcomeText(found), inputsText(inputs)))
  }

  get findings(): Finding[] {
    return [...this.#findings.values()]
  }
}

/** Another number in a figure that no amount may be made of changes nothing. */
function checkNoInterference(engine: Engine, { record }: Candidate, plan: Plan, report: Report): void {
  const tainted = engine.compile(taintUnusable(record))
  for (const domain of domainsOf(record)) {
    for (const { fit, inputs } of edgeProbes(domain)) {
      const outcome = engineOutcome(engine, plan, inputs)
      const changed = engineOutcome(engine, tainted, inputs)
      const path = `rows/${fit.row.row_id}`
      const expected = `whatever held or unapproved figures say, ${outcomeText(outcome)}`
      if (outcomeText(outcome) === outcomeText(changed)) report.checked += 1
      else report.expect(false, path, expected, changed, inputs)
    }
  }
}

/** What is not asked for is not there: no adjustment, no subsidy, no FPPAS, no final payable. */
function checkUnselected(engine: Engine, { record }: Candidate, plan: Plan, report: Report): void {
  for (const domain of domainsOf(record)) {
    for (const { row, inputs } of fitsOf(domain).fits) {
      const outcome = engineOutcome(engine, plan, inputs)
      if (!outcome.ok) continue
      const { adjustmentsPaise, subsidyPaise, fppasPaise, finalPayablePaise, lines } = outcome
      const unasked = [adjustmentsPaise, subsidyPaise, fppasPaise, finalPayablePaise].some((paise) => paise !== null)
      const path = `rows/${row.row_id}`
      const components = lines.map(({ component }) => component)
      report.expect(!unasked, path, 'nothing that the request does not select', outcome, inputs)
      report.expect(!components.includes('adjustment'), path, 'no adjustment line unless selected', outcome, inputs)
    }
  }
}

/** An FPPAS period that is not approved for its exact month changes no final payable, and is in none. */
function checkPeriods(engine: Engine, { record }: Candidate, plan: Plan, report: Report): void {
  const approved = new Set(
    record.rules.fppas_periods.flatMap((each) => (each.status === 'approved_exact_month' ? [each.recovery_month] : [])),
  )
  for (const domain of domainsOf(record).filter(({ subsidised }) => subsidised)) {
    for (const { inputs } of fitsOf(domain).fits) {
      for (const billingDays of domain.days) {
        const without = outcomeText(engineOutcome(engine, plan, { ...inputs, billingDays }))
        for (const billingMonth of domain.months.filter((month) => !approved.has(month))) {
          const asked = { ...inputs, billingDays, billingMonth }
          const outcome = engineOutcome(engine, plan, asked)
          const path = `rules/fppas_periods (recovered in ${billingMonth})`
          report.expect(outcomeText(outcome) === without, path, `as without a month: ${without}`, outcome, asked)
        }
      }
    }
  }
}

export function blockedAbsentWith(engine: Engine): Gate {
  return {
    name: NAME,
    heavy: true,
    check: (candidate) =>
      withPlan(engine, candidate, NAME, (plan) => {
        const report = new Report(candidate)
        checkNoInterference(engine, candidate, plan, report)
        checkUnselected(engine, candidate, plan, report)
        checkPeriods(engine, candidate, plan, report)
        for (const { path, expected, holds, outcome, inputs } of heldCalculations(engine, candidate.record)) {
          report.expect(holds, path, expected, outcome, inputs)
        }
        const blocked = servedThoughBlocked(candidate.record).map(([path, expected, found]) =>
          finding(candidate, path, expected, found),
        )
        const checked = report.checked + candidate.record.blocked_components.length
        return { checked, findings: [...blocked, ...report.findings] }
      }),
  }
}

/**
 * Gate 26: no blocked or held component, no specimen below the floor, no unapproved FPPAS and nothing unselected adds to
 * any amount; no rule gives the part of an answer that a blocked component stands for; a hold on any component refuses
 * it, or leaves it null where the release lists it (release design 3.3, 4.4).
 */
export const closedBlockedAbsent = blockedAbsentWith(ENGINE)
