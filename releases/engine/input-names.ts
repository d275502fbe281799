import type { Input } from './input.ts'
import { INPUT_LIST, INPUTS, type InputName, LARGEST_QUANTITY } from './inputs.ts'

/** Values of names: inputs of the table and their parts, joined with a dot. */

const PLACE: ReadonlyMap<string, number> = new Map(INPUT_LIST.map(([name], index) => [name, index]))

/** Names in the order of the table, parts of one input in the given order. */
export function inTableOrder<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  if (items.length < 2) return items
  const placed = items.map((item) => ({ item, place: PLACE.get(inputOf(nameOf(item)) ?? '') ?? -1 }))
  return placed.sort((a, b) => a.place - b.place).map(({ item }) => item)
}

export function isInputName(name: string): name is InputName {
  return PLACE.has(name)
}

/** The input with this name or with this part: `energy_by_zone.peak` is a part of `energy_by_zone`. */
export function inputOf(name: string): InputName | null {
  const point = name.indexOf('.')
  const whole = point < 0 ? name : name.slice(0, point)
  return isInputName(whole) ? whole : null
}

/** The same with its entry in the table. */
export function tableInput(name: string): Input | null {
  const whole = inputOf(name)
  return whole === null ? null : INPUTS[whole]
}

/** The largest value of a quantity, in its unit, in a category that takes at most `units` units of energy. */
export function largestQuantity(name: string, units = LARGEST_QUANTITY): number {
  const input = tableInput(name)
  const declares = input?.kind === 'quantity' || input?.kind === 'declared'
  const largest = declares ? (input.largest ?? LARGEST_QUANTITY) : LARGEST_QUANTITY
  return largest > LARGEST_QUANTITY ? units : largest
}

/**
 * Value of a name in conditions and formulas; null if no input has that name. Only the release decides whether a part
 * is declared.
 */
export function kindOf(name: string): 'quantity' | 'word' | 'flag' | 'count' | null {
  const input = tableInput(name)
  if (input === null) return null
  const part = name.includes('.') ? name.slice(name.indexOf('.') + 1) : null
  if (input.kind === 'declared') return part === null ? null : input.of === 'words' ? 'word' : 'quantity'
  if (input.kind === 'object') {
    const kind = part === null ? undefined : input.parts[part]?.kind
    return kind === 'flag' ? 'flag' : null
  }
  if (part !== null) return null
  if (input.kind === 'quantity' || input.kind === 'word' || input.kind === 'flag' || input.kind === 'count')
    return input.kind
  return input.kind === 'text' ? 'word' : null
}

/** What a quantity must be, in a sentence that follows its field; the last part of a field's place is its name. */
export function quantityText(field: string): string {
  const largest = largestQuantity(field.slice(field.lastIndexOf('/') + 1)).toLocaleString('en-US')
  return `must be a number, or decimal text such as "200" or "0.75" (no unit, comma, space, exponent or extra zero in front), with at most 3 decimals, from 0 to ${largest}`
}
