import type { Row } from '../../record/row.ts'
import type { FppasPeriod } from '../../record/rules.ts'
import type { Inputs } from '../types.ts'
import { type Charges, percentOf, sumOfComponents } from './adjustments.ts'
import { energyAmounts, figureValue, pricePaise } from './charges.ts'
import { compare, fromMilli, minimum, ONE, roundToPaise } from './rational.ts'
import { sumPaise } from './result.ts'
import type { ChosenSubsidy } from './rules.ts'

/**
 * What the scheme takes off, in paise, at least 0: the energy charge of the covered units down to what a unit inside the
 * entitlement costs, and for a consumption at or below the entitlement the fixed charge likewise (release design 3.5).
 * Null when a component it would waive is withheld.
 */
export function subsidyAmount(chosen: ChosenSubsidy, row: Row, charges: Charges, inputs: Inputs): number | null {
  const units = fromMilli(inputs.energyUnitsMilli)
  const entitlement = figureValue(chosen.entitlement)
  const covered = minimum(units, entitlement)
  const { energy_within: energyWithin, fixed_within: fixedWithin } = chosen.subsidy

  if (charges.energy === null) return null
  let waived = 0
  if (row.energy !== null) {
    const still = roundToPaise(pricePaise(covered, energyWithin))
    waived += sumPaise(energyAmounts(row.energy, covered)) - still
  }
  if (compare(units, entitlement) <= 0 && row.fixed !== null) {
    if (charges.fixed === null) return null
    waived += charges.fixed - roundToPaise(pricePaise(ONE, fixedWithin))
  }
  return waived
}

/** The one FPPAS line in paise, on the components its basis names, before the subsidy; null when one is withheld. */
export function fppasAmount(period: FppasPeriod, charges: Charges, inputs: Inputs): number | null {
  if (period.value_unit === 'paise_per_unit') {
    return roundToPaise(pricePaise(fromMilli(inputs.energyUnitsMilli), period.figure))
  }
  const base = sumOfComponents(charges, period.basis)
  return base === null ? null : roundToPaise(percentOf(base, figureValue(period.figure)))
}
