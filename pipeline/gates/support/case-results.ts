import { calculate } from '../../../releases/engine/calculate.ts'
import { compilePlan, type Plan } from '../../../releases/engine/compile/plan.ts'
import { canonicalText } from '../../../releases/record/canonical.ts'
import type { RegressionCase, ReleaseRecord } from '../../../releases/record/record.ts'
import { inputsOfCase } from './case-inputs.ts'
import { outcomeOf } from './outcome.ts'

/**
 * The canonical text of the results of every regression case, lines and details included: what a fresh process must give
 * byte for byte (gate 25). Floor specimen, no holds. Throws CompileError for a release the engine cannot compile.
 */
export function caseResultsText(record: ReleaseRecord): string {
  const plan = compilePlan(record)
  return canonicalText(record.cases.map((each) => ({ case_id: each.case_id, result: resultOf(plan, each) })))
}

function resultOf(plan: Plan, each: RegressionCase): unknown {
  const given = inputsOfCase(each)
  if (!given.ok) return { problems: given.problems }
  const result = calculate(plan, given.inputs, 'specimen')
  if (!result.ok) return result
  const lines = result.lines.map(({ step, quantityMilli, amountPaise }) => ({
    component: step.component,
    description: step.description,
    quantityMilli,
    rate: step.rate.text,
    path: step.rate.path,
    amountPaise,
  }))
  return { ...outcomeOf(result), lines }
}
