import { compare } from '../../../releases/engine/language/fraction.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import type { Failing } from '../gate.ts'
import { groupsDigits, readPrinted, valueStands } from '../text/tokens.ts'
import { evaluateFormula } from './formula.ts'
import { fractionOf, fractionText } from './fraction-text.ts'

type Derivation = NonNullable<Figure['derivation']>

/** Possible faults of a derivation. */
export const DERIVATION_FAULTS = ['no_formula', 'no_input', 'literal_not_quoted', 'other_result'] as const
type F = (typeof DERIVATION_FAULTS)[number]

/**
 * Faults in the arithmetic of a derived figure: every literal of the formula must be one of the inputs and be in the
 * quote, and the result must be exactly the printed figure.
 */
export function derivationFaults(figure: Figure, { formula, inputs }: Derivation, mediaType: string): Failing<F>[] {
  const result = evaluateFormula(formula)
  if (!result.ok)
    return [['no_formula', 'a formula of + - * / ( ) and round(x, places)', `"${formula}": ${result.reason}`]]
  const faults: Failing<F>[] = []
  const given = new Set(inputs.map((input) => readPrinted(input.value)))
  for (const literal of new Set(result.literals)) {
    if (!given.has(readPrinted(literal))) {
      const values = inputs.map((input) => input.value).join(', ')
      faults.push(['no_input', `every literal of "${formula}" among its inputs`, `${literal} is not one of ${values}`])
    }
    const label = figure.cell?.row.join(' ') ?? ''
    const stands = valueStands(`${figure.quote} ${label}`, literal, groupsDigits(mediaType))
    if (!stands) {
      faults.push([
        'literal_not_quoted',
        `every literal of "${formula}" in the quote`,
        `${literal} is not in "${figure.quote}"`,
      ])
    }
  }
  const number = figure.printed === null ? null : readPrinted(figure.printed)
  const printed = number === null ? null : fractionOf(number)
  // A figure without print is gate 6's finding.
  if (printed !== null && compare(result.value, printed) !== 0) {
    faults.push(['other_result', `${formula} = ${fractionText(result.value)}`, `printed ${figure.printed}`])
  }
  return faults
}
