import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { bodyOf, type Draft, draftText, readBody } from './calculation/draft.ts'
import { ENGINE, type Engine, gateOfPlan } from './calculation/outcome.ts'
import { servedOf } from './calculation/served.ts'
import { problemsOf, SUM_FAULTS, type Summed, summedOf, summedOfServed } from './calculation/sums.ts'
import { type Found, failing, type Gate } from './gate.ts'
import { domainsOf } from './requests/domains.ts'
import { probed } from './requests/probes.ts'

const FAULTS = ['not_compiled', ...SUM_FAULTS] as const
type F = (typeof FAULTS)[number]

export function linesSumWith(engine: Engine): Gate<F> {
  /** A regression case as served: the text of its answer. */
  const caseSummed = (release: AnswerPlan, draft: Draft): Summed | null => {
    const read = readBody(bodyOf(release.record.state_code, draft))
    const served = read.ok ? servedOf(engine, release, read.body) : null
    return served?.ok === true ? summedOfServed(served) : null
  }
  return gateOfPlan(engine, 'calculation.lines_sum', FAULTS, (release, { record }) => {
    const findings = new Map<string, Found<F>[]>()
    let checked = 0
    const look = (path: string, draft: Draft, summedIn: () => Summed | null): void => {
      checked += 1
      if (findings.has(path)) return
      const summed = summedIn()
      const found = summed === null ? [] : problemsOf(summed).map((fault) => failing(path, ...fault, draftText(draft)))
      if (found.length > 0) findings.set(path, found)
    }
    for (const { case_id: id, inputs } of record.cases) look(`cases/${id}`, inputs, () => caseSummed(release, inputs))
    for (const domain of domainsOf(record)) {
      for (const { fit, draft, outcome } of probed(engine, release, domain))
        look(`rows/${fit.row.row_id}`, draft, () => (outcome.ok ? summedOf(outcome) : null))
    }
    return { checked, findings: [...findings.values()].flat() }
  })
}

/**
 * Gate 23: base lines sum to their components and to the base tariff, lines beside to their total, the final payable is
 * base − subsidy + FPPAS, and every amount is a safe integer and never -0: in the answer of every regression case as it
 * is served, and at every edge up to the largest accepted quantity (docs/design/release.md#gates).
 */
export const calculationLinesSum = linesSumWith(ENGINE)
