import type { Row } from '../../record/row.ts'
import type { FppasPeriod } from '../../record/rules.ts'
import { chargeHolds, priceCharge, roundedPaise } from './charges.ts'
import { type Context, withUnits } from './context.ts'
import { figureValue, HUNDREDTH } from './figures.ts'
import { baseEntries, type Entry, sumOf } from './ledger.ts'
import { quantityOf } from './quantities.ts'
import { compare, fromPaise, minimum, multiply, type Rational, ZERO } from './rational.ts'
import { sumPaise } from './result.ts'
import { type ChosenSubsidy, isPeriodHeld } from './rules.ts'
import { PAISE_PER_RUPEE } from './tariff.ts'

/**
 * Deduction of the scheme in paise: energy charges of the covered units and, for a consumption up to the entitlement,
 * also the fixed charges. Null if a component that would be waived is withheld, or if no step prices the covered units.
 * The scheme must not be held.
 */
export function subsidyAmount(
  context: Context,
  { entitlement }: ChosenSubsidy,
  row: Row,
  entries: readonly Entry[],
): number | null {
  const units = quantityOf(context, 'energy_units') ?? ZERO
  const entitled = figureValue(entitlement)
  if (sumOf(baseEntries(entries, 'energy')) === null) return null
  const energy = energyPaise(withUnits(context, minimum(units, entitled)), row)
  if (energy === null || compare(units, entitled) > 0) return energy
  const fixed = sumOf(baseEntries(entries, 'fixed'))
  return fixed === null ? null : sumPaise([energy, fixed])
}

/** The energy charges of a row for the units of a context; null if one of them has no price. */
function energyPaise(context: Context, row: Row): number | null {
  const charges = row.charges.filter(
    (charge) =>
      charge.component === 'energy' &&
      charge.side === 'base' &&
      charge.minimum_of === null &&
      chargeHolds(context, charge),
  )
  const amounts: number[] = []
  for (const charge of charges) {
    const lines = priceCharge(context, charge)
    if (lines === null) return null
    amounts.push(...lines.map(({ paise }) => roundedPaise(context.names.record, paise)))
  }
  return sumPaise(amounts)
}

/** The sum of the FPPAS lines in paise; null if there are none, or if one of them is held or has no amount. */
export function fppasSum(
  context: Context,
  periods: readonly FppasPeriod[],
  entries: readonly Entry[],
  holds: readonly string[],
): number | null {
  if (periods.some((period) => isPeriodHeld(period, holds))) return null
  const amounts = periods.map((period) => fppasAmount(context, period, entries)).filter((amount) => amount !== null)
  return amounts.length === 0 || amounts.length < periods.length ? null : sumPaise(amounts)
}

/**
 * One FPPAS line in paise, on the components named by its basis, before the subsidy; null if one of them is withheld.
 */
function fppasAmount(context: Context, period: FppasPeriod, entries: readonly Entry[]): number | null {
  const base = sumOf([...new Set(period.basis)].flatMap((component) => baseEntries(entries, component)))
  if (base === null) return null
  const figure = figureValue(period.figure)
  const exact: Rational =
    period.value_unit === 'percent'
      ? multiply(multiply(fromPaise(base), figure), HUNDREDTH)
      : multiply(multiply(quantityOf(context, 'energy_units') ?? ZERO, figure), PAISE_PER_RUPEE)
  return roundedPaise(context.names.record, exact)
}
