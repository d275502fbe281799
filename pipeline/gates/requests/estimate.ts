import type { Condition, Formula } from '../../../releases/record/expression.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Draft } from '../calculation/draft.ts'
import { isNumber } from '../record/comparisons.ts'
import { oncePer } from '../record/once-per.ts'

/**
 * Values of names for one draft, in floating point: precise enough to find places to test, but not to judge results.
 * NaN: unknown.
 */
export type Estimate = (formula: Formula, owner: Quantity | null) => number

/**
 * Estimates quantities of a record for drafts, to find the places where an amount may change; these are then tested.
 */
export function estimator(record: ReleaseRecord): (draft: Draft) => Estimate {
  const quantities = new Map(record.quantities.map((quantity) => [quantity.quantity_id, quantity]))
  return (draft) => {
    const named = (name: string, owner: Quantity | null): number => {
      const figure = owner === null ? undefined : figuresOf(owner).get(name)
      if (figure !== undefined) return figure
      const quantity = quantities.get(name)
      if (quantity === undefined) return draft[name] === undefined ? Number.NaN : Number(draft[name])
      const { instead } = quantity
      if (instead !== null && draft[instead] !== undefined) return Number(draft[instead])
      const held = quantity.cases.find(({ when }) => when.every(holds)) ?? quantity.cases[0]
      return held === undefined ? Number.NaN : value(held.formula, quantity)
    }
    const value: Estimate = (formula, owner) => {
      if (typeof formula === 'string') return named(formula, owner)
      if ('value' in formula) return Number(formula.value)
      if ('step' in formula)
        return roundings[formula.op](value(formula.of, owner) / Number(formula.step)) * Number(formula.step)
      const operation = operations[formula.op]
      let result: number | null = null
      for (const part of formula.of) {
        const each = value(part, owner)
        result = result === null ? each : operation(result, each)
      }
      return result ?? Number.NaN
    }
    const holds = (condition: Condition): boolean => {
      if ('not' in condition) return !holds(condition.not)
      if ('all' in condition) return condition.all.every(holds)
      if ('any' in condition) return condition.any.some(holds)
      if (condition.describes === true) return true
      const { field, op, value: wanted } = condition
      if (op === 'in' || op === '=') {
        const given = quantities.has(field) ? named(field, null) : draft[field]
        const words = typeof wanted === 'string' ? [wanted] : wanted
        return words.some((word) => String(given) === word || Number(given) === Number(word))
      }
      const other = typeof wanted !== 'string' ? Number.NaN : isNumber(wanted) ? Number(wanted) : named(wanted, null)
      return compared[op](named(field, null), other)
    }
    return value
  }
}

const figuresOf = oncePer(
  ({ figures }: Quantity): ReadonlyMap<string, number> =>
    new Map(
      figures.map(({ figure_id: id, figure: { value, unit } }) => [
        id,
        Number(value ?? Number.NaN) / (unit === 'percent' ? 100 : 1),
      ]),
    ),
)

const operations = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  min: Math.min,
  max: Math.max,
}
const roundings = { floor: Math.floor, ceil: Math.ceil, half_up: Math.round }
const compared = {
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
}
