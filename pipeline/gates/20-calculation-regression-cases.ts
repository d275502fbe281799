import { isHeldFigure } from '../../releases/engine/language/holds.ts'
import type { Plan } from '../../releases/engine/compile/plan.ts'
import { figuresOfRow } from '../../releases/record/figures.ts'
import { holdConcerns, isRowHeld } from '../../releases/record/holds.ts'
import type { RegressionCase, ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import type { Candidate, Finding, Gate } from './gate.ts'
import { inputsOfCase } from './support/case-inputs.ts'
import type { Fault } from './support/fault.ts'
import { inputsText } from './support/fields.ts'
import { finding } from './support/finding.ts'
import { groupBy } from './support/group-by.ts'
import { ENGINE, type Engine, engineOutcome, type Outcome, withPlan } from './support/outcome.ts'

const NAME = 'calculation.regression_cases'

/** Every row has at least this many cases (release design 3.3). */
const CASES_PER_ROW = 3

type Amounts = Exclude<RegressionCase['expected'], { refusal: string }>
type Priced = Extract<Outcome, { ok: true }>

/** Amounts of a case and of an outcome. One that a case leaves out is expected to be absent or nothing. */
const AMOUNTS: readonly [keyof Amounts, (outcome: Priced) => number | null][] = [
  ['energy_charge_paise', (outcome) => outcome.energyChargePaise],
  ['fixed_charge_paise', (outcome) => outcome.fixedChargePaise],
  ['wheeling_charge_paise', (outcome) => outcome.wheelingChargePaise],
  ['adjustments_paise', (outcome) => outcome.adjustmentsPaise],
  ['base_tariff_paise', (outcome) => outcome.baseTariffPaise],
  ['subsidy_paise', (outcome) => outcome.subsidyPaise],
  ['fppas_paise', (outcome) => outcome.fppasPaise],
  ['final_payable_paise', (outcome) => outcome.finalPayablePaise],
]

function differences({ row_id, expected }: RegressionCase, outcome: Outcome): [expected: string, found: string][] {
  if ('refusal' in expected) {
    const found = outcome.ok ? `base ${outcome.baseTariffPaise} paise` : outcome.code
    return found === expected.refusal ? [] : [[`refusal ${expected.refusal}`, found]]
  }
  if (!outcome.ok) return [[`base_tariff_paise ${expected.base_tariff_paise}`, `refusal ${outcome.code}`]]
  const found: [string, string][] = AMOUNTS.flatMap(([field, amount]) => {
    const wanted = expected[field]
    const given = amount(outcome)
    if (wanted === undefined ? given === null || given === 0 : given === wanted) return []
    return [[`${field} ${wanted ?? 'left out: none'}`, String(given)]]
  })
  if (outcome.rowId !== row_id) found.push([`priced by row ${row_id}`, `priced by row ${outcome.rowId}`])
  return found
}

function checkCase(engine: Engine, candidate: Candidate, plan: Plan, each: RegressionCase): Finding[] {
  const path = `cases/${each.case_id}`
  const given = inputsOfCase(each)
  if (!given.ok) {
    return given.problems.map((problem) => finding(candidate, path, 'inputs of POST /calculate', problem))
  }
  return differences(each, engineOutcome(engine, plan, given.inputs)).map(([expected, found]) =>
    finding(candidate, path, expected, found, each.working),
  )
}

/** Rows that the release gives no base tariff for, by a figure or a path that it holds: their cases are refusals. */
function isPriced(record: ReleaseRecord, row: Row): boolean {
  const isHeld = figuresOfRow(row).some(({ figure }) => isHeldFigure(figure)) || isRowHeld(record, row.row_id)
  return !isHeld && !record.component_holds.some(({ path }) => holdConcerns(path, `rows/${row.row_id}`))
}

/** How many cases show something that no other one does: each of another request. */
function countDistinct(cases: readonly RegressionCase[]): number {
  return new Set(
    cases.map((each) => {
      const given = inputsOfCase(each)
      return given.ok ? inputsText(given.inputs) : each.case_id
    }),
  ).size
}

function checkRow({ record }: Candidate, row: Row, cases: readonly RegressionCase[]): Fault | null {
  const priced = isPriced(record, row)
  const counted = priced ? cases.filter(({ expected }) => !('refusal' in expected)) : cases
  const count = countDistinct(counted)
  if (count >= CASES_PER_ROW) return null
  const kind = priced ? 'regression cases with amounts' : 'regression cases'
  const all = count === cases.length ? '' : `, among ${cases.length}`
  return [`at least ${CASES_PER_ROW} ${kind}, each of another request`, `${count}${all}`]
}

function checkCounts(candidate: Candidate): Finding[] {
  const { rows, cases } = candidate.record
  const ids = new Set(rows.map((row) => row.row_id))
  const casesOf = groupBy(cases, (each) => each.row_id)
  const strays = cases.filter((each) => !ids.has(each.row_id))
  const few = rows.flatMap((row) => {
    const fault = checkRow(candidate, row, casesOf.get(row.row_id) ?? [])
    return fault === null ? [] : [finding(candidate, `rows/${row.row_id}`, ...fault)]
  })
  return [
    ...few,
    ...strays.map((each) => finding(candidate, `cases/${each.case_id}`, 'the id of a row', `row_id ${each.row_id}`)),
  ]
}

export function regressionCasesWith(engine: Engine): Gate {
  return {
    name: NAME,
    heavy: false,
    check: (candidate) =>
      withPlan(engine, candidate, NAME, (plan) => {
        const { cases } = candidate.record
        const findings = cases.flatMap((each) => checkCase(engine, candidate, plan, each))
        return { checked: cases.length, findings: [...checkCounts(candidate), ...findings] }
      }),
  }
}

/**
 * Gate 20: every regression case gives exactly its paise or its refusal, priced by the row it names, with the floor at
 * specimen so that every row calculates; and every row has at least three of different requests, with amounts where the
 * release prices the row (release design 3.3).
 */
export const calculationRegressionCases = regressionCasesWith(ENGINE)
