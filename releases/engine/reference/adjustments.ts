import type { Inputs } from '../types.ts'
import { figureValue, pricePaise } from './charges.ts'
import { fromMilli, fromPaise, multiply, negate, type Rational, rational, roundToPaise } from './rational.ts'
import type { Component } from './result.ts'
import type { ChosenAdjustment } from './rules.ts'

const HUNDREDTH = rational(1n, 100n)

/** Paise of each component's rounded lines; null for a component that is withheld. */
export type Charges = Readonly<Record<Component, number | null>>

/** Sum of the named components in paise; null when one of them is withheld. */
export function sumOfComponents(charges: Charges, names: readonly Component[]): number | null {
  let sum = 0
  for (const name of new Set(names)) {
    const paise = charges[name]
    if (paise === null) return null
    sum += paise
  }
  return sum
}

/** `percent` of an amount of paise, exact, not rounded. */
export function percentOf(paise: number, percent: Rational): Rational {
  return multiply(multiply(fromPaise(paise), percent), HUNDREDTH)
}

/**
 * The amount of one adjustment line in paise, rounded once, on the rounded lines it names; null when one of them is
 * withheld. What is subtracted is rounded with its sign, so that half a paisa off is nothing off (engine design 4.1).
 */
export function adjustmentAmount(chosen: ChosenAdjustment, charges: Charges, inputs: Inputs): number | null {
  const { adjustment, effect, figure } = chosen
  const base = sumOfComponents(charges, adjustment.base)
  if (base === null) return null
  if (adjustment.kind === 'factor') return roundToPaise(percentOf(base, figureValue(figure))) - base
  const added =
    adjustment.kind === 'surcharge'
      ? percentOf(base, figureValue(figure))
      : pricePaise(fromMilli(inputs.energyUnitsMilli), figure)
  return roundToPaise(effect === 'subtract' ? negate(added) : added)
}
