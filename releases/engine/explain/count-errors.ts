import type { Adjustment, Value } from '../../record/adjustment.ts'
import type { Charge, Step } from '../../record/charge.ts'
import { formatExact, parseDecimal } from '../../record/decimal.ts'
import type { Row } from '../../record/row.ts'
import { alteredPlan } from './altered-plan.ts'
import { type DifferingBill, type Hypothesis, PART_OF } from './hypothesis.ts'
import { ruled } from './rule-errors.ts'

/** A charge, a surcharge or a duty billed twice or not at all. Units have errors of their own. */

const TIMES = { 0: 'not billed', 2: 'billed twice, or for two months' } as const
type Times = 0 | 2

export function* wrongCount(bill: DifferingBill): Generator<Hypothesis> {
  const { calculation, answer } = bill.resolved
  const own = answer.record.rows.find(({ row_id }) => row_id === calculation.row.rowId)
  const lines = [...calculation.lines, ...(calculation.beside?.lines ?? [])]
  const paiseOf = (id: string): number =>
    lines.reduce((sum, { step, amountPaise }) => (step.id === id ? sum + amountPaise : sum), 0)
  for (const times of [2, 0] as const) {
    for (const { charge_id: id, component, steps } of own?.charges ?? []) {
      // A charge with the rates of another row has no steps.
      if (component === 'energy' || steps.length === 0) continue
      if (isLikely(bill, PART_OF[component], paiseOf(id), times)) yield chargedTimes(bill, id, times)
    }
    for (const { id, standsFor } of calculation.category.adjustments) {
      // A rebate that is left out is an entitlement that was not given.
      const line = lines.find(({ step }) => step.id === id)
      if (line === undefined || line.amountPaise < 0) continue
      if (isLikely(bill, standsFor ?? null, line.amountPaise, times)) {
        yield adjustedTimes(bill, id, `${line.step.description}: ${TIMES[times]}`, times)
      }
    }
  }
}

/** False if the bill prints the amount as a part of its own, and it differs by another amount, some paise of rounding aside. */
function isLikely({ parts }: DifferingBill, component: string | null, paise: number, times: Times): boolean {
  if (paise === 0) return false
  const part = parts.find((each) => each.component === component)
  if (part === undefined || part.expected === null) return true
  return Math.abs(part.actual - part.expected - (times - 1) * paise) <= 2
}

/** Steps with rates times a whole number. */
function multiplied(steps: readonly Step[], times: Times): Step[] {
  return steps.map((step) => {
    const exact = step.figure.value === null ? null : parseDecimal(step.figure.value)
    if (exact === null) return step
    return { ...step, figure: { ...step.figure, value: formatExact(exact.digits * BigInt(times), exact.scale) } }
  })
}

function chargedTimes({ body, resolved }: DifferingBill, id: string, times: Times): Hypothesis {
  const { rowId } = resolved.calculation.row
  const counted = (one: Charge): Charge =>
    one.charge_id === id ? { ...one, steps: multiplied(one.steps, times) } : one
  const inRow = (row: Row): Row => (row.row_id === rowId ? { ...row, charges: row.charges.map(counted) } : row)
  const plan = alteredPlan(resolved, ({ rows }) => ({ rows: rows.map(inRow) }))
  return { says: `${id} charge ${TIMES[times]}`, changes: { times: { charge_id: id, times } }, body, serving: [plan] }
}

const MULTIPLIED: ReadonlySet<string> = new Set(['percent', 'per_unit', 'per_bill'])

function adjustedTimes(bill: DifferingBill, id: string, says: string, times: Times): Hypothesis {
  const counted = (value: Value): Value =>
    MULTIPLIED.has(value.kind) ? { ...value, steps: multiplied(value.steps, times) } : value
  const inCases = (one: Adjustment): Adjustment =>
    one.adjustment_id === id
      ? { ...one, cases: one.cases.map((each) => ({ ...each, values: each.values.map(counted) })) }
      : one
  return ruled(bill, says, { times: { adjustment_id: id, times } }, (rules) => ({
    ...rules,
    adjustments: rules.adjustments.map(inCases),
  }))
}
