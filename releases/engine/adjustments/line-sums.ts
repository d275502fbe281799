import type { Line } from '../charges/line.ts'
import { isMissed, type RowPlan } from '../charges/row.ts'
import type { Inputs } from '../given-inputs.ts'
import type { Component } from '../types.ts'

const NOTHING: readonly string[] = []

/**
 * The lines of a bill while it is calculated, and the sums of them that adjustments and answers use. Amounts are in
 * paise.
 */
export class LineSums {
  readonly #row: RowPlan
  readonly #inputs: Inputs
  readonly base: Line[] = []
  readonly beside: Line[] = []
  /** Minimums and adjustments that depend on an unknown amount, with their sides; null: none. */
  #unknown: Map<string, 'base' | 'beside'> | null = null
  /** Paths of held charges and adjustments beside the base; null: none. */
  #leftOut: Map<string, string> | null = null

  constructor(row: RowPlan, inputs: Inputs) {
    this.#row = row
    this.#inputs = inputs
  }

  addUnknown(id: string, side: 'base' | 'beside'): void {
    this.#unknown ??= new Map()
    this.#unknown.set(id, side)
  }

  leaveOut(id: string, path: string): void {
    this.#leftOut ??= new Map()
    this.#leftOut.set(id, path)
  }

  /** Paths of the charges and adjustments beside that are left out. */
  besideHeld(): readonly string[] {
    return this.#leftOut === null ? NOTHING : [...this.#leftOut.values()]
  }

  /** Ids of what depends on an unknown amount. */
  unknown(): readonly string[] {
    return this.#unknown === null ? NOTHING : [...this.#unknown.keys()]
  }

  #isUnknown(side: 'base' | 'beside'): boolean {
    return this.#unknown !== null && [...this.#unknown.values()].includes(side)
  }

  /** True if a charge of the component applies to the request and its amount is unknown. */
  isHeld(component: Component): boolean {
    if (component === 'minimum' && this.#unknown !== null) {
      for (const { id, minimumOf } of this.#row.base) if (minimumOf !== null && this.#unknown.has(id)) return true
    }
    for (const charge of this.#row.held) {
      if (charge.component === component && isMissed(charge, this.#inputs)) return true
    }
    return false
  }

  /** True if the amount of one of the charges is unknown. */
  isAnyUnknown(ids: readonly string[]): boolean {
    return (
      ids.some((id) => this.#unknown?.has(id)) ||
      this.#row.held.some((charge) => ids.includes(charge.id) && isMissed(charge, this.#inputs))
    )
  }

  /** True if a line of the base is unknown. */
  holdsHeld(): boolean {
    for (const charge of this.#row.held) if (isMissed(charge, this.#inputs)) return true
    return this.#isUnknown('base')
  }

  /** The base lines of a component; null if there are none or one is held. */
  component(component: Component): number | null {
    if (this.isHeld(component)) return null
    let sum: number | null = null
    for (const line of this.base) if (line.step.component === component) sum = (sum ?? 0) + line.amountPaise
    return sum
  }

  /** The base lines of each component; null if there are none or one is held. */
  components(): Readonly<Record<Exclude<Component, 'adjustment'>, number | null>> {
    let energy: number | null = null
    let wheeling: number | null = null
    let fixed: number | null = null
    let other: number | null = null
    let minimum: number | null = null
    for (const { step, amountPaise } of this.base) {
      const { component } = step
      if (component === 'energy') energy = (energy ?? 0) + amountPaise
      else if (component === 'fixed') fixed = (fixed ?? 0) + amountPaise
      else if (component === 'wheeling') wheeling = (wheeling ?? 0) + amountPaise
      else if (component === 'other') other = (other ?? 0) + amountPaise
      else if (component === 'minimum') minimum = (minimum ?? 0) + amountPaise
    }
    return {
      energy: this.isHeld('energy') ? null : energy,
      wheeling: this.isHeld('wheeling') ? null : wheeling,
      fixed: this.isHeld('fixed') ? null : fixed,
      other: this.isHeld('other') ? null : other,
      minimum: this.isHeld('minimum') ? null : minimum,
    }
  }

  total(): number {
    let sum = 0
    for (const { amountPaise } of this.base) sum += amountPaise
    return sum
  }

  /** Null: an adjustment beside is unknown. */
  besideTotal(): number | null {
    if (this.#isUnknown('beside')) return null
    let sum = 0
    for (const { amountPaise } of this.beside) sum += amountPaise
    return sum
  }

  /** The sum for a name in an adjustment's base or in a condition on an amount; null if part of it is unknown. */
  named(name: string): number | null {
    if (name === 'base_tariff') return this.holdsHeld() ? null : this.total()
    if (name === 'bill') {
      const beside = this.besideTotal()
      return this.holdsHeld() || beside === null || this.#leftOut !== null ? null : this.total() + beside
    }
    if (name === 'energy' || name === 'wheeling' || name === 'fixed' || name === 'other' || name === 'minimum') {
      return this.isHeld(name) ? null : (this.component(name) ?? 0)
    }
    if (this.#unknown?.has(name) || this.#leftOut?.has(name)) return null
    const held = this.#row.held.find(({ id }) => id === name)
    if (held !== undefined && isMissed(held, this.#inputs)) return null
    let sum = 0
    for (const { step, amountPaise } of this.base) if (step.id === name) sum += amountPaise
    for (const { step, amountPaise } of this.beside) if (step.id === name) sum += amountPaise
    return sum
  }
}
