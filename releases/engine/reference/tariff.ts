import type { Value } from '../../record/adjustment.ts'
import type { Category } from '../../record/category.ts'
import type { Charge, Step } from '../../record/charge.ts'
import type { Figure } from '../../record/figure.ts'
import type { Row } from '../../record/row.ts'
import { factorOf, figureValue } from './figures.ts'
import { type Names, remembered } from './names.ts'
import { multiply, ONE, type Rational, rational } from './rational.ts'

/** The schedule rows of a category: those with the same subcategory and licensee. */
export const rowsOf = remembered(({ record }, category: Category): readonly Row[] =>
  record.rows.filter(
    (row) => row.subcategory_code === category.subcategory_code && row.licensee_code === category.licensee_code,
  ),
)

/** Charges of a row by side, in pricing order: minimums after the charges they cover. */
export const chargesOf = remembered((_, { charges }: Row) => {
  const of = (side: Charge['side']): readonly Charge[] => {
    const own = charges.filter((charge) => charge.side === side)
    return [
      ...own.filter(({ minimum_of: least }) => least === null),
      ...own.filter(({ minimum_of: least }) => least !== null),
    ]
  }
  return { base: of('base'), beside: of('beside') }
})

export const valueSteps = remembered((_, { steps }: Value): readonly TariffStep[] =>
  steps.map((step) => ({ step, multiples: [] })),
)

/** A step with the figures of its rate: its own, and the multiples of charges that reuse it. */
export type TariffStep = { readonly step: Step; readonly multiples: readonly Figure[] }

/** The steps of a charge, its own or another charge's. Throws TypeError for a cycle or an unknown charge. */
export const chargeSteps = remembered((names: Names, charge: Charge) => stepsTaken(names, charge, []))

function stepsTaken(names: Names, charge: Charge, taken: readonly Charge[]): TariffStep[] {
  const { rates_of: from, steps } = charge
  if (from === null) return steps.map((step) => ({ step, multiples: [] }))
  const other = names.charges.get(`${from.row_id}/${from.charge_id}`)
  if (other === undefined || taken.includes(other))
    throw new TypeError(`rates of no other charge: ${from.row_id}/${from.charge_id}`)
  return stepsTaken(names, other, [...taken, charge]).map(({ step, multiples }) => ({
    step,
    multiples: [...multiples, from.multiple],
  }))
}

/** The rate of a step in rupees; multiples of the printed rate are exact. */
function rateOf({ step, multiples }: TariffStep): Rational {
  const multiple = multiples.map(factorOf).reduce(multiply, ONE)
  return multiply(figureValue(step.figure), multiple)
}

export const PAISE_PER_RUPEE = rational(100n)

const paiseRates = new WeakMap<TariffStep, Rational>()

/** The same in paise, cached per step. */
export function paiseRateOf(step: TariffStep): Rational {
  const known = paiseRates.get(step)
  if (known !== undefined) return known
  const rate = multiply(rateOf(step), PAISE_PER_RUPEE)
  paiseRates.set(step, rate)
  return rate
}
