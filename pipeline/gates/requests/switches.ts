import type { Adjustment, Value } from '../../../releases/record/adjustment.ts'
import type { Category } from '../../../releases/record/category.ts'
import type { Step } from '../../../releases/record/charge.ts'
import { ratesOf } from '../../../releases/record/charge-rates.ts'
import { isDecimal } from '../../../releases/record/decimal.ts'
import { type Condition, comparisonsOf, type Formula, isLiteral, namesOf } from '../../../releases/record/expression.ts'
import { namesOfCategory, quantitiesBehind } from '../../../releases/record/names.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'

/** A place where an amount or a row may change: where `left` equals `right`. `owner` has the figures of both. */
export type Switch = { readonly left: Formula; readonly right: Formula; readonly owner: Quantity | null }

const literal = (value: string): Formula => ({ value })
const sideOf = (text: string): Formula => (isDecimal(text) ? literal(text) : text)

function ofConditions(conditions: readonly Condition[], owner: Quantity | null = null): Switch[] {
  return comparisonsOf(conditions).flatMap(({ field, value }) => {
    if (field.startsWith('amount.')) return []
    return (typeof value === 'string' ? [value] : value).map((each) => ({ left: field, right: sideOf(each), owner }))
  })
}

function ofSteps(by: string | null, steps: readonly Step[]): Switch[] {
  if (by === null) return []
  return steps.flatMap(({ from, to }) =>
    [from, ...(to === null ? [] : [to])].map((edge) => ({ left: by, right: sideOf(edge), owner: null })),
  )
}

const ofValue = ({ per, steps_by: by, steps }: Value): Switch[] => ofSteps(by ?? per, steps)

/** Places where a formula switches to its other part or to the next multiple, and its literals as input values. */
function ofFormula(formula: Formula, owner: Quantity): Switch[] {
  if (typeof formula === 'string') return []
  if ('value' in formula) return []
  if ('step' in formula) {
    // The multiples nearest to zero and the next one; generated requests cover others.
    const halves = formula.op === 'half_up' ? [0.5, 1.5] : [1, 2]
    const at = halves.map((part) => ({ left: formula.of, right: literal(String(Number(formula.step) * part)), owner }))
    return [...at, ...ofFormula(formula.of, owner)]
  }
  const inner = formula.of.flatMap((part) => ofFormula(part, owner))
  const literals = formula.of.filter(isLiteral)
  const named = formula.of.flatMap((part) => namesOf(part))
  const beside = literals.flatMap((right) => named.map((left) => ({ left, right, owner })))
  if (formula.op !== 'min' && formula.op !== 'max') return [...inner, ...beside]
  const [first, ...rest] = formula.of
  return [...inner, ...beside, ...(first === undefined ? [] : rest.map((right) => ({ left: first, right, owner })))]
}

/**
 * Every place where an amount of a category may change: bounds, conditions, steps, and switches of the formulas behind
 * them.
 */
export function switchesOf(
  record: ReleaseRecord,
  category: Category,
  rows: readonly Row[],
  adjustments: readonly Adjustment[],
): Switch[] {
  const charges = rows.flatMap((row) => row.charges)
  const quantities = quantitiesBehind(record, namesOfCategory(record, category.bounds, rows, adjustments))
  return [
    ...ofConditions([...category.bounds, ...rows.flatMap((row) => row.conditions)]),
    ...charges.flatMap((charge) => [
      ...ofSteps(charge.steps_by ?? charge.per, ratesOf(record, charge).steps),
      ...ofConditions(charge.when),
    ]),
    ...adjustments.flatMap(({ cases, cap, floor }) => [
      ...cases.flatMap(({ when, values }) => [...ofConditions(when), ...values.flatMap(ofValue)]),
      ...[cap, floor].flatMap((each) => (each === null ? [] : ofValue(each))),
    ]),
    ...quantities.flatMap((quantity) =>
      quantity.cases.flatMap(({ formula, when }) => [...ofFormula(formula, quantity), ...ofConditions(when, quantity)]),
    ),
  ]
}
