import { type Formula, formulaText } from '../../record/expression.ts'
import { CompileError } from './compile-error.ts'
import { fromDecimal } from './fraction.ts'
import { constant, difference, extreme, isPositive, type Num, product, quotient, rounded, sum } from './number.ts'

/** Compiles a formula; `find` resolves names. Throws CompileError if a divisor may be 0 or negative. */
export function compileFormula(formula: Formula, find: (name: string) => Num, path: string): Num {
  const compile = (part: Formula): Num => {
    if (typeof part === 'string') return find(part)
    if ('value' in part) return constant(fromDecimal(part.value))
    if ('step' in part) {
      const step = fromDecimal(part.step)
      if (step.n <= 0n) throw new CompileError(path, `rounds to ${part.step}; a step must be above 0`)
      return rounded(compile(part.of), step, part.op)
    }
    const [first, ...rest] = part.of
    if (first === undefined) throw new CompileError(path, `${part.op} of nothing`)
    return rest.reduce<Num>((left, right) => operate(part.op, left, compile(right), right), compile(first))
  }
  const operate = (op: '+' | '-' | '*' | '/' | 'min' | 'max', left: Num, right: Num, divisor: Formula): Num => {
    if (op === '+') return sum(left, right)
    if (op === '-') return difference(left, right)
    if (op === '*') return product(left, right)
    if (op !== '/') return extreme(left, right, op)
    const by = `divides by ${formulaText(divisor)}`
    if (!isPositive(right))
      throw new CompileError(path, `${by}, which may be 0: give the case a condition that keeps it above 0`)
    const isImpossible = right.high !== null && right.high.n <= 0n
    if (isImpossible) throw new CompileError(path, `${by}, but no value meets the conditions of the case`)
    return quotient(left, right)
  }
  return compile(formula)
}
