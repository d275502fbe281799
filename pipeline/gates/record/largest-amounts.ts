import type { AdjustmentPlan } from '../../../releases/engine/adjustments/adjustment.ts'
import type { CategoryPlan } from '../../../releases/engine/compile/category.ts'
import type { Plan } from '../../../releases/engine/compile/plan.ts'
import { INPUTS } from '../../../releases/engine/inputs.ts'
import {
  add,
  compare,
  divide,
  fraction,
  fromDecimal,
  greatest,
  least,
  multiply,
  subtract,
  ZERO,
} from '../../../releases/engine/language/fraction.ts'
import type { Num } from '../../../releases/engine/language/number.ts'
import type { Fraction } from '../../../releases/engine/types.ts'
import type { Adjustment, AdjustmentCase, Value } from '../../../releases/record/adjustment.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import { ratesOf } from '../../../releases/record/charge-rates.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import type { Row } from '../../../releases/record/row.ts'

/** An upper bound of an amount's size in paise; null: none can be proved. */
export type Largest = Fraction | null

const HUNDRED = fraction(100n)
const ONE = fraction(1n)

export const isSafe = (amount: Largest): boolean =>
  amount !== null && compare(amount, fraction(BigInt(Number.MAX_SAFE_INTEGER))) <= 0

const size = (value: Fraction): Fraction => (value.n < 0n ? { n: -value.n, d: value.d } : value)
const both = (a: Largest, b: Largest, of: (a: Fraction, b: Fraction) => Fraction): Largest =>
  a === null || b === null ? null : of(a, b)
const sumOf = (amounts: readonly Largest[]): Largest => amounts.reduce((a, b) => both(a, b, add), ZERO)
/** The narrowest known bound of several, for the smallest of their quantities. */
const narrowest = (a: Largest, b: Largest): Largest => (a === null ? b : b === null ? a : least(a, b))

/** The largest size of a number, proved from the bounds of inputs. */
function largestOf(number: Num): Largest {
  return both(number.low, number.high, (low, high) => greatest(size(low), size(high)))
}

/** A figure as calculations use it: rupees in paise, percent unchanged. Held figures are not included. */
function counted({ value, unit }: Figure): Fraction {
  if (value === null) return ZERO
  return size(multiply(fromDecimal(value), unit.startsWith('Rs') ? HUNDRED : ONE))
}

const dearest = (figures: readonly Figure[]): Fraction => figures.map(counted).reduce(greatest, ZERO)

type Steps = { readonly figures: readonly Figure[]; readonly times: Fraction; readonly per: Num | null }

/** Each step is a line, which may be rounded up. */
function byUnit({ figures, times, per }: Steps): Largest {
  const quantity = per === null ? ONE : largestOf(per)
  const rounded = fraction(BigInt(figures.length))
  return both(quantity, multiply(dearest(figures), times), (units, rate) => add(multiply(units, rate), rounded))
}

/** The largest amounts of a row: of its charges, then of the adjustments in order. */
export class LargestAmounts {
  readonly #plan: Plan
  readonly #category: CategoryPlan
  readonly #row: Row
  readonly #lines = new Map<string, Largest>()
  /** Lines so far, by the sums that `of` may name. */
  readonly #sums = new Map<string, Largest>()

  constructor(plan: Plan, category: CategoryPlan, row: Row) {
    this.#plan = plan
    this.#category = category
    this.#row = row
    for (const charge of row.charges) this.#add(charge.charge_id, componentsOf(charge), this.#charge(charge))
  }

  line(id: string): Largest {
    return this.#lines.has(id) ? (this.#lines.get(id) ?? null) : ZERO
  }

  sum(name: string): Largest {
    return this.#sums.has(name) ? (this.#sums.get(name) ?? null) : ZERO
  }

  #add(id: string, sums: readonly string[], amount: Largest): void {
    this.#lines.set(id, amount)
    for (const name of sums) this.#sums.set(name, sumOf([this.sum(name), amount]))
  }

  #number(name: string | null): Num | null {
    if (name === null) return null
    return (
      this.#category.rows
        .flatMap(({ base, beside }) => [...base, ...beside].map(({ per }) => per))
        .find((quantity) => quantity?.name === name)?.number ?? null
    )
  }

  #charge(charge: Charge): Largest {
    const { steps, multiples } = ratesOf(this.#plan.record, charge)
    const times = multiples.map(({ value }) => size(fromDecimal(value ?? '0'))).reduce(multiply, ONE)
    return byUnit({ figures: steps.map(({ figure }) => figure), times, per: this.#number(charge.per) })
  }

  /** The largest amount of an adjustment, which later ones may have in their base. */
  adjust(adjustment: Adjustment, plan: AdjustmentPlan): Largest {
    const { adjustment_id: id, side, cases, cap, floor } = adjustment
    const base = this.#base(adjustment, plan)
    const own = cases.map((each, index) => this.#case(each, plan.cases[index]?.values ?? [], base)).reduce(wider, ZERO)
    const capped = cap === null ? own : narrowest(own, this.#value(cap, plan.cap, base))
    const amount = floor === null ? capped : wider(capped, this.#value(floor, plan.floor, base))
    this.#add(id, side === 'base' ? ['base_tariff', 'bill'] : ['bill'], amount)
    return amount
  }

  #base({ of, part }: Adjustment, plan: AdjustmentPlan): Largest {
    const named = sumOf(of.map((name) => (this.#sums.has(name) ? this.sum(name) : this.line(name))))
    if (part === null || plan.part === null) return named
    const units = largestOf(plan.part.quantity.number)
    const charge = this.#row.charges.find(({ charge_id }) => charge_id === part.charge_id)
    if (charge === undefined) return ZERO
    const rate = dearest(ratesOf(this.#plan.record, charge).steps.map(({ figure }) => figure))
    return wider(this.line(part.charge_id), both(units, rate, multiply))
  }

  #case({ values, pick }: AdjustmentCase, plans: readonly ValueLike[], base: Largest): Largest {
    const amounts = values.map((value, index) => this.#value(value, plans[index] ?? null, base))
    const [first = ZERO, ...rest] = amounts
    return rest.reduce(pick === 'least' ? narrowest : wider, first)
  }

  #value({ kind, method, steps, steps_by, per }: Value, plan: ValueLike | null, base: Largest): Largest {
    const figures = steps.map(({ figure }) => figure)
    const quantities = plan?.quantities ?? []
    const number = (name: string | null): Num | null => quantities.find((each) => each.name === name)?.number ?? null
    if (kind === 'per_unit') return byUnit({ figures, times: ONE, per: number(per) })
    if (kind !== 'percent' && kind !== 'factor') return add(dearest(figures), ONE)
    const divided = method === 'telescopic' ? number(steps_by ?? per) : null
    // The shares add up to the whole quantity.
    const shares = method !== 'telescopic' ? ONE : divided === null ? null : largestOf(divided)
    // A factor changes the amount by its difference from 100 percent.
    const whole = kind === 'factor' ? HUNDRED : ZERO
    const rates = figures.map(({ value }) => size(subtract(fromDecimal(value ?? '0'), value === null ? ZERO : whole)))
    const percent = both(shares, rates.reduce(greatest, ZERO), multiply)
    return both(base, percent, (amount, each) => add(divide(multiply(amount, each), HUNDRED), ONE))
  }

  /** Rupees for each unit of energy: a duty or a month's FPPAS. */
  byEnergy(figure: Figure): Largest {
    return add(multiply(fraction(BigInt(INPUTS.energy_units.largest)), counted(figure)), ONE)
  }

  /** A percentage of the lines of some components. */
  percentOf(figure: Figure, basis: readonly string[]): Largest {
    return both(sumOf(basis.map((name) => this.sum(name))), counted(figure), (amount, percent) =>
      add(divide(multiply(amount, percent), HUNDRED), ONE),
    )
  }
}

type ValueLike = { readonly quantities: readonly { readonly name: string; readonly number: Num }[] }

function wider(a: Largest, b: Largest): Largest {
  return both(a, b, greatest)
}

/** Sums that include a charge's lines. */
function componentsOf({ component, side, minimum_of }: Charge): string[] {
  const own = minimum_of === null ? component : 'minimum'
  return side === 'base' ? [own, 'base_tariff', 'bill'] : ['bill']
}
