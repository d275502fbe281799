import type { Charge, Step } from '../../../releases/record/charge.ts'
import { isDecimal } from '../../../releases/record/text.ts'
import { checkConditions } from './conditions.ts'
import { circles, type Language, type Problem } from './language.ts'
import { type Names, unknown } from './names.ts'
import { gapsAndOverlaps } from './periods.ts'

type Row = Language['rows'][number]

/** Quantities of charges, the charges whose rates they use, and their days. */
export function checkCharges(language: Language, names: Names): Problem[] {
  const { rows } = language
  const known = rows.flatMap((row) => row.charges.map((charge) => keyOf(row.row_id, charge.charge_id)))
  const leads = new Map(
    rows.flatMap(({ row_id, charges }) =>
      charges.map(({ charge_id, rates_of: other }): [string, string[]] => [
        `rows/${row_id}/${charge_id}`,
        other === null ? [] : [`rows/${other.row_id}/${other.charge_id}`],
      ]),
    ),
  )
  return [
    ...rows.flatMap((row) => row.charges.flatMap((charge) => checkCharge(row, charge, names, known))),
    ...circles(leads).map((circle) => ({
      path: `${circle[0]}/rates_of`,
      expected: 'rates that do not rest on themselves',
      found: circle.map((path) => `\`${path}\``).join(' → '),
    })),
    ...rows.flatMap((row) => datesOf(row, language)),
  ]
}

const keyOf = (row: string, charge: string): string => `${row}.${charge}`

function checkCharge(row: Row, charge: Charge, names: Names, known: readonly string[]): Problem[] {
  const path = `rows/${row.row_id}/${charge.charge_id}`
  const { per, unit, steps_by, steps, rates_of, minimum_of, together_with, when } = charge
  const rates = rates_of === null ? null : keyOf(rates_of.row_id, rates_of.charge_id)
  return [
    ...(per === null && unit !== 'connection' && unit !== ''
      ? [
          {
            path: `${path}/per`,
            expected: `what a rate for each ${unit} counts: an input or a quantity`,
            found: 'nothing',
          },
        ]
      : names.number(`${path}/per`, per ?? '')),
    ...names.number(`${path}/steps_by`, steps_by ?? ''),
    ...checkEdges(path, steps, names),
    ...checkUnits(path, charge),
    ...(rates === null || known.includes(rates)
      ? []
      : [unknown(`${path}/rates_of`, rates, known, 'a charge as `row_id.charge_id`')]),
    ...(rates_of !== null && steps.length > 0
      ? [{ path, expected: 'no steps together with `rates_of`', found: `${steps.length} of them` }]
      : []),
    ...others(charge, row, 'minimum_of', minimum_of ?? []),
    ...others(charge, row, 'together_with', together_with),
    ...checkConditions(`${path}/when`, when, names),
  ]
}

/** A rate is in rupees per unit of the charge. */
function checkUnits(path: string, { unit, steps }: Charge): Problem[] {
  return steps.flatMap(({ figure }, index) => {
    if (unit === '' || figure.unit === `Rs/${unit}`) return []
    return [{ path: `${path}/${index}`, expected: `a rate in Rs/${unit}`, found: `\`${figure.unit}\`` }]
  })
}

/** Charges named by another one: they must be in the same row. */
function others({ charge_id }: Charge, row: Row, key: string, named: readonly string[]): Problem[] {
  const known = row.charges.map((charge) => charge.charge_id).filter((id) => id !== charge_id)
  const path = `rows/${row.row_id}/${charge_id}/${key}`
  return named.filter((id) => !known.includes(id)).map((id) => unknown(path, id, known, 'another charge of the row'))
}

/** Edges of steps that are not decimals must name a quantity or an input. */
export function checkEdges(path: string, steps: readonly Step[], names: Names): Problem[] {
  return steps.flatMap(({ from, to }, index) =>
    [from, to].flatMap((edge) => (edge === null || isDecimal(edge) ? [] : names.number(`${path}/${index}`, edge))),
  )
}

/** Charges of one component on one quantity cover the row's days, except those in together_with. */
function datesOf({ row_id, charges }: Row, period: Language): Problem[] {
  const alone = charges.filter(({ together_with }) => together_with.length === 0)
  const groups = Map.groupBy(alone, (charge) =>
    JSON.stringify([charge.side, charge.component, charge.per, charge.minimum_of]),
  )
  return [...groups.values()].flatMap((group) =>
    gapsAndOverlaps(
      group.map((charge) => ({ ...charge, path: `rows/${row_id}/${charge.charge_id}` })),
      period,
      'charges',
    ),
  )
}
