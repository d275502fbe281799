import { type Calculation, calculate } from '../../../releases/engine/calculate.ts'
import { compilePlan, type Hold, type Plan } from '../../../releases/engine/compile/plan.ts'
import { CompileError } from '../../../releases/engine/charges/rate.ts'
import { fppasSum } from '../../../releases/engine/price-row.ts'
import { referenceEvaluate } from '../../../releases/engine/reference/evaluate.ts'
import type { ReferenceAnswer } from '../../../releases/engine/reference/result.ts'
import type { Inputs, Refusal } from '../../../releases/engine/types.ts'
import type { Grade } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Candidate, type Finding, type GateName, type Verdict, verdict } from '../gate.ts'

/** The calculator that the gates judge. It is a part, so that tests can show each gate catching a faulty one. */
export type Engine = {
  compile(record: ReleaseRecord, holds?: readonly Hold[]): Plan
  calculate(plan: Plan, inputs: Inputs, floor: Grade): Calculation | Refusal
}

export const ENGINE: Engine = { compile: compilePlan, calculate }

/** What a calculation comes to, in the form both evaluators share: paise, or the code of a refusal. */
export type Outcome = ReferenceAnswer | { readonly ok: false; readonly code: string }

/** The engine's answer as an outcome. An exception is one too, with a code that no catalogue has. */
export function engineOutcome(engine: Engine, plan: Plan, inputs: Inputs, floor: Grade = 'specimen'): Outcome {
  try {
    const result = engine.calculate(plan, inputs, floor)
    return result.ok ? outcomeOf(result) : { ok: false, code: result.code }
  } catch (error) {
    return thrown(error)
  }
}

/** The reference evaluator's answer as an outcome; it throws for a record whose charges make no sense. */
export function referenceOutcome(
  record: ReleaseRecord,
  inputs: Inputs,
  floor: Grade = 'specimen',
  holds: readonly string[] = [],
): Outcome {
  try {
    return referenceEvaluate(record, inputs, { floor, holds })
  } catch (error) {
    return thrown(error)
  }
}

function thrown(error: unknown): Outcome {
  return { ok: false, code: `exception: ${error instanceof Error ? error.message : String(error)}` }
}

export function outcomeOf(result: Calculation): ReferenceAnswer {
  const { subsidy } = result
  return {
    ok: true,
    rowId: result.row.rowId,
    lines: result.lines.map(({ step, amountPaise }) => ({ component: step.component, amountPaise })),
    energyChargePaise: result.energyPaise,
    fixedChargePaise: result.fixedPaise,
    wheelingChargePaise: result.wheelingPaise,
    adjustmentsPaise: result.adjustmentsPaise,
    baseTariffPaise: result.basePaise,
    subsidyPaise: subsidy.status === 'applied' ? subsidy.amountPaise : null,
    fppasPaise: result.fppas === null ? null : fppasSum(result.fppas),
    finalPayablePaise: result.finalPaise,
    grade: result.grade,
  }
}

/** An outcome as text: two are the same exactly when their texts are. */
export function outcomeText(outcome: Outcome): string {
  if (!outcome.ok) return `refused ${outcome.code}`
  const lines = outcome.lines.map(({ component, amountPaise }) => `${component} ${amountPaise}`).join(' + ')
  const totals = [
    `energy ${outcome.energyChargePaise}`,
    `fixed ${outcome.fixedChargePaise}`,
    `wheeling ${outcome.wheelingChargePaise}`,
    `adjustments ${outcome.adjustmentsPaise}`,
    `base ${outcome.baseTariffPaise}`,
    `subsidy ${outcome.subsidyPaise}`,
    `FPPAS ${outcome.fppasPaise}`,
    `payable ${outcome.finalPayablePaise}`,
  ]
  return `${outcome.rowId}: ${lines}; ${totals.join(', ')}; grade ${outcome.grade}`
}

/** Runs a gate's check on the compiled release. A release the engine cannot compile fails the gate with the reason. */
export function withPlan(
  engine: Engine,
  { record, where }: Candidate,
  gate: GateName,
  check: (plan: Plan) => { readonly checked: number; readonly findings: readonly Finding[] },
): Verdict {
  let plan: Plan
  try {
    plan = engine.compile(record)
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    const { path, message } = error
    return verdict(gate, 1, [
      { where: where(path), expected: 'a release that the engine can compile', found: message, evidence: null },
    ])
  }
  const { checked, findings } = check(plan)
  return verdict(gate, checked, findings)
}
