import { toScaled } from '../../record/decimal.ts'
import type { FixedCharge, WheelingCharge } from '../../record/row.ts'
import type { InputField, Inputs } from '../types.ts'

/** A quantity of the request in thousandths, and the input it is read from. kW, HP and kVA are never converted. */
export type Quantity = { readonly input: InputField | null; milli(inputs: Inputs): number }

const LOAD: Quantity = { input: 'connected_load', milli: (inputs) => inputs.connectedLoadMilli ?? 0 }
const DEMAND: Quantity = { input: 'contract_demand_kva', milli: (inputs) => inputs.contractDemandMilli ?? 0 }

/** What a wheeling rate is multiplied by: the energy units, or the load of an unmetered pump set. */
export const WHEELED: Readonly<Record<WheelingCharge['unit'], Quantity>> = {
  kWh: { input: 'energy_units', milli: (inputs) => inputs.energyUnitsMilli },
  kVAh: { input: 'energy_units', milli: (inputs) => inputs.energyUnitsMilli },
  HP: LOAD,
}

const BASES: Readonly<Record<FixedCharge['basis'], Quantity>> = {
  connection: { input: null, milli: () => 1000 },
  kW: LOAD,
  HP: LOAD,
  kVA: DEMAND,
}

/**
 * What the rate is multiplied by. `or_part` counts parts: rounded up to the next whole, at least one ("per kW or part", or
 * with a part_size of 10 "per 10 kW or part": 12 kW are two parts).
 */
export function fixedBasis(charge: FixedCharge): Quantity {
  const { input, milli } = BASES[charge.basis]
  if (!charge.or_part) return { input, milli }
  const partMilli = charge.part_size === null ? 1000 : Number(toScaled(charge.part_size, 3) ?? 0n)
  if (partMilli <= 0) throw new RangeError(`a part of ${charge.part_size} ${charge.basis} cannot be counted`)
  return { input, milli: (inputs) => Math.max(1, Math.ceil(milli(inputs) / partMilli)) * 1000 }
}

/** What the bands of a charge divide: a load, a demand, the bill's own units, or the basis the caller states. */
export const BANDED_BY: Readonly<Record<NonNullable<FixedCharge['band_by']>, Quantity>> = {
  connected_load_kw: LOAD,
  contract_demand_kva: DEMAND,
  monthly_units: { input: 'energy_units', milli: (inputs) => inputs.energyUnitsMilli },
  fixed_charge_basis_units: {
    input: 'fixed_charge_basis_units',
    milli: (inputs) => inputs.fixedChargeBasisUnitsMilli ?? 0,
  },
}
