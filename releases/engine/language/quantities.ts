import { comparisonsOf, type Formula, formulaText } from '../../record/expression.ts'
import { figuresOfQuantity } from '../../record/figures.ts'
import type { Grade } from '../../record/grade.ts'
import { keptIn } from '../../record/kept-in.ts'
import { namesOfQuantity, type Quantity as RecordQuantity } from '../../record/quantity.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import { type Inputs, placeOf } from '../given-inputs.ts'
import { CompileError } from './compile-error.ts'
import { allHold, compileCondition, type Names, type Test } from './condition.ts'
import { type Dates, datesOf, holdsOn, isDated } from './dates.ts'
import { compare, divide, fromDecimal } from './fraction.ts'
import { gradesOf, type HeldPath, type HoldLookup, isHeldFigure, reasonOf, UNEXPLAINED } from './holds.ts'
import { inputNamed } from './names.ts'
import { constant, difference, extreme, isPositive, type Num, product, quotient, rounded, sum } from './number.ts'
import { isGiven, type Read } from './reads.ts'

/** A name for formulas, charges and conditions, with its dependencies. */
export type Quantity = {
  readonly name: string
  readonly number: Num
  readonly reads: readonly Read[]
  readonly figures: readonly { readonly path: string; readonly grade: Grade }[]
  readonly held: HeldPath | null
  /** Quantities with cases, itself and those it reads; exactly one case of each must apply. */
  readonly deciding: readonly { readonly name: string; readonly isDecided: (inputs: Inputs) => boolean }[]
  readonly dates: readonly Dates[]
  /** Inputs that replace it if given. */
  readonly instead: readonly string[]
}

/** Returns a cached quantity, or compiles it. */
type OnceKept = (declared: RecordQuantity, compile: () => Quantity) => Quantity

/** Quantities and inputs of a release by name, compiled on demand. */
export class Quantities implements Names {
  readonly #record: ReleaseRecord
  readonly #holds: HoldLookup
  readonly #declared: ReadonlyMap<string, RecordQuantity>
  readonly #known = new Map<string, Quantity | null>()
  readonly #open: string[] = []
  readonly #reads: Map<string, Read>
  readonly #once: OnceKept | null

  /** `once`: compiles a quantity or takes it from the cache; `before`: cached quantities of the same record. */
  constructor(
    record: ReleaseRecord,
    holds: HoldLookup,
    once: OnceKept | null = null,
    before: Quantities | null = null,
  ) {
    this.#record = record
    this.#holds = holds
    this.#once = once
    this.#reads = before === null ? new Map() : before.#reads
    this.#declared = new Map(record.quantities.map((quantity) => [quantity.quantity_id, quantity]))
  }

  /** Throws CompileError, at `path`, if the name is not a quantity. */
  get(name: string, path: string): Quantity {
    const found = this.find(name)
    if (found === null) throw new CompileError(path, `${name} is neither a quantity nor an input that counts something`)
    return found
  }

  find(name: string): Quantity | null {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const declared = this.#declared.get(name)
    const { length: opened } = this.#open
    try {
      // Every lookup by a part must be recorded, also for cached quantities.
      if (declared !== undefined && this.#once !== null) return this.#once(declared, () => this.#compile(declared))
      const made = declared === undefined ? this.#input(name) : this.#compile(declared)
      this.#known.set(name, made)
      return made
    } finally {
      // After a failure it is no longer marked as being compiled, because a gate may try another name.
      this.#open.length = opened
    }
  }

  number(name: string): Num | null {
    return this.find(name)?.number ?? null
  }

  words(name: string): readonly string[] | null | undefined {
    const named = inputNamed(this.#record, name)
    return named?.kind === 'word' ? named.words : undefined
  }

  given(name: string): ((inputs: Inputs) => boolean) | null {
    if (!this.#declared.has(name)) return null
    const { reads, deciding } = this.get(name, name)
    return (inputs) => isGiven(reads, inputs) && deciding.every(({ isDecided }) => isDecided(inputs))
  }

  /** Inputs read by conditions, directly or through quantities. */
  readsOf(names: readonly string[]): Read[] {
    return names.flatMap((name) => this.find(name)?.reads ?? [this.#read(name, [])])
  }

  #read(name: string, unless: readonly string[]): Read {
    return keptIn(this.#reads, [name, ...unless].join(' '), () => ({ name, place: placeOf(name), unless }))
  }

  #input(name: string): Quantity | null {
    const named = inputNamed(this.#record, name)
    if (named === null || named.kind === 'word') return null
    const scale = named.kind === 'quantity' ? 1000 : 1
    const place = placeOf(name)
    const number: Num = {
      read(inputs, to) {
        const given = inputs.at(place, name)
        to.set(typeof given === 'number' ? given : Number.NaN, scale)
      },
      fixed: null,
      low: named.least === null ? null : { n: BigInt(named.least), d: 1n },
      high: { n: BigInt(named.largest), d: 1n },
      isOpen: false,
    }
    return {
      name,
      number,
      reads: [this.#read(name, [])],
      figures: [],
      held: null,
      deciding: [],
      dates: [],
      instead: [],
    }
  }

  #compile(declared: RecordQuantity): Quantity {
    const { quantity_id: id, instead } = declared
    const path = `quantities/${id}`
    if (this.#open.includes(id)) throw new CompileError(path, `depends on itself: ${[...this.#open, id].join(' -> ')}`)
    this.#open.push(id)
    const own = this.#figures(declared, path)
    const cases = declared.cases.map((each, index) => this.#case(each, own, `${path}/cases/${index}`))
    const names = [...new Set(namesOfQuantity(declared))]
    const inner = names.flatMap((name) => this.find(name) ?? [])
    const stated = instead === null ? null : this.get(instead, path)
    const number = alternatives(cases, stated)
    const reads = this.readsOf(names).map((read) =>
      instead === null ? read : this.#read(read.name, [...read.unless, instead]),
    )
    const isStated = (inputs: Inputs): boolean => instead !== null && inputs.values[instead] !== undefined
    const isDecided = (inputs: Inputs): boolean => isStated(inputs) || holding(cases, inputs) === 1
    const isSimple = cases.length === 1 && cases[0]?.tests.length === 0 && !isDated(cases[0].dates)
    const heldOwn = this.#held(declared, path)
    return {
      name: id,
      number,
      reads,
      figures: [...inner.flatMap(({ figures }) => figures), ...gradesOf(figuresOfQuantity(declared))],
      held: heldOwn ?? inner.find(({ held }) => held !== null)?.held ?? null,
      deciding: [
        // A stated value depends on nothing, so no case of its formula has to apply.
        ...inner.flatMap(({ deciding }) =>
          deciding.map((each) => ({
            name: each.name,
            isDecided: (inputs: Inputs) => isStated(inputs) || each.isDecided(inputs),
          })),
        ),
        ...(isSimple ? [] : [{ name: id, isDecided }]),
      ],
      dates: [...inner.flatMap(({ dates }) => dates), ...cases.map(({ dates }) => dates).filter(isDated)],
      instead: [...inner.flatMap((each) => each.instead), ...(instead === null ? [] : [instead])],
    }
  }

  #held(declared: RecordQuantity, path: string): HeldPath | null {
    const runtime = this.#holds.runtime(path)
    if (runtime !== null) return { ...runtime, path }
    const figure = figuresOfQuantity(declared).find((each) => isHeldFigure(each.figure))
    return figure === undefined ? null : { ...(reasonOf(figure.figure) ?? UNEXPLAINED), path }
  }

  /**
   * The figures of a quantity as constants: percent in hundredths. A held figure counts as 1; its value is never used.
   */
  #figures({ figures }: RecordQuantity, path: string): ReadonlyMap<string, Num> {
    return new Map(
      figures.map(({ figure_id, figure }) => {
        if (this.#declared.has(figure_id) || inputNamed(this.#record, figure_id) !== null) {
          throw new CompileError(path, `${figure_id} is the name of a figure and of something else`)
        }
        const value = figure.value === null || isHeldFigure(figure) ? fromDecimal('1') : fromDecimal(figure.value)
        return [figure_id, constant(figure.unit === 'percent' ? divide(value, fromDecimal('100')) : value)]
      }),
    )
  }

  #case(
    { formula, when, ...period }: RecordQuantity['cases'][number],
    own: ReadonlyMap<string, Num>,
    path: string,
  ): Case {
    const tests = when.map((condition) => compileCondition(condition, this, path))
    const find = (name: string): Num => own.get(name) ?? narrowed(this.get(name, path).number, name, when)
    return { number: compileFormula(formula, find, path), tests, dates: datesOf(period) }
  }
}

type Case = { readonly number: Num; readonly tests: readonly Test[]; readonly dates: Dates }

function holding(cases: readonly Case[], inputs: Inputs): number {
  let count = 0
  for (const each of cases) if (allHold(each.tests, inputs) && holdsOn(each.dates, inputs)) count += 1
  return count
}

/** The bounds of a name within a case whose conditions compare it with decimals. */
function narrowed(number: Num, name: string, when: RecordQuantity['cases'][number]['when']): Num {
  let { low, high, isOpen } = number
  for (const condition of when) {
    if (!('field' in condition)) continue
    const [comparison] = comparisonsOf([condition])
    if (comparison?.field !== name || typeof comparison.value !== 'string' || !/^-?\d/.test(comparison.value)) continue
    const bound = fromDecimal(comparison.value)
    const { op } = comparison
    if (op === '>' || op === '>=' || op === '=') {
      const order = low === null ? 1 : compare(bound, low)
      if (order > 0 || (order === 0 && op === '>')) [low, isOpen] = [bound, op === '>']
    }
    if ((op === '<' || op === '<=' || op === '=') && (high === null || compare(bound, high) < 0)) high = bound
  }
  return { ...number, low, high, isOpen }
}

/** The index of the matching case, or of the input that replaces the quantity, if given. */
function alternatives(cases: readonly Case[], stated: Quantity | null): Num {
  const numbers = [...cases.map(({ number }) => number), ...(stated === null ? [] : [stated.number])]
  const [first] = numbers
  if (first !== undefined && numbers.length === 1 && cases[0]?.tests.length === 0 && !isDated(cases[0].dates))
    return first
  const lows = numbers.map(({ low }) => low)
  const highs = numbers.map(({ high }) => high)
  return {
    read(inputs, to) {
      if (stated !== null && inputs.values[stated.name] !== undefined) return stated.number.read(inputs, to)
      for (const each of cases) {
        if (allHold(each.tests, inputs) && holdsOn(each.dates, inputs)) return each.number.read(inputs, to)
      }
      throw new RangeError('no case of a quantity holds, which is refused before')
    },
    fixed: null,
    low: lows.reduce((a, b) => (a === null || b === null ? null : compare(b, a) < 0 ? b : a)),
    high: highs.reduce((a, b) => (a === null || b === null ? null : compare(b, a) > 0 ? b : a)),
    isOpen: false,
  }
}

/** Compiles a formula; `find` resolves names. Throws CompileError if a divisor may be 0 or negative. */
function compileFormula(formula: Formula, find: (name: string) => Num, path: string): Num {
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
