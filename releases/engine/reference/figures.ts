import type { Figure } from '../../record/figure.ts'
import { fromDecimal, multiply, type Rational, rational } from './rational.ts'

export const HUNDREDTH = rational(1n, 100n)
const values = new WeakMap<Figure, Rational>()

/** True if a figure must not be used, whatever its value. */
export function isHeld({ grade, held, value }: Figure): boolean {
  return grade === 'held' || held !== null || value === null
}

/** The figure's value in its own unit. Throws if it is held, so that no unverified number can reach an amount. */
export function figureValue(figure: Figure): Rational {
  const known = values.get(figure)
  if (known !== undefined) return known
  if (figure.value === null || isHeld(figure)) throw new TypeError(`a held figure was asked for: ${figure.quote}`)
  const value = fromDecimal(figure.value)
  values.set(figure, value)
  return value
}

/** The figure as a factor: 80 percent is 0.8, every other figure is its value. */
export function factorOf(figure: Figure): Rational {
  const value = figureValue(figure)
  return figure.unit === 'percent' ? multiply(value, HUNDREDTH) : value
}
