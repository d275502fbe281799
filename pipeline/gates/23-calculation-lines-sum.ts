import type { Plan } from '../../releases/engine/compile/plan.ts'
import type { Inputs } from '../../releases/engine/types.ts'
import type { Candidate, Finding, Gate } from './gate.ts'
import { inputsOfCase } from './support/case-inputs.ts'
import { domainsOf } from './support/domains.ts'
import { inputsText } from './support/fields.ts'
import { finding } from './support/finding.ts'
import { ENGINE, type Engine, engineOutcome, type Outcome, withPlan } from './support/outcome.ts'
import { edgeProbes } from './support/probes.ts'

const NAME = 'calculation.lines_sum'

type Priced = Extract<Outcome, { ok: true }>

function sumOf({ lines }: Priced, component?: string): number {
  return lines.reduce(
    (sum, line) => (component === undefined || line.component === component ? sum + line.amountPaise : sum),
    0,
  )
}

/** Every amount of an answer by its name; null: it has none. */
function amountsOf(answer: Priced): [name: string, paise: number | null][] {
  const { energyChargePaise, fixedChargePaise, wheelingChargePaise, adjustmentsPaise } = answer
  const { baseTariffPaise, subsidyPaise, fppasPaise, finalPayablePaise } = answer
  const totals = { energyChargePaise, fixedChargePaise, wheelingChargePaise, adjustmentsPaise, baseTariffPaise }
  const named = Object.entries({ ...totals, subsidyPaise, fppasPaise, finalPayablePaise })
  return [...named, ...answer.lines.map((line): [string, number] => [`a line of ${line.component}`, line.amountPaise])]
}

/** What does not add up in an answer: [expected, found]. */
function problemsOf(answer: Priced): [expected: string, found: string][] {
  const problems: [string, string][] = []
  for (const [name, paise] of amountsOf(answer)) {
    if (paise !== null && !Number.isSafeInteger(paise))
      problems.push([`${name} as a safe integer of paise`, String(paise)])
    if (Object.is(paise, -0)) problems.push([`${name} as 0`, '-0'])
  }
  const expectSum = (name: string, paise: number | null, sum: number): void => {
    if (paise !== null && paise !== sum) problems.push([`${name} ${sum}, the sum of its lines`, String(paise)])
  }
  expectSum('energy', answer.energyChargePaise, sumOf(answer, 'energy'))
  expectSum('fixed', answer.fixedChargePaise, sumOf(answer, 'fixed'))
  expectSum('wheeling', answer.wheelingChargePaise, sumOf(answer, 'wheeling'))
  expectSum('adjustments', answer.adjustmentsPaise, sumOf(answer, 'adjustment'))
  expectSum('base tariff', answer.baseTariffPaise, sumOf(answer))
  const { baseTariffPaise: base, subsidyPaise: subsidy, finalPayablePaise: final } = answer
  if (final !== null && (base === null || final !== base - (subsidy ?? 0) + (answer.fppasPaise ?? 0))) {
    problems.push([`final payable of base ${base} - subsidy ${subsidy} + FPPAS ${answer.fppasPaise}`, String(final)])
  }
  return problems
}

export function linesSumWith(engine: Engine): Gate {
  const checkOne = (candidate: Candidate, plan: Plan, path: string, inputs: Inputs): Finding[] => {
    const outcome = engineOutcome(engine, plan, inputs)
    const problems = outcome.ok ? problemsOf(outcome) : []
    return problems.map(([expected, found]) => finding(candidate, path, expected, found, inputsText(inputs)))
  }
  return {
    name: NAME,
    heavy: false,
    check: (candidate) =>
      withPlan(engine, candidate, NAME, (plan) => {
        const { record } = candidate
        const findings = new Map<string, Finding[]>()
        let checked = 0
        const look = (path: string, inputs: Inputs): void => {
          checked += 1
          const found = findings.has(path) ? [] : checkOne(candidate, plan, path, inputs)
          if (found.length > 0) findings.set(path, found)
        }
        for (const each of record.cases) {
          const given = inputsOfCase(each)
          if (given.ok) look(`cases/${each.case_id}`, given.inputs)
        }
        for (const domain of domainsOf(record)) {
          for (const { fit, inputs } of edgeProbes(domain)) look(`rows/${fit.row.row_id}`, inputs)
        }
        return { checked, findings: [...findings.values()].flat() }
      }),
  }
}

/**
 * Gate 23: lines sum to their component and to the base tariff, the final payable is base − subsidy + FPPAS, and every
 * amount is a safe integer and never -0: for every regression case, and at every edge up to the largest accepted
 * quantity (release design 3.3).
 */
export const calculationLinesSum = linesSumWith(ENGINE)
