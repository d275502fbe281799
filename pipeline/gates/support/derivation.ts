import { compare } from '../../../releases/engine/language/fraction.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import type { Fault } from './fault.ts'
import { evaluateFormula } from './formula.ts'
import { fractionOf, fractionText } from './fraction-text.ts'
import { groupsDigits, readPrinted, valueStands } from './tokens.ts'

type Derivation = NonNullable<Figure['derivation']>

/**
 * What is wrong with a derived figure's arithmetic: every literal of the formula must be one of the inputs and stand in
 * the quote, and the result must be exactly the printed figure.
 */
export function derivationFaults(figure: Figure, { formula, inputs }: Derivation, mediaType: string): Fault[] {
  const result = evaluateFormula(formula)
  if (!result.ok) return [['a formula of + - * / ( ) and round(x, places)', `"${formula}": ${result.reason}`]]
  const faults: Fault[] = []
  const given = new Set(inputs.map((input) => readPrinted(input.value)))
  for (const literal of new Set(result.literals)) {
    if (!given.has(readPrinted(literal))) {
      const values = inputs.map((input) => input.value).join(', ')
      faults.push([`every literal of "${formula}" among its inputs`, `${literal} is none of ${values}`])
    }
    const label = figure.cell?.row.join(' ') ?? ''
    const stands = valueStands(`${figure.quote} ${label}`, literal, groupsDigits(mediaType))
    if (!stands) {
      faults.push([`every literal of "${formula}" in the quote`, `${literal} does not stand in "${figure.quote}"`])
    }
  }
  const number = figure.printed === null ? null : readPrinted(figure.printed)
  const printed = number === null ? null : fractionOf(number)
  // Figures without print are gate 6's finding.
  if (printed !== null && compare(result.value, printed) !== 0) {
    faults.push([`${formula} = ${fractionText(result.value)}`, `printed ${figure.printed}`])
  }
  return faults
}
