import type { Row } from '../../record/row.ts'
import type { FppasPeriod } from '../../record/rules.ts'
import type { Inputs } from '../types.ts'
import { type Charges, percentOf, sumOfComponents } from './adjustments.ts'
import { energyAmounts, energyCovers, figureValue, pricePaise } from './charges.ts'
import { compare, fromMilli, minimum, roundToPaise } from './rational.ts'
import { sumPaise } from './result.ts'
import type { ChosenSubsidy } from './rules.ts'

/**
 * What the scheme takes off, in paise: the energy charge of the covered units, and for a consumption at or below the
 * entitlement the fixed charge too (release design 3.5). Null when a component it would waive is withheld, or when no
 * slab prices the covered units, which gate 15 rules out for a sealed record. The scheme must not be held (evidence.ts).
 */
export function subsidyAmount(chosen: ChosenSubsidy, row: Row, charges: Charges, inputs: Inputs): number | null {
  const units = fromMilli(inputs.energyUnitsMilli)
  const entitlement = figureValue(chosen.entitlement)
  const covered = minimum(units, entitlement)

  if (charges.energy === null) return null
  if (row.energy !== null && !energyCovers(row.energy, covered)) return null
  const energy = row.energy === null ? 0 : sumPaise(energyAmounts(row.energy, covered))
  if (compare(units, entitlement) > 0) return energy
  return charges.fixed === null ? null : sumPaise([energy, charges.fixed])
}

/** The sum of the FPPAS lines in paise; null when there is none, or when one of them has no amount. */
export function fppasSum(periods: readonly FppasPeriod[], charges: Charges, inputs: Inputs): number | null {
  const amounts = periods.map((period) => fppasAmount(period, charges, inputs))
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 || known.length < amounts.length ? null : sumPaise(known)
}

/** One FPPAS line in paise, on the components its basis names, before the subsidy; null when one is withheld. */
function fppasAmount(period: FppasPeriod, charges: Charges, inputs: Inputs): number | null {
  const base = sumOfComponents(charges, period.basis)
  if (base === null) return null
  return roundToPaise(
    period.value_unit === 'percent'
      ? percentOf(base, figureValue(period.figure))
      : pricePaise(fromMilli(inputs.energyUnitsMilli), period.figure),
  )
}
