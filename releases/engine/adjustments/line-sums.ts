import type { Line } from '../charges/line.ts'
import { isMissed, type RowPlan } from '../charges/row.ts'
import type { Component, Inputs } from '../types.ts'

/** The lines of a bill as it is composed, and the sums that adjustments and answers take of them. Amounts are paise. */
export class LineSums {
  readonly #lines: Line[]
  readonly #row: RowPlan
  readonly #inputs: Inputs
  readonly beside: Line[] = []
  /** Adjustments that apply by an amount that is not known, and their sides. */
  readonly #unknown = new Map<string, 'base' | 'beside'>()
  /** Charges beside that are held. */
  readonly #leftOut = new Set<string>()

  /** `lines` are the base lines; adjustments are added to it. */
  constructor(lines: Line[], row: RowPlan, inputs: Inputs) {
    this.#lines = lines
    this.#row = row
    this.#inputs = inputs
  }

  add(line: Line, side: 'base' | 'beside'): void {
    ;(side === 'base' ? this.#lines : this.beside).push(line)
  }

  addUnknown(adjustmentId: string, side: 'base' | 'beside'): void {
    this.#unknown.set(adjustmentId, side)
  }

  leaveOut(chargeId: string): void {
    this.#leftOut.add(chargeId)
  }

  #isUnknown(side: 'base' | 'beside'): boolean {
    return this.#unknown.size > 0 && [...this.#unknown.values()].includes(side)
  }

  /** True where a charge of the component holds for the request and has no usable figure. */
  isHeld(component: Component): boolean {
    return this.#row.held.some((charge) => charge.component === component && isMissed(charge, this.#inputs))
  }

  /** True where one of the charges has no usable figure. */
  isAnyHeld(ids: readonly string[]): boolean {
    return this.#row.held.some((charge) => ids.includes(charge.id) && isMissed(charge, this.#inputs))
  }

  /** True where a line of the base is not known. */
  holdsHeld(): boolean {
    const isHeld = this.#row.held.length > 0 && this.#row.held.some((charge) => isMissed(charge, this.#inputs))
    return isHeld || this.#isUnknown('base')
  }

  /** The base lines of a component; null where there are none, or one is held. */
  component(component: Component): number | null {
    if (this.#row.held.length > 0 && this.isHeld(component)) return null
    let sum: number | null = null
    for (const line of this.#lines) if (line.step.component === component) sum = (sum ?? 0) + line.amountPaise
    return sum
  }

  total(): number {
    let sum = 0
    for (const { amountPaise } of this.#lines) sum += amountPaise
    return sum
  }

  /** Null: an adjustment beside is not known. */
  besideTotal(): number | null {
    if (this.#isUnknown('beside')) return null
    let sum = 0
    for (const { amountPaise } of this.beside) sum += amountPaise
    return sum
  }

  /** What a name of an adjustment's base, or of a condition on an amount, stands for; null: a part of it is not known. */
  named(name: string): number | null {
    if (name === 'base_tariff') return this.holdsHeld() ? null : this.total()
    if (name === 'bill') {
      const beside = this.besideTotal()
      return this.holdsHeld() || beside === null || this.#leftOut.size > 0 ? null : this.total() + beside
    }
    if (name === 'energy' || name === 'wheeling' || name === 'fixed' || name === 'other' || name === 'minimum') {
      return this.isHeld(name) ? null : (this.component(name) ?? 0)
    }
    if (this.#unknown.has(name) || this.#leftOut.has(name)) return null
    const held = this.#row.held.find(({ id }) => id === name)
    if (held !== undefined && isMissed(held, this.#inputs)) return null
    let sum = 0
    for (const { step, amountPaise } of this.#lines) if (step.id === name) sum += amountPaise
    for (const { step, amountPaise } of this.beside) if (step.id === name) sum += amountPaise
    return sum
  }
}
