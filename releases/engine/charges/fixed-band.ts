import { weakest } from '../../record/grade.ts'
import type { FixedCharge } from '../../record/row.ts'
import { stepHolding, stepPaths } from '../compile/step.ts'
import { price } from '../round.ts'
import type { Charge, InputField, Inputs, Step } from '../types.ts'
import type { Basis } from './fixed-basis.ts'

type BandField = NonNullable<FixedCharge['band_by']>

const READ: Readonly<Record<BandField, { field: InputField; milli: (inputs: Inputs) => number }>> = {
  connected_load_kw: { field: 'connected_load', milli: (inputs) => inputs.connectedLoadMilli ?? 0 },
  contract_demand_kva: { field: 'contract_demand_kva', milli: (inputs) => inputs.contractDemandMilli ?? 0 },
  monthly_units: { field: 'energy_units', milli: (inputs) => inputs.energyUnitsMilli },
  fixed_charge_basis_units: {
    field: 'fixed_charge_basis_units',
    milli: (inputs) => inputs.fixedChargeBasisUnitsMilli ?? 0,
  },
}

/**
 * The band that holds a load or a consumption gives the rate (engine 4.2 "fixed by load band", "by consumption band").
 * Example: up to 2 kW Rs 15.00, 2-4 kW Rs 25.00; 3 kW: 2500 paise.
 */
export function fixedBand(steps: readonly [Step, ...Step[]], basis: Basis, bandBy: BandField): Charge {
  const { field, milli } = READ[bandBy]
  return {
    reads: [...new Set([...basis.reads, field])],
    grade: weakest(steps.map(({ rate }) => rate.grade)),
    paths: stepPaths(steps),
    covers: (inputs) => stepHolding(steps, milli(inputs)) !== null,
    price(inputs, lines) {
      const step = stepHolding(steps, milli(inputs)) ?? steps[0]
      const quantityMilli = basis.quantityMilli(inputs)
      const amountPaise = price(quantityMilli, step.rate)
      lines.push({ step, quantityMilli, amountPaise })
      return amountPaise
    },
  }
}
