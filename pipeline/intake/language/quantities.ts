import { namesOf, statesNumbers } from '../../../releases/record/expression.ts'
import { namesOfQuantity, type Quantity } from '../../../releases/record/quantity.ts'
import { checkConditions } from './conditions.ts'
import { circles, type Language, type Problem } from './language.ts'
import type { Names } from './names.ts'
import { gapsAndOverlaps } from './periods.ts'

/** Formulas of quantities: known names, no cycles, evidence for their numbers, and cases for every day. */
export function checkQuantities(language: Language, names: Names): Problem[] {
  const { quantities } = language
  const read = new Map(quantities.map((quantity) => [quantity.quantity_id, namesOfQuantity(quantity)]))
  return [
    ...quantities.flatMap((quantity) => checkQuantity(quantity, names)),
    ...circles(read).map((circle) => ({
      path: `quantities/${circle[0]}`,
      expected: 'quantities that do not depend on themselves',
      found: circle.map((id) => `\`${id}\``).join(' → '),
    })),
    ...quantities.flatMap(({ quantity_id, cases }) =>
      gapsAndOverlaps(
        cases.map((each, index) => ({ ...each, path: `quantities/${quantity_id}/cases/${index}` })),
        language,
        'cases',
      ),
    ),
  ]
}

function checkQuantity({ quantity_id, cases, instead, figures, evidence }: Quantity, names: Names): Problem[] {
  const path = `quantities/${quantity_id}`
  const own = figures.map(({ figure_id }) => figure_id)
  const stated = evidence === null && cases.some(({ formula }) => statesNumbers(formula))
  return [
    ...cases.flatMap(({ formula, when }, index) => [
      ...namesOf(formula).flatMap((name) => names.number(`${path}/cases/${index}`, name, own)),
      ...checkConditions(`${path}/cases/${index}`, when, names),
    ]),
    ...(instead === null || names.isInput(instead) ? names.number(path, instead ?? '') : names.input(path, instead)),
    ...(stated
      ? [{ path, expected: 'evidence of the numbers and the rounding of a formula', found: 'no evidence' }]
      : []),
  ]
}
