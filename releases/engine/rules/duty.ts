import { type Grade, isBelowFloor } from '../../record/grade.ts'
import type { Duty } from '../../record/rules.ts'
import { compileRate } from '../charges/rate.ts'
import type { RowPlan } from '../charges/row.ts'
import { type HoldLookup, isHeldFigure } from '../language/holds.ts'
import { Ratio } from '../language/ratio.ts'
import type { Rate } from '../types.ts'

export type DutyPlan = { readonly description: string; readonly energyUnit: Duty['energy_unit']; readonly rate: Rate }
export type AppliedDuty = { readonly description: string; readonly amountPaise: number; readonly rate: Rate }

/** Compiles a statutory duty; null if there is none or it is held. */
export function compileDuty(duty: Duty | null, holds: HoldLookup): DutyPlan | null {
  if (duty === null) return null
  const rate = compileRate(duty.figure, `Rs/${duty.energy_unit}`, 'rules/duty')
  if (rate === null || isHeldFigure(duty.figure) || holds.runtime('rules/duty') !== null) return null
  return { description: duty.description, energyUnit: duty.energy_unit, rate }
}

/**
 * The duty on the units of a bill, shown separately in the answer. Null if the supply is billed in another unit (units
 * are never converted), or if the figure is below the caller's floor. Example: Rs 0.06 a kWh, 150 units: 900 paise.
 */
export function priceDuty(
  duty: DutyPlan | null,
  { energyUnit }: RowPlan,
  unitsMilli: number,
  floor: Grade,
): AppliedDuty | null {
  if (duty === null || duty.energyUnit !== energyUnit) return null
  if (isBelowFloor(duty.rate.grade, floor)) return null
  const exact = new Ratio()
  exact.set(unitsMilli, 1000)
  exact.setPriced(exact, duty.rate)
  return { description: duty.description, amountPaise: exact.rounded('up'), rate: duty.rate }
}
