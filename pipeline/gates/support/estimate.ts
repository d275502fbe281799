import type { Condition, Formula } from '../../../releases/record/expression.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Draft } from './draft.ts'

/** Values of names for one draft, in floating point: good enough to say where to look, never what is right. NaN: not known. */
export type Estimate = (formula: Formula, owner: Quantity | null) => number

/** Estimates quantities of a record from drafts; it finds the places where an amount may change, which are then tried. */
export function estimator(record: ReleaseRecord): (draft: Draft) => Estimate {
  const quantities = new Map(record.quantities.map((quantity) => [quantity.quantity_id, quantity]))
  return (draft) => {
    const named = (name: string, owner: Quantity | null): number => {
      const figure = owner?.figures.find(({ figure_id: id }) => id === name)?.figure
      if (figure !== undefined) return Number(figure.value ?? Number.NaN) / (figure.unit === 'percent' ? 100 : 1)
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
      return formula.of.map((part) => value(part, owner)).reduce((a, b) => operations[formula.op](a, b))
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
      const other =
        typeof wanted !== 'string' ? Number.NaN : /^-?\d/.test(wanted) ? Number(wanted) : named(wanted, null)
      return compared[op](named(field, null), other)
    }
    return value
  }
}

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
