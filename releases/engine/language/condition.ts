import {
  type Comparison,
  type Condition,
  comparisonsOf,
  conditionText,
  namesOfConditions,
} from '../../record/expression.ts'
import { type Inputs, placeOf } from '../given-inputs.ts'
import { CompileError } from './compile-error.ts'
import { fromDecimal } from './fraction.ts'
import { constant, type Num, ratioOf } from './number.ts'
import { order, Ratio } from './ratio.ts'
import { isGiven, type Read, uniqueReads } from './reads.ts'

/** Amounts in paise of the lines so far, by the names that `amount.<line>` may use; null: unknown. */
export type Amounts = (line: string) => number | null

/** A compiled condition. Without `amounts` a condition on an amount is not met. */
export type Test = {
  readonly text: string
  readonly condition: Condition
  /** The lines whose amounts it reads. */
  readonly amounts: readonly string[]
  /** The inputs that it reads, directly or through quantities. */
  readonly reads: readonly Read[]
  holds(inputs: Inputs, amounts?: Amounts): boolean
}

/** Values of names in conditions. */
export type Names = {
  /** A quantity by its name; null if the name is not a quantity. */
  number(name: string): Num | null
  /** The allowed words of a name; null: any. Undefined: the name is not a word input. */
  words(name: string): readonly string[] | null | undefined
  /**
   * Whether a request gives everything that a quantity needs; null for an input, whose number is NaN if it is not
   * given.
   */
  given(name: string): ((inputs: Inputs) => boolean) | null
  readsOf(names: readonly string[]): readonly Read[]
  /** A bound for one month, scaled to a bill that is not one month; absent if the bound is used as written. */
  bound?(name: string, bound: Num): Num
}

/** Whether a comparison result (negative, 0 or positive) satisfies `op`. */
function fulfils(op: Exclude<Comparison['op'], 'in'>, over: number): boolean {
  if (op === '<=') return over <= 0
  if (op === '>') return over > 0
  if (op === '>=') return over >= 0
  return op === '<' ? over < 0 : over === 0
}

const AMOUNT = 'amount.'

const isDecimal = (text: string): boolean => /^-?\d/.test(text)

type Holds = Test['holds']

function amountTest({ field, op, value }: Comparison, path: string): Holds {
  const line = field.slice(AMOUNT.length)
  if (op === 'in' || typeof value !== 'string' || !isDecimal(value)) {
    throw new CompileError(path, `${field} is compared with an amount in rupees`)
  }
  const bound = Ratio.of(fromDecimal(value))
  const rupees = new Ratio()
  return (_inputs, amounts) => {
    const paise = amounts?.(line) ?? null
    if (paise === null) return false
    rupees.set(paise, 100)
    return fulfils(op, order(rupees, bound))
  }
}

function numberTest({ field, op, value }: Comparison, number: Num, names: Names, path: string): Holds {
  if (op === 'in' || typeof value !== 'string') throw new CompileError(path, `${field}: in does not compare quantities`)
  const written = isDecimal(value) ? constant(fromDecimal(value)) : null
  const other = written === null ? names.number(value) : (names.bound?.(field, written) ?? written)
  if (other === null) throw new CompileError(path, `${value} is neither a decimal nor a quantity`)
  const isGiven = names.given(field)
  const isOtherGiven = isDecimal(value) ? null : names.given(value)
  const left = new Ratio()
  const right = new Ratio()
  return (inputs) => {
    if (isGiven?.(inputs) === false || isOtherGiven?.(inputs) === false) return false
    number.read(inputs, left)
    const against = ratioOf(other, inputs, right)
    return left.isNumber() && against.isNumber() && fulfils(op, order(left, against))
  }
}

function wordTest({ field, op, value }: Comparison, words: readonly string[] | null, path: string): Holds {
  if (op !== '=' && op !== 'in') throw new CompileError(path, `${field} is a word; ${op} does not compare words`)
  const wanted = new Set(typeof value === 'string' ? [value] : value)
  const unknown = words === null ? undefined : [...wanted].find((word) => !words.includes(word))
  if (unknown !== undefined)
    throw new CompileError(path, `${field} cannot be ${unknown}: it accepts ${words?.join(', ')}`)
  const place = placeOf(field)
  return (inputs) => {
    const given = inputs.at(place, field)
    return typeof given === 'string' && wanted.has(given)
  }
}

/** Compiles a condition. Throws CompileError for an unknown name or a meaningless comparison. */
export function compileCondition(condition: Condition, names: Names, path: string): Test {
  const amounts = comparisonsOf([condition])
    .filter(({ field }) => field.startsWith(AMOUNT))
    .map(({ field }) => field.slice(AMOUNT.length))
  const holds = holdsOf(condition, names, path)
  const reads = uniqueReads(names.readsOf(namesOfConditions([condition])))
  return { text: conditionText(condition), condition, amounts, reads, holds }
}

function holdsOf(condition: Condition, names: Names, path: string): Holds {
  if ('not' in condition) {
    const inner = holdsOf(condition.not, names, path)
    return (inputs, amounts) => !inner(inputs, amounts)
  }
  if ('all' in condition) {
    const parts = condition.all.map((part) => holdsOf(part, names, path))
    return (inputs, amounts) => parts.every((holds) => holds(inputs, amounts))
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => holdsOf(part, names, path))
    return (inputs, amounts) => parts.some((holds) => holds(inputs, amounts))
  }
  if (condition.describes === true) return () => true
  if (condition.field.startsWith(AMOUNT)) return amountTest(condition, path)
  const number = names.number(condition.field)
  if (number !== null) return numberTest(condition, number, names, path)
  const words = names.words(condition.field)
  if (words === undefined) throw new CompileError(path, `${condition.field} is neither an input nor a quantity`)
  return wordTest(condition, words, path)
}

/** True if all conditions are met. */
export function allHold(tests: readonly Test[], inputs: Inputs, amounts?: Amounts): boolean {
  for (const test of tests) if (!test.holds(inputs, amounts)) return false
  return true
}

/** True if a condition is not met whatever else a request gives: it reads no amount, and everything that it reads is given. */
export function isRuledOut(tests: readonly Test[], inputs: Inputs): boolean {
  for (const test of tests)
    if (test.amounts.length === 0 && isGiven(test.reads, inputs) && !test.holds(inputs)) return true
  return false
}
