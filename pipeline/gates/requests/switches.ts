import type { Adjustment, Value } from '../../../releases/record/adjustment.ts'
import type { Category } from '../../../releases/record/category.ts'
import type { Charge, Step } from '../../../releases/record/charge.ts'
import {
  type Condition,
  comparisonsOf,
  type Formula,
  namesOf,
  namesOfConditions,
} from '../../../releases/record/expression.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'

/** A place where an amount or a row may change: where `left` equals `right`. `owner` has the figures of both. */
export type Switch = { readonly left: Formula; readonly right: Formula; readonly owner: Quantity | null }

const literal = (value: string): Formula => ({ value })
const isDecimal = (text: string): boolean => /^-?\d/.test(text)
const sideOf = (text: string): Formula => (isDecimal(text) ? literal(text) : text)

/** Names that something reads, followed through quantities to inputs, including inputs given in place of a quantity. */
export function inputsRead(record: ReleaseRecord, names: readonly string[]): string[] {
  const quantities = new Map(record.quantities.map((quantity) => [quantity.quantity_id, quantity]))
  const found = new Set<string>()
  const passed = new Set<string>()
  const follow = (name: string): void => {
    if (passed.has(name)) return
    passed.add(name)
    const quantity = quantities.get(name)
    if (quantity === undefined) {
      found.add(name)
      return
    }
    const own = new Set(quantity.figures.map(({ figure_id: id }) => id))
    for (const { formula, when } of quantity.cases) {
      for (const each of [...namesOf(formula), ...namesOfConditions(when)]) if (!own.has(each)) follow(each)
    }
    if (quantity.instead !== null) follow(quantity.instead)
  }
  for (const name of names) follow(name)
  return [...found]
}

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
  const literals = formula.of.filter((part) => typeof part === 'object' && 'value' in part)
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
  const stepsOf = (charge: (typeof charges)[number]): readonly Step[] => {
    const { rates_of: other } = charge
    if (other === null) return charge.steps
    const row = record.rows.find(({ row_id }) => row_id === other.row_id)
    return row?.charges.find(({ charge_id }) => charge_id === other.charge_id)?.steps ?? []
  }
  const quantities = quantitiesRead(record, namesRead(category, rows, adjustments))
  return [
    ...ofConditions([...category.bounds, ...rows.flatMap((row) => row.conditions)]),
    ...charges.flatMap((charge) => [
      ...ofSteps(charge.steps_by ?? charge.per, stepsOf(charge)),
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

/** Names that a charge reads; the names in steps taken from another charge belong to that charge. */
export function namesOfCharge({ per, steps_by: by, steps, when }: Charge): string[] {
  return [per ?? '', by ?? '', ...namesOfEdges(steps), ...namesOfConditions(when)].filter((name) => name !== '')
}

/** Names that one case of an adjustment reads, including those shared by all of its cases. */
export function namesOfCase({ cap, floor, part }: Adjustment, { when, values }: Adjustment['cases'][number]): string[] {
  const all = [...values, ...[cap, floor].filter((each) => each !== null)]
  return [
    ...namesOfConditions(when),
    ...all.flatMap(({ per, steps_by: by, steps }) => [per ?? '', by ?? '', ...namesOfEdges(steps)]),
    ...(part === null ? [] : [part.quantity]),
  ].filter((name) => name !== '')
}

function namesOfEdges(steps: readonly Step[]): string[] {
  return steps.flatMap(({ from, to }) => [from, to ?? '0']).filter((edge) => !isDecimal(edge))
}

function namesRead(category: Category, rows: readonly Row[], adjustments: readonly Adjustment[]): string[] {
  return [
    ...namesOfConditions([...category.bounds, ...rows.flatMap((row) => row.conditions)]),
    ...rows.flatMap((row) => row.charges.flatMap(namesOfCharge)),
    ...adjustments.flatMap((adjustment) => adjustment.cases.flatMap((each) => namesOfCase(adjustment, each))),
  ]
}

/** The quantities behind names, including indirect ones. */
export function quantitiesRead(record: ReleaseRecord, names: readonly string[]): Quantity[] {
  const declared = new Map(record.quantities.map((quantity) => [quantity.quantity_id, quantity]))
  const found = new Set<Quantity>()
  const follow = (name: string): void => {
    const quantity = declared.get(name)
    if (quantity === undefined || found.has(quantity)) return
    found.add(quantity)
    for (const { formula, when } of quantity.cases) [...namesOf(formula), ...namesOfConditions(when)].forEach(follow)
  }
  names.forEach(follow)
  return [...found]
}
