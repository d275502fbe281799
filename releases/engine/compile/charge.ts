import type { EnergyCharge, FixedCharge, WheelingCharge } from '../../record/row.ts'
import { energyFlat } from '../charges/energy-flat.ts'
import { energyTelescopic } from '../charges/energy-telescopic.ts'
import { energyWhole } from '../charges/energy-whole.ts'
import { fixedBand } from '../charges/fixed-band.ts'
import { fixedBasis, WHEELED } from '../charges/fixed-basis.ts'
import { fixedFlat } from '../charges/fixed-flat.ts'
import { fixedTelescopic } from '../charges/fixed-telescopic.ts'
import { wheeling } from '../charges/wheeling.ts'
import type { Charge, EnergyPricing, Step } from '../types.ts'
import { bandedBy } from './range.ts'
import { CompileError } from './rate.ts'
import { compileSteps, rangeText } from './step.ts'

/** One compiler for each charge; null when a figure of it is held. A shape the engine lacks is a CompileError. */

function atLeastOne(steps: Step[], path: string): readonly [Step, ...Step[]] {
  const [first, ...rest] = steps
  if (first === undefined) throw new CompileError(path, 'has no steps')
  return [first, ...rest]
}

function only(steps: Step[], path: string): Step {
  const [first] = steps
  if (first === undefined || steps.length > 1) throw new CompileError(path, 'flat takes exactly one step')
  return first
}

export function compileEnergy(charge: EnergyCharge, path: string): EnergyPricing | null {
  const flat = charge.method === 'flat'
  const describe = flat
    ? () => 'Energy charge'
    : (step: Parameters<typeof rangeText>[0]) => `Energy charge, slab ${rangeText(step)} ${charge.unit}`
  const steps = compileSteps(charge.slabs, 'energy', charge.unit, path, describe, !flat)
  if (steps === null) return null
  if (flat) return energyFlat(only(steps, path))
  return charge.method === 'telescopic'
    ? energyTelescopic(atLeastOne(steps, path))
    : energyWhole(atLeastOne(steps, path))
}

export function compileWheeling(charge: WheelingCharge, path: string): Charge | null {
  const step = { from: '0', to: null, figure: charge.figure }
  const steps = compileSteps([step], 'wheeling', charge.unit, path, () => 'Wheeling charge', false)
  return steps === null ? null : wheeling(only(steps, path), WHEELED[charge.unit])
}

export function compileFixed(charge: FixedCharge, path: string): Charge | null {
  const flat = charge.method === 'flat'
  const size = charge.part_size === null ? '' : `${charge.part_size} `
  const per = charge.or_part ? `${size}${charge.basis} or part` : charge.basis
  const unit = charge.part_size === null ? charge.basis : per
  const rateUnit = charge.part_size === null ? `Rs/${charge.basis}` : 'Rs/part'
  const describe = (step: Parameters<typeof rangeText>[0]): string =>
    flat
      ? `Fixed charge per ${per}`
      : `Fixed charge per ${per}, ${charge.band_by ?? (charge.part_size === null ? charge.basis : 'parts')} ${rangeText(step)}`
  const steps = compileSteps(charge.bands, 'fixed', unit, path, describe, !flat, rateUnit)
  if (steps === null) return null
  const basis = fixedBasis(charge)
  if (flat) return fixedFlat(only(steps, path), basis)
  if (charge.method === 'telescopic') return fixedTelescopic(atLeastOne(steps, path), basis)
  return fixedBand(atLeastOne(steps, path), basis, bandedBy(charge, path))
}
