import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { bodyOf, type Draft, draftText, readBody } from './calculation/draft.ts'
import { ENGINE, type Engine, withPlan } from './calculation/outcome.ts'
import { servedOf } from './calculation/served.ts'
import { problemsOf, SUM_FAULTS, type Summed, summedOf, summedOfServed } from './calculation/sums.ts'
import { failing } from './failing.ts'
import type { Candidate, Failure, Gate } from './gate.ts'
import { domainsOf } from './requests/domains.ts'
import { probed } from './requests/probes.ts'

const FAULTS = ['not_compiled', ...SUM_FAULTS] as const
type F = (typeof FAULTS)[number]

const NAME = 'calculation.lines_sum'

export function linesSumWith(engine: Engine): Gate<F> {
  const problemsAt = (candidate: Candidate, path: string, draft: Draft, summed: Summed | null): Failure<F>[] => {
    const problems = summed === null ? [] : problemsOf(summed)
    return problems.map((fault) => failing(candidate, path, ...fault, draftText(draft)))
  }
  /** A regression case as served: the text of its answer. */
  const caseSummed = (release: AnswerPlan, draft: Draft): Summed | null => {
    const read = readBody(bodyOf(release.record.state_code, draft))
    const served = read.ok ? servedOf(engine, release, read.body) : null
    return served?.ok === true ? summedOfServed(served) : null
  }
  return {
    name: NAME,
    faults: FAULTS,
    heavy: false,
    check: (candidate) =>
      withPlan(engine, candidate, NAME, (release) => {
        const { record } = candidate
        const findings = new Map<string, Failure<F>[]>()
        let checked = 0
        const look = (path: string, draft: Draft, summedIn: () => Summed | null): void => {
          checked += 1
          const found = findings.has(path) ? [] : problemsAt(candidate, path, draft, summedIn())
          if (found.length > 0) findings.set(path, found)
        }
        for (const { case_id: id, inputs } of record.cases)
          look(`cases/${id}`, inputs, () => caseSummed(release, inputs))
        for (const domain of domainsOf(record)) {
          for (const { fit, draft, outcome } of probed(engine, release, domain))
            look(`rows/${fit.row.row_id}`, draft, () => (outcome.ok ? summedOf(outcome) : null))
        }
        return { checked, findings: [...findings.values()].flat() }
      }),
  }
}

/**
 * Gate 23: base lines sum to their components and to the base tariff, lines beside to their total, the final payable is
 * base − subsidy + FPPAS, and every amount is a safe integer and never -0: in the answer of every regression case as it
 * is served, and at every edge up to the largest accepted quantity (docs/design/release.md#gates).
 */
export const calculationLinesSum = linesSumWith(ENGINE)
